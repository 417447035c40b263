import InspectorHTTPServer

/// Bounds what whoever watches a server has still to look at: while there is too much of it, no further request is answered.
///
///     connections ── enter ──▶ │ requests, and their bodies │ ──▶ leave ── whoever has seen the last of a request
///                     └─ full: waits, and nothing more is read from this connection
///
/// One is made for one server, and used from any thread.
package final class Backlog: Sendable {
    private struct State: Sendable {
        var requests = 0
        var bytes = 0
        var waiting = 0
        var isLifted = false
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
        state.wait(timeout: timeout) { $0.waiting >= count ? true : nil } ?? false
    }

    /// Removes a request whose last part was seen, and whose body has so many bytes.
    package func leave(bytes: Int) {
        state.withLock {
            $0.requests = max(0, $0.requests - 1)
            $0.bytes = max(0, $0.bytes - bytes)
        }
    }

    /// Waits for room and takes it, for a request whose body has so many bytes; false when the server ends.
    func enter(bytes: Int) -> Bool {
        if let isIn = state.withLock({ admit(bytes, to: &$0) }) { return isIn }
        state.withLock { $0.waiting += 1 }
        defer { state.withLock { $0.waiting -= 1 } }
        while true {
            state.wait { isOpen($0) ? () : nil }
            if let isIn = state.withLock({ admit(bytes, to: &$0) }) { return isIn }
        }
    }

    /// Returns whether it is in; nil where it has to wait.
    private func admit(_ bytes: Int, to state: inout State) -> Bool? {
        guard isOpen(state) else { return nil }
        guard !state.isLifted else { return false }
        state.requests += 1
        state.bytes += bytes
        return true
    }

    func lift() {
        state.withLock { $0.isLifted = true }
    }

    private func isOpen(_ state: State) -> Bool {
        state.isLifted || state.requests < limit && state.bytes < byteLimit
    }
}
