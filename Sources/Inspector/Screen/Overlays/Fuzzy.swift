import InspectorValues

/// Finds candidates that hold the words of a query; where none does, those in whose words its letters stand.
struct Fuzzy {
    private let words: [SearchText]

    init(_ query: String) {
        words = query.split(at: " ").map { SearchText(String($0)) }
    }

    /// The positions of the candidates that fit, the best first and equals in their order.
    ///
    /// With positions given, words are looked for in those alone: a query that goes on from another finds no others.
    func ranking(
        of count: Int, among positions: [Int]? = nil, worth: (Int) -> Int = { _ in 0 },
        text: (Int) -> SearchText
    ) -> [Int] {
        let all = Array(0..<count)
        var found = scores(of: positions ?? all, text, Self.whole)
        if found.isEmpty {
            found = scores(of: all, text) { Self.whole($0, in: $1) ?? Self.scattered($0, in: $1) }
        }
        return found.map { ($0.score + worth($0.position), $0.position) }
            .sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.1)
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The candidates in which each word has a score.
    private func scores(
        of positions: [Int], _ text: (Int) -> SearchText, _ score: (Bytes, Bytes) -> Int?
    ) -> [(score: Int, position: Int)] {
        positions.compactMap { position in
            let candidate = text(position)
            var total = words.isEmpty ? 0 : -candidate.bytes.count / 16
            for word in words {
                guard !candidate.lacksLetters(of: word),
                    let score = word.bytes.withUnsafeBufferPointer({ word in
                        candidate.bytes.withUnsafeBufferPointer { score(word, $0) }
                    })
                else { return nil }
                total += score
            }
            return (total, position)
        }
    }

    /// The score of a word that occurs as it is: whole words come before their parts, and the first one before others.
    private static func whole(_ word: Bytes, in text: Bytes) -> Int? {
        guard let start = firstRange(of: word, in: text) else { return nil }
        let end = start + word.count
        let isWord = end == text.count || isWordStart(end + 1, in: text)
        return 1_000 + 12 * word.count + (isWordStart(start, in: text) ? 800 : 0) + (isWord ? 400 : 0)
            + (start == 0 ? 4 : 0)
    }

    /// The score of letters that stand in their order in one word, or go on at the start of a later one.
    private static func scattered(_ word: Bytes, in text: Bytes) -> Int? {
        // The best score of the letters so far, where the last of them stands at a place of the text; -1 is none.
        withUnsafeTemporaryAllocation(of: Int.self, capacity: text.count) { best -> Int? in
            best.initialize(repeating: -1)
            for (index, letter) in word.enumerated() {
                var (before, inWord, anywhere) = (-1, -1, index == 0 ? 0 : -1)
                for place in text.indices {
                    let isStart = isWordStart(place, in: text)
                    if isStart { inWord = -1 }
                    let here = best[place]
                    best[place] = -1
                    if text[place] == letter {
                        if before >= 0 { best[place] = before + 8 }
                        // The other bytes of a letter beyond ASCII stand behind its first one.
                        let far = letter & 0xC0 == 0x80 ? -1 : isStart ? anywhere : inWord
                        if far >= 0 { best[place] = max(best[place], far + (isStart ? 6 : 1)) }
                    }
                    (before, inWord, anywhere) = (here, max(inWord, here), max(anywhere, here))
                }
            }
            return best.max().flatMap { $0 < 0 ? nil : $0 }
        }
    }

    private static func firstRange(of word: Bytes, in text: Bytes) -> Int? {
        guard let first = word.first, word.count <= text.count else { return nil }
        for start in 0...(text.count - word.count) where text[start] == first {
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
