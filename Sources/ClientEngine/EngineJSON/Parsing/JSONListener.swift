/// Hears what stands in a JSON text while it is read: containers, names and scalars, in their order.
///
/// The bytes it is given are valid during the call only.
public protocol JSONListener: AnyObject {
    /// An array or an object begins.
    func open(_ container: JSONContainer)
    /// The array or object that began last, and has not ended, ends.
    func close(_ container: JSONContainer)
    /// A member's name; its value follows.
    func name(_ text: JSONStringBytes)
    /// A string that is no name.
    func string(_ text: JSONStringBytes)
    /// A number, as it is written.
    func number(_ text: UnsafeBufferPointer<UInt8>)
    /// `null`, `true` or `false`.
    func word(_ value: JSONValue)
}

/// A value that holds others.
public enum JSONContainer: Sendable, Hashable {
    /// An array.
    case array
    /// An object.
    case object
}

/// A string of a text that is being read.
public struct JSONStringBytes {
    /// Its text as UTF-8, with its escapes resolved.
    public let bytes: UnsafeBufferPointer<UInt8>
    /// Indicates whether it was written without escapes: its bytes stand so between the quotation marks.
    public let isPlain: Bool

    /// Its text.
    public var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONListener {
    /// Reports a node of a text that is being read.
    @inline(__always)
    func take(_ node: JSONNode, of bytes: UnsafeBufferPointer<UInt8>) {
        switch node.kind {
        case .null: word(.null)
        case .true: word(.bool(true))
        case .false: word(.bool(false))
        case .number: number(bytes.written(node))
        case .string: JSONStringBytes.with(bytes.written(node), node.marks) { string($0) }
        case .name: JSONStringBytes.with(bytes.written(node), node.marks) { name($0) }
        case .array: open(.array)
        case .object: open(.object)
        case .endOfArray: close(.array)
        case .endOfObject: close(.object)
        }
    }
}

extension JSONStringBytes {
    /// Passes on a string, with its escapes resolved.
    @inline(__always)
    fileprivate static func with(
        _ written: UnsafeBufferPointer<UInt8>, _ marks: JSONNode.Marks, _ use: (JSONStringBytes) -> Void
    ) {
        guard marks.contains(.escaped) else { return use(JSONStringBytes(bytes: written, isPlain: true)) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: written.count) { room in
            let count = JSONEscapes.resolve(written, into: room)
            use(JSONStringBytes(bytes: UnsafeBufferPointer(rebasing: room[..<count]), isPlain: false))
        }
    }
}
