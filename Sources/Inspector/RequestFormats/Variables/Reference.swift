enum Reference: Hashable {
    /// A variable; with `%` in front its value is percent-encoded.
    case variable(name: String, isEncoded: Bool)
    /// A value that is made on the spot: `$uuid`, `$randomInt 1 10`.
    case dynamic(name: String, arguments: [String])
    /// A part of what another request sent or received; with `%` in front percent-encoded.
    case exchange(ExchangeReference, isEncoded: Bool)

    /// Reads what stands between the braces; nil when it is no reference and so stays text.
    init?(_ inside: Substring, dialect: HTTPFile.Dialect) {
        let text = inside.trimmedBlanks
        if dialect == .strict, !Self.isOfDraft(inside) { return nil }
        if text.first == "$" {
            guard let words = Self.words(of: text.dropFirst()), let name = words.first,
                !name.isEmpty, name.utf8.allSatisfy(\.isVariableName)
            else { return nil }
            self = .dynamic(name: name, arguments: Array(words.dropFirst()))
            return
        }
        let isEncoded = text.first == "%"
        let name = isEncoded ? text.dropFirst() : text
        guard let first = name.utf8.first, first.isVariableName, first != UInt8(ascii: ".") else {
            return nil
        }
        if let exchange = ExchangeReference(name) {
            self = .exchange(exchange, isEncoded: isEncoded)
            return
        }
        guard name.utf8.allSatisfy(Self.mayStandInPath) else { return nil }
        self = .variable(name: String(name), isEncoded: isEncoded)
    }

    /// Returns whether the draft knows the form: no blanks around a name, no arguments, dots only to other exchanges.
    private static func isOfDraft(_ inside: Substring) -> Bool {
        if inside.trimmedBlanks.utf8.count == inside.utf8.count, ExchangeReference(inside) != nil {
            return true
        }
        let name = inside.first == "$" ? inside.dropFirst() : inside
        return name.utf8.allSatisfy { $0.isVariableName && $0 != UInt8(ascii: ".") }
    }

    /// The line itself when it is one reference and nothing else.
    static func whole(_ line: Substring, dialect: HTTPFile.Dialect) -> String? {
        guard line.hasPrefix("{{") else { return nil }
        var scanner = ReferenceScanner(String(line), dialect: dialect)
        guard case .reference? = scanner.next(), scanner.next() == nil else { return nil }
        return String(line)
    }

    /// Names may lead into values: `user.roles[0]`.
    private static func mayStandInPath(_ byte: UInt8) -> Bool {
        byte.isVariableName || byte == 0x5B || byte == 0x5D || byte == UInt8(ascii: "$")
            || byte == UInt8(ascii: "*")
    }

    /// Returns the name and its arguments, apart by blanks or as in `name(a, "b")`; quoted arguments may hold anything.
    ///
    /// Nil where a quote does not end.
    private static func words(of text: Substring) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if " \t(),".contains(character) {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return quote == nil ? words : nil
    }
}
