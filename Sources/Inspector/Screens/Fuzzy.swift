/// Finds candidates that contain the letters of a query in their order, the best first.
struct Fuzzy {
    private let words: [[Character]]

    init(_ query: String) {
        words = query.lowercased().split(separator: " ").map(Array.init)
    }

    /// How well a candidate fits; nil when one of the words is not found.
    func score(_ candidate: String) -> Int? {
        let text = Array(candidate.lowercased())
        var total = 0
        for word in words {
            guard let score = Self.score(word, in: text) else { return nil }
            total += score
        }
        return words.isEmpty ? 0 : total - text.count / 16
    }

    /// The positions of the candidates that fit, the best first and equals in their order.
    func ranking(of candidates: [String]) -> [Int] {
        candidates.enumerated()
            .compactMap { index, text in score(text).map { (index, $0) } }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
            .map(\.0)
    }

    /// Letters in a row, and letters at the start of a word, count more.
    private static func score(_ word: [Character], in text: [Character]) -> Int? {
        if let exact = firstRange(of: word, in: text) {
            return 12 * word.count + (isWordStart(exact, in: text) ? 8 : 0)
        }
        var score = 0
        var position = 0
        var previous = -2
        for letter in word {
            guard let found = text[position...].firstIndex(of: letter) else { return nil }
            score += found == previous + 1 ? 8 : isWordStart(found, in: text) ? 6 : 1
            previous = found
            position = found + 1
        }
        return score
    }

    private static func firstRange(of word: [Character], in text: [Character]) -> Int? {
        guard !word.isEmpty, word.count <= text.count else { return nil }
        return (0...(text.count - word.count)).first { text[$0..<$0 + word.count].elementsEqual(word) }
    }

    private static func isWordStart(_ index: Int, in text: [Character]) -> Bool {
        index == 0 || !(text[index - 1].isLetter || text[index - 1].isNumber)
    }
}
