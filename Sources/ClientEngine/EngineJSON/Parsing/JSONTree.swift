/// Creates a value from nodes.
struct JSONTree {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let nodes: UnsafeBufferPointer<JSONNode>
    private var next = 0

    /// Returns the value of a whole text.
    static func value(of bytes: UnsafeBufferPointer<UInt8>, nodes: [JSONNode]) -> JSONValue {
        nodes.withUnsafeBufferPointer {
            var tree = JSONTree(bytes: bytes, nodes: $0)
            return tree.value()
        }
    }

    private mutating func value() -> JSONValue {
        let node = nodes[next]
        next += 1
        switch node.kind {
        case .null: return .null
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .number:
            return .number(JSONNumber(verified: String(copying: bytes.written(node))))
        case .string, .name: return .string(bytes.text(of: node))
        case .array:
            let elements = Array(count: node.count) { value() }
            next += 1
            return .array(elements)
        case .object:
            let members = Array(count: node.count) {
                let name = bytes.text(of: nodes[next])
                next += 1
                return JSONObject.Member(name: name, value: value())
            }
            next += 1
            return .object(JSONObject(members))
        case .endOfArray, .endOfObject: preconditionFailure("An end is not a value.")
        }
    }
}

extension Array {
    /// Creates an array with `count` elements and exactly this capacity, by calling `make` for each element.
    @inline(__always)
    fileprivate init(count: Int, _ make: () -> Element) {
        self = []
        reserveCapacity(count)
        for _ in 0..<count { append(make()) }
    }
}
