import ClientEngine
import EngineSupport

/// A value that another thread brings, once, to a connection on the client's loop, which cannot wait for it.
struct AsyncResult<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)
    private let wakeUp: @Sendable () -> Void

    /// Creates one whose coming is told by a closure, on the thread that brings it.
    init(_ wakeUp: @escaping @Sendable () -> Void) {
        self.wakeUp = wakeUp
    }

    func bring(_ value: Value) {
        self.value.withLock { $0 = value }
        wakeUp()
    }

    /// Takes the value; nil before it is there.
    func take() -> Value? { value.withLock { $0.take() } }
}
