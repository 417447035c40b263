import Foundation

/// What a request sends after its head.
public enum Body: Sendable, Hashable {
    /// Nothing: no body and no length.
    case none
    /// Bytes in memory.
    case data([UInt8])
    /// The content of a file, streamed while it is sent.
    case file(path: String)

    /// Makes a body of UTF-8 text.
    public static func text(_ text: String) -> Body {
        .data(Array(text.utf8))
    }

    /// Makes a body of the value encoded as JSON.
    ///
    /// Throws what the encoder throws.
    public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws -> Body {
        .data(Array(try encoder.encode(value)))
    }

    /// Tells whether there is nothing to send.
    public var isNone: Bool { self == .none }
}
