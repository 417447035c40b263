/// Reads bytes without recursion into nodes, one for each token.
///
///     bytes   [ 1 , { "a" : true        ◀ position
///     nodes   array  number  object  name  true
///               ▲              │
///               └──────────────┘        the open containers: each has the index of the one around it
///
/// It fails at the first byte that no valid text could have there, so the bytes before the offset of
/// an error are always the beginning of some valid text.
struct JSONParser {
    private enum Step {
        case value
        case firstElement
        case firstName
        case name
        case afterValue
    }

    /// A container that has not ended, with the number of its values so far.
    private struct Open {
        var node = -1
        var isObject = false
        var count = 0
    }

    /// The number of nodes that are in use.
    private(set) var count = 0
    /// The number of nodes at the beginning that repeat open containers from an earlier call.
    private(set) var repeated = 0

    private let scanner: JSONScanner
    private let maximumDepth: Int
    private var position = 0
    private var depth = 0
    private var step = Step.value
    private var open = Open()

    init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) throws(UnlocatedJSONError) {
        scanner = JSONScanner(bytes: bytes)
        self.maximumDepth = min(maximumDepth, JSONValue.deepestNesting)
        guard scanner.byte(at: 0) == 0xEF else { return }
        for expected: UInt8 in [0xEF, 0xBB, 0xBF] {
            guard scanner.byte(at: position) == expected else {
                throw scanner.failure(at: position, expecting: "a value")
            }
            position += 1
        }
    }

    /// Returns the nodes of a whole text.
    static func nodes(
        of bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int
    ) throws(UnlocatedJSONError) -> [JSONNode] {
        var parser = try JSONParser(bytes, maximumDepth: maximumDepth)
        // A text without spaces has one node for about five bytes.
        var room = min(bytes.count / 4, 1 << 16) + 8
        var nodes: [JSONNode] = []
        var outcome: Result<Bool, UnlocatedJSONError>
        repeat {
            outcome = .success(true)
            nodes = Array(unsafeUninitializedCapacity: room) { larger, filled in
                _ = larger.initialize(fromContentsOf: nodes)
                do throws(UnlocatedJSONError) {
                    outcome = .success(try parser.parse(into: larger))
                } catch {
                    outcome = .failure(error)
                }
                filled = parser.count
            }
            room *= 2
        } while try !outcome.get()
        return nodes
    }

    /// Makes room for new nodes: discards the nodes in use except the open containers.
    mutating func forget(_ nodes: UnsafeMutableBufferPointer<JSONNode>) {
        guard count > 0 else { return }
        var containers: [JSONNode] = []
        if open.node >= 0 { nodes[open.node].save(count: open.count) }
        while open.node >= 0 {
            containers.append(nodes[open.node])
            open.node = nodes[open.node].end
        }
        for (index, container) in containers.reversed().enumerated() {
            nodes[index] = JSONNode(container.kind, start: container.count, end: index - 1)
        }
        open.node = containers.count - 1
        (count, repeated) = (containers.count, containers.count)
    }

    /// Continues parsing until the text ends or all nodes are in use.
    ///
    /// - Returns: Whether the text has ended.
    mutating func parse(
        into nodes: UnsafeMutableBufferPointer<JSONNode>
    ) throws(UnlocatedJSONError) -> Bool {
        // The compiler keeps local variables in registers.
        let (scanner, maximumDepth) = (scanner, maximumDepth)
        var (position, step, open, depth, count) = (position, step, open, depth, count)
        defer {
            (self.position, self.step, self.open, self.depth) = (position, step, open, depth)
            self.count = count
        }
        while count < nodes.count {
            position = scanner.endOfWhitespace(from: position)
            let byte = scanner.byte(at: position)
            switch step {
            case .afterValue:
                guard open.node >= 0 else {
                    guard position == scanner.bytes.count else {
                        throw scanner.failure(at: position, expecting: "the end of the text")
                    }
                    return true
                }
                open.count += 1
                if byte == UInt8(ascii: ",") {
                    position += 1
                    step = open.isObject ? .name : .value
                    continue
                }
                guard byte == (open.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw scanner.failure(
                        at: position, expecting: open.isObject ? "“,” or “}”" : "“,” or “]”")
                }
                close()
            case .firstElement where byte == UInt8(ascii: "]"), .firstName where byte == UInt8(ascii: "}"):
                close()
            case .name, .firstName:
                guard byte == UInt8(ascii: "\"") else {
                    let end = step == .firstName ? " or “}”" : ""
                    throw scanner.failure(at: position, expecting: "a name in quotation marks" + end)
                }
                try parseString(.name)
                position = scanner.endOfWhitespace(from: position)
                guard scanner.byte(at: position) == UInt8(ascii: ":") else {
                    throw scanner.failure(at: position, expecting: "“:”")
                }
                position += 1
                step = .value
            case .value, .firstElement:
                switch byte {
                case UInt8(ascii: "\""):
                    try parseString(.string)
                    step = .afterValue
                case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    var marks: JSONNode.Marks = []
                    let end = try scanner.endOfNumber(from: position, &marks)
                    nodes[count] = JSONNode(.number, marks, start: position, end: end)
                    (position, count, step) = (end, count + 1, .afterValue)
                case UInt8(ascii: "{"): try enter(isObject: true)
                case UInt8(ascii: "["): try enter(isObject: false)
                case UInt8(ascii: "t"): try parseWord("true", .true)
                case UInt8(ascii: "f"): try parseWord("false", .false)
                case UInt8(ascii: "n"): try parseWord("null", .null)
                default:
                    let end = step == .firstElement ? " or “]”" : ""
                    throw scanner.failure(at: position, expecting: "a value" + end)
                }
            }
        }
        return false

        @inline(__always)
        func parseString(_ kind: JSONNode.Kind) throws(UnlocatedJSONError) {
            var marks: JSONNode.Marks = []
            let end = try scanner.endOfString(from: position + 1, &marks)
            nodes[count] = JSONNode(kind, marks, start: position + 1, end: end)
            (position, count) = (end + 1, count + 1)
        }

        @inline(__always)
        func parseWord(_ word: StaticString, _ kind: JSONNode.Kind) throws(UnlocatedJSONError) {
            position = try scanner.endOfWord(word, from: position)
            nodes[count] = JSONNode(kind)
            (count, step) = (count + 1, .afterValue)
        }

        @inline(__always)
        func enter(isObject: Bool) throws(UnlocatedJSONError) {
            guard depth < maximumDepth else { throw Self.depthFailure(at: position, maximumDepth) }
            if open.node >= 0 { nodes[open.node].save(count: open.count) }
            nodes[count] = JSONNode(isObject ? .object : .array, end: open.node)
            open = Open(node: count, isObject: isObject)
            (position, depth, count) = (position + 1, depth + 1, count + 1)
            step = isObject ? .firstName : .firstElement
        }

        @inline(__always)
        func close() {
            nodes[count] = JSONNode(open.isObject ? .endOfObject : .endOfArray)
            (position, depth, count, step) = (position + 1, depth - 1, count + 1, .afterValue)
            let outer = nodes[open.node].end
            nodes[open.node] = JSONNode(open.isObject ? .object : .array, start: open.count, end: count)
            guard outer >= 0 else { return open = Open() }
            open = Open(
                node: outer, isObject: nodes[outer].kind == .object, count: nodes[outer].count)
        }
    }

    @inline(never)
    private static func depthFailure(at position: Int, _ maximumDepth: Int) -> UnlocatedJSONError {
        let expected = "at most \(maximumDepth) arrays and objects inside each other"
        return UnlocatedJSONError(kind: .tooDeep, offset: position, expected: expected)
    }
}
