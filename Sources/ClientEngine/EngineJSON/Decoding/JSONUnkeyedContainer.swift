/// Decodes the elements of an array.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
    private let scope: JSONScope
    private var node: Int
    private(set) var currentIndex = 0

    init(scope: JSONScope) {
        self.scope = scope
        node = scope.node + 1
    }

    var codingPath: [any CodingKey] { scope.path }
    var count: Int? { scope.document.nodes[scope.node].count }
    var isAtEnd: Bool { scope.document.nodes[node].kind == .endOfArray }

    mutating func decodeNil() throws -> Bool {
        guard scope.isNull(try element(Never.self)) else { return false }
        return advance(after: true)
    }

    // MARK: Values

    mutating func decode(_: Bool.Type) throws -> Bool {
        advance(after: try scope.bool(at: element(Bool.self)))
    }
    mutating func decode(_: String.Type) throws -> String {
        advance(after: try scope.string(at: element(String.self)))
    }
    mutating func decode(_: Double.Type) throws -> Double {
        advance(after: try scope.float(at: element(Double.self)))
    }
    mutating func decode(_: Float.Type) throws -> Float {
        advance(after: try scope.float(at: element(Float.self)))
    }
    mutating func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        advance(after: try scope.integer(at: element(type)))
    }
    // The protocol has default implementations for these types, which throw.
    mutating func decode(_: Int128.Type) throws -> Int128 {
        advance(after: try scope.integer(at: element(Int128.self)))
    }
    mutating func decode(_: UInt128.Type) throws -> UInt128 {
        advance(after: try scope.integer(at: element(UInt128.self)))
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        advance(after: try scope.decode(type, at: element(type)))
    }

    // MARK: Containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        advance(after: try decoder(KeyedDecodingContainer<NestedKey>.self).container(keyedBy: type))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        advance(after: try decoder((any UnkeyedDecodingContainer).self).unkeyedContainer())
    }

    mutating func superDecoder() throws -> any Decoder {
        advance(after: try decoder((any Decoder).self))
    }

    // MARK: Elements

    private func decoder(_ type: any Any.Type) throws -> JSONNodeDecoder {
        JSONNodeDecoder(scope: scope, node: try element(type))
    }

    /// Returns the next element.
    @inline(__always)
    private func element(_ type: any Any.Type) throws -> Int {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                DecodingError.Context(
                    codingPath: scope.path(of: node), debugDescription: "Unkeyed container is at end."))
        }
        return node
    }

    /// Advances to the next element after decoding the current one.
    @inline(__always)
    private mutating func advance<Value>(after value: Value) -> Value {
        node = scope.document.node(after: node)
        currentIndex += 1
        return value
    }
}
