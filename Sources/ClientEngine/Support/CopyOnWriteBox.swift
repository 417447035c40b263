/// Keeps a large value behind one reference, so that a copy of what holds it costs no more than one of its other fields.
///
/// Changing the value in one copy leaves it as it is in the others.
struct CopyOnWriteBox<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var box: Box

    init(_ value: Value) {
        box = Box(value)
    }

    /// Lent, not copied, to those who read it.
    var value: Value {
        _read { yield box.value }
        set { box = Box(newValue) }
    }
}

extension CopyOnWriteBox: Equatable where Value: Equatable {
    static func == (left: CopyOnWriteBox, right: CopyOnWriteBox) -> Bool {
        left.box === right.box || left.box.value == right.box.value
    }
}

extension CopyOnWriteBox: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
