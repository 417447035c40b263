/// What stands between `{{` and `}}`.
enum Reference: Hashable {
    /// A variable; with `%` in front its value is percent-encoded.
    case variable(name: String, isEncoded: Bool)
    /// A value that is made on the spot: `$uuid`, `$randomInt 1 10`.
    case dynamic(name: String, arguments: [String])

    /// Reads what stands between the braces; nil when it is no reference and so stays text.
    init?(_ inside: Substring, dialect: HTTPFile.Dialect) {
        let text = inside.trimmedBlanks
        if dialect == .strict, text.utf8.count != inside.utf8.count { return nil }
        if text.first == "$" {
            let words = text.dropFirst().split {
                $0 == " " || $0 == "\t" || $0 == "(" || $0 == ")" || $0 == ","
            }
            guard let name = words.first, name.utf8.allSatisfy(\.isVariableName) else { return nil }
            self = .dynamic(name: String(name), arguments: words.dropFirst().map(String.init))
            return
        }
        let isEncoded = text.first == "%"
        let name = isEncoded ? text.dropFirst() : text
        guard !name.isEmpty, name.utf8.allSatisfy(Self.mayStandInPath) else { return nil }
        guard name.utf8.first.map({ $0.isVariableName && $0 != UInt8(ascii: ".") }) ?? false else {
            return nil
        }
        self = .variable(name: String(name), isEncoded: isEncoded)
    }

    /// The line itself when it is one reference and nothing else.
    static func whole(_ line: Substring) -> String? {
        guard line.hasPrefix("{{"), line.hasSuffix("}}") else { return nil }
        let inside = line.dropFirst(2).dropLast(2)
        guard !inside.contains("{"), !inside.contains("}") else { return nil }
        return Reference(inside, dialect: .union) == nil ? nil : String(line)
    }

    /// Names may lead into values: `user.roles[0]`, `login.response.body.$.token`, `login.response.body.*`.
    private static func mayStandInPath(_ byte: UInt8) -> Bool {
        byte.isVariableName || byte == 0x5B || byte == 0x5D || byte == UInt8(ascii: "$")
            || byte == UInt8(ascii: "*")
    }
}
