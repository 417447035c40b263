/// Says whether some reader of events is so far behind that transfers should pause.
final class Congestion: Sendable {
    private struct State {
        var blocked = 0
        var reliefs: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    private let state = Locked(State())

    /// Whether transfers should pause.
    var isCongested: Bool { state.withLock { $0.blocked > 0 } }

    /// Sets what is called for somebody when the last reader has caught up; nil to call it no more.
    func onRelief(of somebody: AnyObject, _ relief: (@Sendable () -> Void)?) {
        state.withLock { $0.reliefs[ObjectIdentifier(somebody)] = relief }
    }

    /// Counts a reader that fell behind.
    func block() {
        state.withLock { $0.blocked += 1 }
    }

    /// Counts a reader that caught up.
    func unblock() {
        let reliefs = state.withLock {
            $0.blocked -= 1
            return $0.blocked == 0 ? Array($0.reliefs.values) : []
        }
        for relief in reliefs { relief() }
    }
}
