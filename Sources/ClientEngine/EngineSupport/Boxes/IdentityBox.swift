/// A value that is equal to itself and its copies alone, so that values that hold it stay `Hashable`.
///
/// An object is the same in every reference to it; a value that is none is the same only in copies of one reference.
public struct IdentityBox<Object: Sendable>: Sendable, Hashable {
    /// The object or value.
    public let object: Object
    // The object, or the box that a value is put into, held so that no other one can have its address. Nothing of it is
    // used but its identity, which any thread may ask for.
    private nonisolated(unsafe) let held: AnyObject

    /// Creates a reference to an object, or to a value that is boxed.
    public init(_ object: Object) {
        self.object = object
        held = object as AnyObject
    }

    /// Takes a closure: a box of our own is spared the look through all protocols that the language's begins with.
    public init(closure: Object) {
        object = closure
        held = Identity()
    }

    /// Returns whether both are copies of one reference, or refer to one object.
    public static func == (left: IdentityBox, right: IdentityBox) -> Bool { left.held === right.held }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(held)) }
}

/// Is the same as itself alone.
private final class Identity {}
