import EngineJSON

/// A value that matchers test.
///
/// It is parsed once for all matchers.
public struct MatchedValue: Sendable {
    /// The bytes of the value.
    public let bytes: [UInt8]
    /// The value decoded as UTF-8.
    public private(set) lazy var text = String(decoding: bytes, as: UTF8.self)
    /// The value parsed as JSON, or `nil` if it is not JSON.
    public private(set) lazy var json: JSONValue? = try? JSONValue(parsing: bytes)

    /// Creates a value from bytes.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates a value from text.
    public init(_ text: String) {
        bytes = Array(text.utf8)
        self.text = text
    }
}
