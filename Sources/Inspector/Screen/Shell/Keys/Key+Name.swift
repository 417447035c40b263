import InspectorCanvas

extension Key {
    private static let named: [Key] = [
        .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end,
        .pageUp, .pageDown, .character(" "),
    ]

    /// Reads a key as the help writes it: `Ctrl-X`, `PgDn`, `F5`; nil for anything else, letters alone included.
    fileprivate init?(named word: String) {
        let lowered = word.lowercased()
        if let key = Self.named.first(where: { $0.text.lowercased() == lowered }) {
            self = key
        } else if lowered.hasPrefix("ctrl-"), word.count == 6, let letter = lowered.last, letter.isASCII {
            self = .control(letter)
        } else if lowered.hasPrefix("alt-"), word.count == 5, let letter = word.last {
            self = .alt(letter)
        } else if lowered.hasPrefix("f"), let number = Int(lowered.dropFirst()), (1...24).contains(number) {
            self = .function(number)
        } else {
            return nil
        }
    }
}

extension [Key] {
    /// Reads keys to be pressed one after the other: letters close together, named ones apart, as in `mf` or `Ctrl-X s`.
    init?(named text: String) {
        self = []
        for word in text.split(at: " ").map(String.init) {
            if let key = Key(named: word) {
                append(key)
            } else {
                let isNamed = word.count > 3 && word.contains("-")
                guard !isNamed, word.count <= 3, word.unicodeScalars.allSatisfy({ $0.value > 0x20 }) else {
                    return nil
                }
                self += word.map { .character($0) }
            }
        }
        if isEmpty { return nil }
    }
}

extension Key {
    /// The key that an arrow is where there is no text to select.
    var withoutShift: Key {
        switch self {
        case .shift(.up): .up
        case .shift(.down): .down
        case .shift(.left), .shift(.wordLeft): .left
        case .shift(.right), .shift(.wordRight): .right
        case .shift(.home): .home
        case .shift(.end): .end
        default: self
        }
    }
}
