import EngineJSON

/// A value that is compared, taken apart once for all matchers.
public struct MatchedValue: Sendable {
    /// The value itself.
    public let bytes: [UInt8]
    /// The value as UTF-8 text.
    public private(set) lazy var text = String(decoding: bytes, as: UTF8.self)
    /// The value as JSON; nil where it is none.
    public private(set) lazy var json: JSONValue? = try? JSONValue(parsing: bytes)

    /// Takes bytes.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Takes a text.
    public init(_ text: String) {
        bytes = Array(text.utf8)
        self.text = text
    }
}
