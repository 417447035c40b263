import EngineJSON
import FoundationEssentials

/// Decodes values from the bytes of a body.
///
/// ``JSONBytesDecoder`` and Foundation's `JSONDecoder` conform to it. For another format, a type of yours can conform
/// to it.
public protocol ValueDecoder: Sendable {
    /// Decodes a value.
    ///
    /// - Throws: `DecodingError` if the body does not match the type, or another error that describes the problem.
    func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value
}

extension JSONBytesDecoder: ValueDecoder {}

extension JSONDecoder: ValueDecoder {
    /// Decodes a value from bytes.
    ///
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value {
        try decode(type, from: Data(body))
    }
}
