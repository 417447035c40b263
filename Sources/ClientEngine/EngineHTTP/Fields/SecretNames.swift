/// Words such as “token”, which a search finds in names and in whole bodies, ignoring case.
///
/// One pass finds all words (Wu and Manber): the last two bytes of a window, which is as long as the shortest word,
/// give the minimum distance to the next word. Most pairs of bytes occur in no word.
package struct SecretNames: Sendable {
    /// Words in the names of secrets of every kind: fields, parameters, JSON members.
    package static let common = SecretNames([
        "token", "secret", "api-key", "api_key", "apikey", "password", "passwd", "passphrase", "session-id",
        "session_id", "sessionid", "private-key", "private_key", "privatekey", "access-key", "access_key",
        "accesskey",
    ])

    package static let shortestName = pin.utf8.count

    /// The name of a secret that is only compared as a whole: `shipping` contains it.
    private static let pin = "pin"

    private let width: Int
    private let words: [[UInt8]]
    /// For each pair of bytes, its minimum distance from the end of a window.
    ///
    /// A word may end at a distance of 0.
    private let steps: [UInt8]
    /// For each pair of bytes, whether a word begins with it.
    private let begins: [Bool]

    /// Creates a search for words, which are ASCII in lower case with 2 to 255 bytes each.
    init(_ words: [String]) {
        self.words = words.map { Array($0.utf8) }
        let width = self.words.map(\.count).min() ?? 2
        var steps = [UInt8](repeating: UInt8(width - 1), count: 1 << 10)
        var begins = [Bool](repeating: false, count: 1 << 10)
        for word in self.words {
            begins[Self.pair(word[0], word[1])] = true
            for place in 0..<width - 1 {
                let pair = Self.pair(word[place], word[place + 1])
                steps[pair] = min(steps[pair], UInt8(width - 2 - place))
            }
        }
        (self.width, self.steps, self.begins) = (width, steps, begins)
    }

    /// Returns a number for two bytes, ignoring case.
    ///
    /// A few other pairs have the same number.
    private static func pair(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first & 0x1F) << 5 | Int(second & 0x1F)
    }

    package func occur(in name: String) -> Bool {
        var name = name
        return name.withUTF8 { occur(in: $0) }
    }

    /// Returns whether a name in UTF-8 contains a word, or is the name `pin`.
    package func occur(in name: UnsafeBufferPointer<UInt8>) -> Bool {
        if name.count == Self.shortestName, name.lazy.map(\.asciiLowercased).elementsEqual(Self.pin.utf8) {
            return true
        }
        guard name.contains(where: { $0 >= 0x80 }) else { return occur(in: UnsafeRawBufferPointer(name)) }
        // Some characters outside ASCII have an ASCII letter as their lower case, such as the Kelvin sign.
        return occur(in: Array(String(decoding: name, as: UTF8.self).lowercased().utf8))
    }

    package func occur(in text: [UInt8]) -> Bool {
        text.withUnsafeBytes { occur(in: $0) }
    }

    package func occur(in text: UnsafeRawBufferPointer) -> Bool {
        steps.withUnsafeBufferPointer { steps in
            begins.withUnsafeBufferPointer { begins in
                var start = 0
                while start + width <= text.count {
                    let step = Int(steps[Self.pair(text[start + width - 2], text[start + width - 1])])
                    if step == 0, begins[Self.pair(text[start], text[start + 1])], hasWord(text, at: start) {
                        return true
                    }
                    start += max(step, 1)
                }
                return false
            }
        }
    }

    private func hasWord(_ text: UnsafeRawBufferPointer, at start: Int) -> Bool {
        words.contains { word in
            guard start + word.count <= text.count else { return false }
            return word.indices.allSatisfy { text[start + $0].asciiLowercased == word[$0] }
        }
    }
}
