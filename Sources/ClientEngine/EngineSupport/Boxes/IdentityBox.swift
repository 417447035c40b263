/// A value that equals only itself and its copies, so that a type that holds it can be `Hashable`.
///
/// Boxes of the same object are equal. Boxes of a value that is not an object are equal only if one is a copy of the
/// other.
public struct IdentityBox<Object: Sendable>: Sendable, Hashable {
    /// The object or value.
    public let object: Object
    // The object, or the box around a value. Holding it prevents another object from getting the same address. Only its
    // identity is used, which any thread may read.
    private nonisolated(unsafe) let held: AnyObject

    /// Creates a box for an object or for another value.
    public init(_ object: Object) {
        self.object = object
        held = object as AnyObject
    }

    /// Creates a box for a closure.
    ///
    /// It avoids the protocol lookups with which Swift begins to box a closure.
    public init(closure: Object) {
        object = closure
        held = Identity()
    }

    /// Returns whether one box is a copy of the other, or both refer to the same object.
    public static func == (left: IdentityBox, right: IdentityBox) -> Bool { left.held === right.held }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(held)) }
}

/// An object that only provides an identity.
private final class Identity {}
