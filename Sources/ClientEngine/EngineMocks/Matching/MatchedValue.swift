import EngineJSON

/// A text that is compared, taken apart once for all matchers.
struct MatchedValue {
    let bytes: [UInt8]
    lazy var text = String(decoding: bytes, as: UTF8.self)
    lazy var json: JSONValue? = try? JSONValue(parsing: bytes)

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
        self.text = text
    }
}
