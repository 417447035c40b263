import ClientEngine
import EngineSupport

/// A value that another thread delivers once to a connection on the client's loop, which cannot block.
struct AsyncResult<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)
    private let wakeUp: @Sendable () -> Void

    /// Creates a result.
    ///
    /// The delivering thread calls `wakeUp` after it delivered the value.
    init(_ wakeUp: @escaping @Sendable () -> Void) {
        self.wakeUp = wakeUp
    }

    func bring(_ value: Value) {
        self.value.withLock { $0 = value }
        wakeUp()
    }

    /// Removes and returns the value, or `nil` if it was not delivered yet.
    func take() -> Value? { value.withLock { $0.take() } }
}
