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
