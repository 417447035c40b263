import ClientEngine
import Dispatch
import EngineSupport

/// Writes to a stream from a thread of its own, so that a reader who does not read holds up nobody who must leave.
///
///     write ──▶ │ at most 64 KiB wait │ ──▶ thread ──▶ stream
///       └─ full: waits for room, until released
final class StreamWriter: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var isWriting = false
        /// Somebody wants to be told of progress.
        var isAwaited = false
        /// Nobody waits any more.
        var isReleased = false

        var isIdle: Bool { waiting.isEmpty && !isWriting }
    }

    private static let capacity = 64 << 10

    private let state = Locked(State())
    private let work = DispatchSemaphore(value: 0)
    private let progress = DispatchSemaphore(value: 0)

    /// Hands all bytes to a closure, on a thread that may wait in it and that ends with the process.
    init(_ deliver: @escaping @Sendable ([UInt8]) -> Void) {
        DetachedThread.start { [state, work, progress] in
            while true {
                work.wait()
                let bytes = state.withLock { state in
                    defer { (state.waiting, state.isWriting) = ([], true) }
                    return state.waiting
                }
                deliver(bytes)
                let isAwaited = state.withLock { state in
                    defer { (state.isWriting, state.isAwaited) = (false, false) }
                    return state.isAwaited
                }
                if isAwaited { progress.signal() }
            }
        }
    }

    /// Writes after what was written before; waits while too much waits already.
    func write(_ text: String) {
        let isFirst = state.withLock { state in
            defer { state.waiting += text.utf8 }
            return state.waiting.isEmpty
        }
        if isFirst { work.signal() }
        while isAwaiting({ $0.waiting.count > Self.capacity && !$0.isReleased }) { progress.wait() }
    }

    /// Has nobody wait from now on, neither those who do: what is written is kept until it can be handed over.
    func release() {
        state.withLock { $0.isReleased = true }
        progress.signal()
    }

    /// Waits until all was handed over; false when the reader does not take it in time.
    func finish(within limit: DispatchTimeInterval) -> Bool {
        let deadline = DispatchTime.now() + limit
        while isAwaiting({ !$0.isIdle }) {
            guard progress.wait(timeout: deadline) == .success else { return state.withLock(\.isIdle) }
        }
        return true
    }

    private func isAwaiting(_ condition: (State) -> Bool) -> Bool {
        state.withLock { state in
            state.isAwaited = condition(state)
            return state.isAwaited
        }
    }
}
