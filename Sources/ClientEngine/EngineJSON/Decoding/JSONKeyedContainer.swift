/// Decodes the members of an object.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let scope: JSONScope

    var codingPath: [any CodingKey] { scope.path }
    var allKeys: [Key] { scope.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { scope.value(forKey: key.stringValue) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { scope.isNull(try node(key)) }

    // MARK: Values

    func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try scope.bool(at: node(key)) }
    func decode(_: String.Type, forKey key: Key) throws -> String { try scope.string(at: node(key)) }
    func decode(_: Double.Type, forKey key: Key) throws -> Double { try scope.float(at: node(key)) }
    func decode(_: Float.Type, forKey key: Key) throws -> Float { try scope.float(at: node(key)) }
    func decode(_: Int.Type, forKey key: Key) throws -> Int { try scope.integer(at: node(key)) }
    func decode<Integer: FixedWidthInteger & Decodable>(
        _ type: Integer.Type, forKey key: Key
    ) throws -> Integer {
        try scope.integer(at: node(key))
    }
    // The protocol has default implementations for these types, which throw.
    func decode(_: Int128.Type, forKey key: Key) throws -> Int128 { try scope.integer(at: node(key)) }
    func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 { try scope.integer(at: node(key)) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try scope.decode(type, at: node(key))
    }

    // MARK: Optional values; those of rare types the protocol looks up three times

    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try present(key).map(scope.bool) }
    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
        try present(key).map(scope.string)
    }
    func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? {
        try present(key).map(scope.float)
    }
    func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try present(key).map(scope.integer) }
    func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? {
        try present(key).map(scope.integer)
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key).map { try scope.decode(type, at: $0) }
    }

    // MARK: Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try JSONNodeDecoder(scope: scope, node: node(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try JSONNodeDecoder(scope: scope, node: node(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { superDecoder(for: JSONKey("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(for: key) }

    /// Returns the decoder of a member, or of `null` if there is no such member.
    private func superDecoder(for key: any CodingKey) -> JSONNodeDecoder {
        guard let node = scope.value(forKey: key.stringValue) else {
            return JSONNodeDecoder(scope: JSONScope(missing: key, in: scope), node: scope.document.missing)
        }
        return JSONNodeDecoder(scope: scope, node: node)
    }

    // MARK: Members

    private func node(_ key: Key) throws -> Int {
        let name = key.stringValue
        guard let node = scope.value(forKey: name) else {
            let problem = "No value associated with key \(key) (\"\(name)\")."
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: problem))
        }
        return node
    }

    /// Returns the value of a member, or `nil` if it is missing or `null`.
    private func present(_ key: Key) -> Int? {
        guard let node = scope.value(forKey: key.stringValue), !scope.isNull(node) else { return nil }
        return node
    }
}
