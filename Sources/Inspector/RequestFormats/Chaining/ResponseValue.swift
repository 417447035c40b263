import ClientEngine
import EngineJSON

/// A value taken from an exchange.
public enum ResponseValue: Sendable, Hashable {
    /// It is not there, and why, as words that follow “there is”.
    case missing(String)
    /// A value of a JSON body, or a number such as the status.
    case json(JSONValue)
    /// A header or another piece of text.
    case text(String)
    /// A whole body, and the encoding of its text.
    case octets([UInt8], TextEncoding)

    /// Indicates whether there is a value.
    public var isMissing: Bool {
        if case .missing = self { true } else { false }
    }

    /// The octets that stand in its place: a string without quotation marks, other JSON as compact text.
    ///
    /// A missing value has none.
    public var octets: [UInt8] {
        switch self {
        case .missing: []
        case .json(.string(let text)), .text(let text): Array(text.utf8)
        case .json(let value): value.serializedBytes()
        case .octets(let octets, _): octets
        }
    }

    /// The value as text, with U+FFFD where octets are not of their encoding.
    public var text: String {
        switch self {
        case .json(.string(let text)), .text(let text): text
        case .octets(let octets, let encoding): encoding.text(of: octets)
        default: String(decoding: octets, as: UTF8.self)
        }
    }

    /// The value in the words of an error: short, with quotation marks around JSON strings.
    public var summary: String {
        let text =
            switch self {
            case .missing(let reason): reason
            case .json(let value): value.serialized()
            case .text, .octets: self.text
            }
        return text.unicodeScalars.count <= 200 ? text : String(text.unicodeScalars.prefix(199)) + "…"
    }

    /// The JSON value that it is, or that its text spells.
    var json: JSONValue? {
        switch self {
        case .missing: .none
        case .json(let value): value
        case .text(let text): .string(text)
        case .octets(let octets, let encoding):
            (try? JSONValue(parsing: encoding.utf8(of: octets))) ?? .string(text)
        }
    }

    /// Indicates whether JavaScript takes it for true.
    var isTruthy: Bool {
        switch self {
        case .missing, .json(.null): false
        case .json(.bool(let bool)): bool
        case .json(.number(let number)): !number.isEquivalent(to: JSONNumber(0))
        case .json(.string(let text)), .text(let text): !text.isEmpty
        case .json(.array), .json(.object): true
        case .octets(let octets, _): !octets.isEmpty
        }
    }
}
