/// Decodes one value of a text.
///
/// The value is small enough to be stored inline in `any Decoder`.
struct JSONNodeDecoder: Decoder {
    let scope: JSONScope
    let node: Int
    /// Indicates whether the names of the object are its keys, regardless of the strategy.
    var keepsNames = false

    var codingPath: [any CodingKey] { scope.path(of: node) }
    var userInfo: [CodingUserInfoKey: Any] { scope.document.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard scope.document.nodes[node].kind == .object else {
            throw mismatch([String: Any].self, container: "keyed decoding")
        }
        return KeyedDecodingContainer(
            JSONKeyedContainer<Key>(
                scope: JSONScope(node, in: scope, keyedBy: type, keepsNames: keepsNames)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard scope.document.nodes[node].kind == .array else {
            throw mismatch([Any].self, container: "unkeyed decoding")
        }
        return JSONUnkeyedContainer(scope: JSONScope(node, in: scope))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func mismatch(_ type: any Any.Type, container: String) -> DecodingError {
        guard scope.isNull(node) else { return scope.mismatch(type, at: node) }
        let problem = "Cannot get \(container) container -- found null value instead"
        return .valueNotFound(type, DecodingError.Context(codingPath: codingPath, debugDescription: problem))
    }
}

extension JSONNodeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { scope.isNull(node) }
    func decode(_: Bool.Type) throws -> Bool { try scope.bool(at: node) }
    func decode(_: String.Type) throws -> String { try scope.string(at: node) }
    func decode(_: Double.Type) throws -> Double { try scope.float(at: node) }
    func decode(_: Float.Type) throws -> Float { try scope.float(at: node) }
    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try scope.integer(at: node)
    }
    // The protocol has default implementations for these types, which throw.
    func decode(_: Int128.Type) throws -> Int128 { try scope.integer(at: node) }
    func decode(_: UInt128.Type) throws -> UInt128 { try scope.integer(at: node) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try scope.decode(type, at: node) }
}
