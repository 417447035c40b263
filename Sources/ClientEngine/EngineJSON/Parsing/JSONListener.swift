/// Receives the tokens of a JSON text while it is parsed: containers, names and scalars, in order.
///
/// The bytes that it receives are valid only during the call.
public protocol JSONListener: AnyObject {
    /// Called when an array or an object begins.
    func open(_ container: JSONContainer)
    /// Called when the innermost open array or object ends.
    func close(_ container: JSONContainer)
    /// Called for the name of a member.
    ///
    /// The value of the member follows.
    func name(_ text: JSONStringBytes)
    /// Called for a string that is not a name.
    func string(_ text: JSONStringBytes)
    /// Called for a number, with its text.
    func number(_ text: UnsafeBufferPointer<UInt8>)
    /// Called for `null`, `true` or `false`.
    func word(_ value: JSONValue)
}

/// A value that contains other values.
public enum JSONContainer: Sendable, Hashable {
    /// An array.
    case array
    /// An object.
    case object
}

/// A string in a text that is being parsed.
public struct JSONStringBytes {
    /// The text in UTF-8, with its escapes decoded.
    public let bytes: UnsafeBufferPointer<UInt8>
    /// Indicates whether the string has no escapes, so that the bytes are those between the quotation marks.
    public let isPlain: Bool

    /// The text of the string.
    public var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONListener {
    /// Reports a node of a text that is being parsed.
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
    /// Calls `use` with a string whose escapes are decoded.
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
