/// Keeps a large value behind one reference, so that a copy of what holds it costs no more than one of its other fields.
///
/// Changing the value in one copy leaves it as it is in the others.
///
/// `@unchecked Sendable` is sound: a storage is changed only while a single box holds it.
struct CopyOnWriteBox<Value: Sendable>: @unchecked Sendable {
    /// A value in one block of memory with its count of references.
    ///
    /// What has an address of its own is spared the checks that the language makes for a property of a class.
    private final class Storage: ManagedBuffer<Void, Value> {
        static func make(_ value: Value) -> Storage {
            let storage = create(minimumCapacity: 1) { _ in }
            storage.withUnsafeMutablePointerToElements { $0.initialize(to: value) }
            return unsafeDowncast(storage, to: Storage.self)
        }

        deinit {
            _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) }
        }

        var value: UnsafeMutablePointer<Value> { withUnsafeMutablePointerToElements { $0 } }
    }

    private var storage: Storage

    init(_ value: Value) {
        storage = .make(value)
    }

    /// Lent, not copied, to those who read it.
    var value: Value {
        _read { yield storage.value.pointee }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = .make(storage.value.pointee) }
            yield &storage.value.pointee
        }
    }

    /// Whether both are copies of one box, of which none was changed: then they are equal.
    func isIdentical(to other: CopyOnWriteBox) -> Bool { storage === other.storage }

    /// What tells the box and its unchanged copies from all others, for as long as one of them is kept.
    var id: ObjectIdentifier { ObjectIdentifier(storage) }
}

extension CopyOnWriteBox: CustomDebugStringConvertible {
    /// What the value says, so that whoever prints what holds it sees it.
    var debugDescription: String { String(reflecting: value) }
}

extension CopyOnWriteBox: Equatable where Value: Equatable {
    static func == (left: CopyOnWriteBox, right: CopyOnWriteBox) -> Bool {
        left.isIdentical(to: right) || left.value == right.value
    }
}

extension CopyOnWriteBox: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
