import InspectorHTTPServer

/// Bounds what whoever watches a server has still to look at: while there is too much of it, no further request is answered.
///
///     connections ── enter ──▶ │ requests, and their bodies │ ──▶ leave ── whoever has seen the last of a request
///                     └─ full: waits its turn, and nothing more is read from this connection
///
/// One is made for one server, and used from any thread.
package final class Backlog: Sendable {
    private struct State: Sendable {
        var requests = 0
        var bytes = 0
        var waiting: [Waiting] = []
        var isLifted = false
    }

    private struct Waiting: Sendable {
        let bytes: Int
        let isIn: @Sendable (Bool) -> Void
    }

    private let limit: Int
    private let byteLimit: Int
    private let state = Monitor(State())

    /// Creates a backlog of so many requests, whose bodies have about so many bytes together: one more body may be over it.
    package init(limit: Int, byteLimit: Int = 64 << 20) {
        (self.limit, self.byteLimit) = (limit, byteLimit)
    }

    /// The requests that were let in and have not left.
    package var count: Int { state.withLock(\.requests) }

    /// Waits until so many requests are held back; false when that takes longer than the timeout.
    package func waitUntilHeldBack(_ count: Int, timeout: Duration) -> Bool {
        state.wait(timeout: timeout) { $0.waiting.count >= count ? true : nil } ?? false
    }

    /// Removes a request whose last part was seen, and whose body has so many bytes.
    package func leave(bytes: Int) {
        let admitted = state.withLock { state in
            state.requests = max(0, state.requests - 1)
            state.bytes = max(0, state.bytes - bytes)
            return admitWaiting(to: &state)
        }
        for one in admitted { one.isIn(true) }
    }

    /// Takes room for a request whose body has so many bytes, and returns whether it is in, which it is not when the server ends;
    /// nil where it has to wait for others: then the closure is told, once, on any thread.
    func enter(bytes: Int, orLater isIn: @escaping @Sendable (Bool) -> Void) -> Bool? {
        state.withLock { state in
            guard !state.isLifted else { return false }
            guard state.waiting.isEmpty, isOpen(state) else {
                state.waiting.append(Waiting(bytes: bytes, isIn: isIn))
                return nil
            }
            admit(bytes, to: &state)
            return true
        }
    }

    /// Waits for room and takes it, for a request without a body; false when the server ends.
    func enter() -> Bool {
        let isIn = Monitor<Bool?>(nil)
        return enter(bytes: 0) { later in isIn.withLock { $0 = later } } ?? isIn.wait { $0 } ?? false
    }

    func lift() {
        let refused = state.withLock { state in
            state.isLifted = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in refused { one.isIn(false) }
    }

    private func admitWaiting(to state: inout State) -> ArraySlice<Waiting> {
        var count = 0
        while count < state.waiting.count, isOpen(state) {
            admit(state.waiting[count].bytes, to: &state)
            count += 1
        }
        defer { state.waiting.removeFirst(count) }
        return state.waiting.prefix(count)
    }

    private func admit(_ bytes: Int, to state: inout State) {
        state.requests += 1
        state.bytes += bytes
    }

    private func isOpen(_ state: State) -> Bool {
        state.requests < limit && state.bytes < byteLimit
    }
}
