import InspectorValues

/// Finds candidates that contain the letters of a query in their order, the best first.
struct Fuzzy {
    private let words: [SearchText]

    init(_ query: String) {
        words = query.split(at: " ").map { SearchText(String($0)) }
    }

    /// Returns the score of a candidate; nil when one of the words is not found.
    func score(_ candidate: SearchText) -> Int? {
        var total = 0
        for word in words {
            guard !candidate.lacksLetters(of: word),
                let score = Self.score(word.bytes, in: candidate.bytes)
            else { return nil }
            total += score
        }
        return words.isEmpty ? 0 : total - candidate.bytes.count / 16
    }

    /// The positions of the candidates that fit, the best first and equals in their order.
    ///
    /// With positions given, only those are looked at, in any order.
    func ranking(
        of count: Int, among positions: [Int]? = nil, text: (Int) -> SearchText
    ) -> [Int] {
        if words.isEmpty { return Array(0..<count) }
        var found: [(score: Int, position: Int)] = []
        for position in positions ?? Array(0..<count) {
            if let score = score(text(position)) { found.append((score, position)) }
        }
        found.sort { ($1.score, $0.position) < ($0.score, $1.position) }
        return found.map(\.position)
    }

    /// Letters in a row count more, most of all as a word, and as the first one.
    private static func score(_ word: [UInt8], in text: [UInt8]) -> Int? {
        word.withUnsafeBufferPointer { word in
            text.withUnsafeBufferPointer { text in
                if let exact = firstRange(of: word, in: text) {
                    let end = exact + word.count
                    let isWord = end == text.count || isWordStart(end + 1, in: text)
                    // Whatever is found whole comes before scattered letters, and whole words before their parts.
                    return 1_000 + 12 * word.count + (isWordStart(exact, in: text) ? 800 : 0)
                        + (isWord ? 400 : 0) + (exact == 0 ? 4 : 0)
                }
                return scattered(word, in: text)
            }
        }
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static func scattered(_ word: Bytes, in text: Bytes) -> Int? {
        var score = 0
        var position = 0
        var index = 0
        while index < word.count {
            var end = index + 1
            // A letter beyond ASCII is looked for as a whole.
            while end < word.count, word[end] & 0xC0 == 0x80 { end += 1 }
            let letter = Bytes(rebasing: word[index..<end])
            guard let found = firstRange(of: letter, in: text, from: position) else { return nil }
            score += index > 0 && found == position ? 8 : isWordStart(found, in: text) ? 6 : 1
            position = found + letter.count
            index = end
        }
        return score
    }

    private static func firstRange(of word: Bytes, in text: Bytes, from position: Int = 0) -> Int? {
        guard let first = word.first, position + word.count <= text.count else { return nil }
        for start in position...(text.count - word.count) where text[start] == first {
            var length = 1
            while length < word.count, text[start + length] == word[length] { length += 1 }
            if length == word.count { return start }
        }
        return nil
    }

    private static func isWordStart(_ index: Int, in text: Bytes) -> Bool {
        if index == 0 { return true }
        let before = text[index - 1]
        return !(0x61...0x7A ~= before || 0x30...0x39 ~= before || before >= 0x80)
    }
}
