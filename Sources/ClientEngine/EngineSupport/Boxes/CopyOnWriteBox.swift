/// A large value in reference-counted storage, so that copying the box only copies a reference.
///
/// Changing the value in one copy does not change the other copies. `@unchecked Sendable` is sound, because copies of a
/// box only read the storage that they share. Two functions write a value:
///
/// - `make` has created the storage, and no other code has a reference to it yet.
/// - `_modify` has the only reference to the storage, or makes its own copy first. Two threads cannot be in `_modify`
///   of one box: it is exclusive access to a variable, which the compiler enforces.
///
/// A thread that releases a copy has finished reading it. The release decrements the reference count with release
/// ordering, and the check for a unique reference reads the count with acquire ordering.
public struct CopyOnWriteBox<Value: Sendable>: @unchecked Sendable {
    /// The value and its reference count, in one block of memory.
    ///
    /// Access through an address avoids the exclusivity checks that Swift makes for a stored property of a class.
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

        /// The address of the value.
        ///
        /// It is valid while the storage is retained.
        @inlinable
        var address: UnsafeMutablePointer<Value> { withUnsafeMutablePointerToElements { $0 } }
    }

    @usableFromInline var storage: Storage

    /// Moves a value into a box without copying it.
    @inlinable
    public init(_ value: consuming Value) {
        storage = .make(value)
    }

    /// The value.
    ///
    /// Reading borrows it and makes no copy.
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

    /// The identity that the box shares with its unchanged copies.
    ///
    /// It is unique while one of them exists.
    @inlinable
    public var id: ObjectIdentifier { ObjectIdentifier(storage) }
}

extension CopyOnWriteBox: CustomDebugStringConvertible {
    /// The debug description of the value.
    public var debugDescription: String { String(reflecting: value) }
}

extension CopyOnWriteBox: Equatable where Value: Equatable {
    /// Returns whether both boxes hold equal values.
    ///
    /// Unchanged copies are equal without a comparison of their values.
    @inlinable
    public static func == (left: CopyOnWriteBox, right: CopyOnWriteBox) -> Bool {
        left.id == right.id || left.value == right.value
    }
}

extension CopyOnWriteBox: Hashable where Value: Hashable {
    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
