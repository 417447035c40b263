/// Finds words like “token” in names and in whole bodies, in any case, in one pass for all words.
///
/// It goes in steps (Horspool): the byte at the end of the shortest word's length tells how far the next word can begin at
/// the earliest, and most bytes stand in no word.
struct SecretNames: Sendable {
    /// What names hold that belong to secrets.
    static let common = SecretNames([
        "token", "secret", "api-key", "api_key", "apikey", "password", "passwd", "passphrase", "session-id",
        "session_id", "sessionid", "private-key", "private_key", "privatekey", "access-key", "access_key",
        "accesskey",
    ])

    /// How long the shortest name of a secret is.
    static let shortestName = pin.utf8.count

    /// The name of a secret that is no word to look for: it stands in `shipping`.
    private static let pin = "pin"

    /// How long the shortest word is.
    private let width: Int
    private let words: [[UInt8]]
    /// For each byte how far it is from the end of a window at least; 0 where a word may stand.
    private let steps: [UInt8]
    /// For each byte whether a word begins with it.
    private let begins: [Bool]

    /// Knows words of ASCII in lower case, each of 1 to 255 bytes.
    init(_ words: [String]) {
        self.words = words.map { Array($0.utf8) }
        let width = self.words.map(\.count).min() ?? 1
        var steps = [UInt8](repeating: UInt8(width), count: 256)
        for word in self.words {
            for (place, byte) in word.prefix(width).enumerated() {
                let step = min(steps[Int(byte)], UInt8(width - 1 - place))
                steps[Int(byte)] = step
                steps[Int(byte.inCapitals)] = step
            }
        }
        let first = Set(self.words.compactMap(\.first))
        begins = (0...255).map { first.contains(UInt8($0).inLowerCase) }
        (self.width, self.steps) = (width, steps)
    }

    /// Tells whether a word stands in a name.
    func occur(in name: String) -> Bool {
        var name = name
        return name.withUTF8 { occur(in: $0) }
    }

    /// Tells whether a word stands in a name, UTF-8, or is all of it.
    func occur(in name: UnsafeBufferPointer<UInt8>) -> Bool {
        if name.count == Self.shortestName, name.lazy.map(\.inLowerCase).elementsEqual(Self.pin.utf8) {
            return true
        }
        guard name.contains(where: { $0 >= 0x80 }) else { return occur(in: UnsafeRawBufferPointer(name)) }
        // Outside ASCII there are capitals of ASCII letters, such as the sign for kelvin.
        return occur(in: Array(String(decoding: name, as: UTF8.self).lowercased().utf8))
    }

    /// Tells whether a word stands in a text.
    func occur(in text: [UInt8]) -> Bool {
        text.withUnsafeBytes { occur(in: $0) }
    }

    /// Tells whether a word stands in a text.
    func occur(in text: UnsafeRawBufferPointer) -> Bool {
        steps.withUnsafeBufferPointer { steps in
            begins.withUnsafeBufferPointer { begins in
                var start = 0
                while start + width <= text.count {
                    let step = Int(steps[Int(text[start + width - 1])])
                    if step == 0, begins[Int(text[start])], hasWord(text, at: start) { return true }
                    start += max(step, 1)
                }
                return false
            }
        }
    }

    private func hasWord(_ text: UnsafeRawBufferPointer, at start: Int) -> Bool {
        words.contains { word in
            guard start + word.count <= text.count else { return false }
            return word.indices.allSatisfy { text[start + $0].inLowerCase == word[$0] }
        }
    }
}

extension UInt8 {
    fileprivate var inLowerCase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
    fileprivate var inCapitals: UInt8 { (0x61...0x7A).contains(self) ? self & 0xDF : self }
}
