/// A token of a JSON text, in 16 bytes.
///
///     {"a":[1,2],"b":3}
///
///     0 object 2 → 9    1 name "a"    2 array 2 → 6    3 number    4 number    5 end    6 name "b"    7 number    8
///     end
///
/// The node of an array or an object has the number of its values and the index of the node after its end. Other nodes
/// have the position of their bytes.
///
/// Until a container ends, its node has the index of the surrounding container in place of its end.
struct JSONNode {
    enum Kind: UInt8 {
        case null
        case `true`
        case `false`
        case number
        /// A string that is not a name.
        case string
        case name
        case array
        case object
        case endOfArray
        case endOfObject
    }

    /// Properties of the bytes of a token.
    struct Marks: OptionSet {
        let rawValue: UInt8

        /// A string with escapes.
        static let escaped = Marks(rawValue: 1 << 4)
        /// A string with bytes outside ASCII.
        static let beyondASCII = Marks(rawValue: 1 << 5)
        /// A number with a fraction or an exponent.
        static let fractional = Marks(rawValue: 1 << 6)
    }

    /// The kind in four bits, the marks in four bits, and above them the start or the number of values.
    private var packed: UInt
    /// The offset of the byte after the token, or for an array or an object the index of the node after its end.
    let end: Int

    @inline(__always)
    init(_ kind: Kind, _ marks: Marks = [], start: Int = 0, end: Int = 0) {
        packed = UInt(bitPattern: start) &<< 8 | UInt(kind.rawValue | marks.rawValue)
        self.end = end
    }

    /// Not by `Kind(rawValue:)`, which checks each time what `packed` always has.
    @inline(__always) var kind: Kind { unsafeBitCast(UInt8(truncatingIfNeeded: packed & 0xF), to: Kind.self) }
    @inline(__always) var marks: Marks { Marks(rawValue: UInt8(truncatingIfNeeded: packed & 0xF0)) }
    /// The offset of the first byte, which for a string is the one after its quotation mark.
    @inline(__always) var start: Int { Int(bitPattern: packed &>> 8) }
    /// The number of elements or members of an array or an object.
    @inline(__always) var count: Int { start }

    /// Stores the number of values of a container that has not ended.
    @inline(__always)
    mutating func save(count: Int) { self = JSONNode(kind, start: count, end: end) }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the bytes of a string or a number as written.
    @inline(__always)
    func written(_ node: JSONNode) -> UnsafeBufferPointer {
        UnsafeBufferPointer(rebasing: self[node.start..<node.end])
    }

    /// Returns the text of a string or a name.
    @inline(__always)
    func text(of node: JSONNode) -> String {
        let written = written(node)
        guard node.marks.contains(.escaped) else { return String(copying: written) }
        return String(unsafeUninitializedCapacity: written.count) { JSONEscapes.resolve(written, into: $0) }
    }
}

extension String {
    /// Creates a string from bytes in UTF-8.
    ///
    /// For a short string that is stored inline, this way is faster.
    @inline(__always)
    init(copying bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.count > 15 {
            self.init(decoding: bytes, as: UTF8.self)
        } else {
            self.init(unsafeUninitializedCapacity: 15) { room in
                _ = room.update(fromContentsOf: bytes)
                return bytes.count
            }
        }
    }
}
