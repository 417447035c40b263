/// Percent-encodes the URL of another program as that program does when it sends, because a URL of a `.http` file is
/// sent as it is written.
///
/// Only characters of ASCII are encoded: all others, and blanks, are when a request is sent. References stay.
struct URLTextEncoder {
    /// The characters that are encoded, by program.
    enum Style {
        /// Those of the URL standard: Postman, and Bruno where it encodes nothing itself.
        case standard
        /// Bruno's `encodeUrl`: all that JavaScript's `encodeURIComponent` encodes, and in the query escapes too.
        case components
        /// Insomnia's: the same, except for what a path may hold, and for escapes.
        case flexible
    }

    private enum Part { case authority, path, name, value, fragment }

    private let style: Style
    private var part = Part.authority

    private init(_ style: Style) {
        self.style = style
    }

    /// Returns a whole URL.
    static func encoded(_ url: String, _ style: Style) -> String {
        var encoder = URLTextEncoder(style)
        return TemplateText.map(
            url, literal: { encoder.literal($0) },
            reference: { encoder.reference($0) })
    }

    /// Returns the name or the value of a parameter.
    static func encoded(component text: String, isValue: Bool = true, _ style: Style) -> String {
        var encoder = URLTextEncoder(style)
        encoder.part = isValue ? .value : .name
        return TemplateText.map(
            text, literal: { encoder.encoded($0, in: encoder.part) },
            reference: { encoder.reference($0) })
    }

    /// Bruno encodes a value after it is filled in.
    private func reference(_ inside: Substring) -> String {
        style == .components && part == .value ? TemplateText.encoding(inside) : "{{\(inside)}}"
    }

    private mutating func literal(_ text: Substring) -> String {
        var output = ""
        var rest = text
        if part == .authority, let scheme = rest.unicodeScalars.firstRange(of: "://".unicodeScalars) {
            output += rest[..<scheme.upperBound]
            rest = rest[scheme.upperBound...]
        }
        while !rest.isEmpty {
            let piece = rest.prefix(while: { !isEnd($0) })
            output += encoded(piece, in: part)
            rest = rest[piece.endIndex...]
            guard let mark = rest.popFirst() else { break }
            output.append(mark)
            part = Self.part(after: mark, part)
        }
        return output
    }

    /// Returns whether a character ends the part that it is in.
    private func isEnd(_ character: Character) -> Bool {
        if character == "#" { return style != .components && part != .fragment }
        return switch part {
        case .authority: character == "/" || character == "?"
        case .path: character == "?"
        case .name: character == "=" || character == "&"
        case .value: character == "&"
        case .fragment: false
        }
    }

    private static func part(after mark: Character, _ part: Part) -> Part {
        switch mark {
        case "#": .fragment
        case "?", "&": .name
        case "=": .value
        default: .path
        }
    }

    private func encoded(_ text: Substring, in part: Part) -> String {
        let isQuery = part == .name || part == .value
        guard isQuery || part == .path else { return String(text) }
        return text.percentEncoded(keepingEscapes: style != .components || !isQuery) { byte in
            byte < 0x80 && mustEncode(byte, in: part)
        }
    }

    private func mustEncode(_ byte: UInt8, in part: Part) -> Bool {
        let isPath = part == .path
        switch style {
        case .standard: return (isPath ? "\"<>`{}" : "\"'<>").utf8.contains(byte)
        case .components: break
        case .flexible where isPath && ":@$+,;=".utf8.contains(byte): return false
        case .flexible where part == .value && byte == UInt8(ascii: ","): return false
        case .flexible: break
        }
        return !byte.isUnreservedInURL && !(isPath && byte == UInt8(ascii: "/"))
            && !"!'()*".utf8.contains(byte)
    }
}
