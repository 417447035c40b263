import InspectorHTTPServer

/// Limits the requests that an observer of a server has not processed yet.
///
/// At the limit, the server delays further requests.
///
///     connections ── enter ──▶ │ requests and their bodies │ ──▶ leave ── observer has processed a request
///                     └─ full: the request waits, and its connection is not read
///
/// One backlog belongs to one server. Any thread may use it.
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

    /// Creates a backlog of `limit` requests, whose bodies have about `byteLimit` bytes.
    ///
    /// One body may exceed the limit.
    package init(limit: Int, byteLimit: Int = 64 << 20) {
        (self.limit, self.byteLimit) = (limit, byteLimit)
    }

    /// The number of requests that entered and have not left.
    package var count: Int { state.withLock(\.requests) }

    /// Waits until `count` requests are delayed.
    ///
    /// Returns `false` if that takes longer than `timeout`.
    package func waitUntilHeldBack(_ count: Int, timeout: Duration) -> Bool {
        state.wait(timeout: timeout) { $0.waiting.count >= count ? true : nil } ?? false
    }

    /// Removes a processed request whose body has `bytes` bytes.
    package func leave(bytes: Int) {
        let admitted = state.withLock { state in
            state.requests = max(0, state.requests - 1)
            state.bytes = max(0, state.bytes - bytes)
            return admitWaiting(to: &state)
        }
        for one in admitted { one.isIn(true) }
    }

    /// Reserves room for a request whose body has `bytes` bytes.
    ///
    /// Returns `true` if the request may proceed and `false` if the server is stopping. Returns `nil` if the
    /// request must wait. Then `isIn` is called later, once, on any thread, with one of these values.
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

    /// Waits for room for a request without a body.
    ///
    /// Returns `false` if the server is stopping.
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
