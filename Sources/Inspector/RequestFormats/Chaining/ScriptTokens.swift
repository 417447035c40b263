import EngineJSON

/// A word of JavaScript, as far as response handlers need it.
enum ScriptToken: Equatable {
    case name(String)
    case string(String)
    case number(JSONNumber)
    /// An operator or a bracket, such as `===`, `=>` or `(`.
    case mark(String)
    /// A line break, which can end a statement.
    case lineBreak

    /// Cuts a script into words; nil for one that has others.
    static func tokens(of script: Substring) -> [ScriptToken]? {
        var tokens: [ScriptToken] = []
        var rest = script
        while let first = rest.first {
            if first.isNewline {
                rest.removeFirst()
                if tokens.last != .lineBreak { tokens.append(.lineBreak) }
            } else if first.isWhitespace {
                rest.removeFirst()
            } else if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                guard let end = rest.unicodeScalars.firstRange(of: "*/".unicodeScalars) else { return nil }
                rest = rest[end.upperBound...]
            } else {
                guard let token = readToken(&rest) else { return nil }
                tokens.append(token)
            }
        }
        return tokens
    }

    private static let marks = [
        "===", "!==", "==", "!=", ">=", "<=", "=>", "&&", "?.", "(", ")", "{", "}", "[", "]", ".", ",", ";",
        "+", "=", ">", "<", "!",
    ]

    private static func readToken(_ rest: inout Substring) -> ScriptToken? {
        guard let first = rest.first else { return nil }
        if first == "\"" || first == "'" || first == "`" { return string(&rest, quote: first) }
        if first.isLetter || first == "_" || first == "$" {
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
            rest = rest[name.endIndex...]
            return .name(String(name))
        }
        if first.isASCII, first.isNumber || first == "-" {
            let word = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
            rest = rest[word.endIndex...]
            return JSONNumber(text: String(word)).map { .number($0) }
        }
        guard let mark = marks.first(where: rest.hasPrefix) else { return nil }
        rest = rest.dropFirst(mark.count)
        return .mark(mark)
    }

    /// Reads a string without the escapes that JSON does not have, and a template without expressions.
    private static func string(_ rest: inout Substring, quote: Character) -> ScriptToken? {
        var text = ""
        rest.removeFirst()
        while let next = rest.popFirst() {
            switch next {
            case quote:
                return quote == "`" && text.contains("${") ? nil : .string(text)
            case "\\":
                guard let escaped = rest.popFirst(), let plain = escapes[escaped] else { return nil }
                text.append(plain)
            default:
                if next.isNewline, quote != "`" { return nil }
                text.append(next)
            }
        }
        return nil
    }

    private static let escapes: [Character: Character] = [
        "n": "\n", "t": "\t", "r": "\r", "\"": "\"", "'": "'", "`": "`", "\\": "\\", "/": "/", "$": "$",
    ]
}
