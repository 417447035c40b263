/// Keeps a large value behind one reference, so that a copy of what holds it costs no more than one of its other fields.
///
/// Changing the value in one copy leaves it as it is in the others.
///
/// `@unchecked Sendable` is sound: what boxes share is only read. A value is written in two places: by `make`, which alone knows
/// the storage then, and by `_modify`, which has the only reference to it, or a copy of its own. Two threads cannot be in
/// `_modify` of one box, for that is exclusive access to a variable, which the compiler holds for values. Who has let go of a copy
/// has read it before: the storage is let go of behind the use of its value, the count of references goes down with a release, and is
/// looked at with an acquire.
public struct CopyOnWriteBox<Value: Sendable>: @unchecked Sendable {
    /// A value in one block of memory with its count of references.
    ///
    /// A block with an address of its own is spared the checks that the language makes for a property of a class.
    @usableFromInline
    final class Storage: ManagedBuffer<Void, Value> {
        @inlinable
        static func make(_ value: consuming Value) -> Storage {
            let storage = unsafeDowncast(create(minimumCapacity: 1) { _ in }, to: Storage.self)
            storage.address.initialize(to: value)
            return storage
        }

        @inlinable
        deinit {
            _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) }
        }

        /// Where the value lies: for no longer than somebody keeps the storage.
        @inlinable
        var address: UnsafeMutablePointer<Value> { withUnsafeMutablePointerToElements { $0 } }
    }

    @usableFromInline var storage: Storage

    /// Boxes a value, which is moved and not copied: what is boxed is large.
    @inlinable
    public init(_ value: consuming Value) {
        storage = .make(value)
    }

    /// Lent, not copied, to those who read it.
    @inlinable
    public var value: Value {
        _read {
            defer { withExtendedLifetime(storage) {} }
            yield storage.address.pointee
        }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = .make(storage.address.pointee) }
            defer { withExtendedLifetime(storage) {} }
            yield &storage.address.pointee
        }
    }

    /// An identity that tells the box and its unchanged copies from all others, for as long as one of them is kept.
    @inlinable
    public var id: ObjectIdentifier { ObjectIdentifier(storage) }
}

extension CopyOnWriteBox: CustomDebugStringConvertible {
    /// The description of the value, so that whoever prints what holds it sees it.
    public var debugDescription: String { String(reflecting: value) }
}

extension CopyOnWriteBox: Equatable where Value: Equatable {
    /// Returns whether both hold equal values, which one box and its unchanged copies do.
    @inlinable
    public static func == (left: CopyOnWriteBox, right: CopyOnWriteBox) -> Bool {
        left.id == right.id || left.value == right.value
    }
}

extension CopyOnWriteBox: Hashable where Value: Hashable {
    /// Feeds the value.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
