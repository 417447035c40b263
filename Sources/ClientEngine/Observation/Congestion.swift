/// Says whether some reader of events is so far behind that transfers should pause.
final class Congestion: Sendable {
    private struct State {
        var blocked = 0
        var onRelief: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    /// Whether transfers should pause.
    var isCongested: Bool { state.withLock { $0.blocked > 0 } }

    /// Sets what is called when the last reader has caught up.
    func onRelief(_ relief: @escaping @Sendable () -> Void) {
        state.withLock { $0.onRelief = relief }
    }

    /// Counts a reader that fell behind.
    func block() {
        state.withLock { $0.blocked += 1 }
    }

    /// Counts a reader that caught up.
    func unblock() {
        let relief = state.withLock {
            $0.blocked -= 1
            return $0.blocked == 0 ? $0.onRelief : nil
        }
        relief?()
    }
}
