import Dispatch

/// Carries what other threads have to say to the one that waits for it, and wakes it once per burst.
public final class Mailbox<Content: Sendable>: Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var content: Content
        @usableFromInline var isAwake = false

        @inlinable
        init(content: Content) { self.content = content }
    }

    @usableFromInline let empty: Content
    @usableFromInline let state: Locked<State>
    @usableFromInline let arrivals = DispatchSemaphore(value: 0)
    @usableFromInline let pipe: WakePipe?

    /// Creates a mailbox with nothing in it; whoever is woken by a pipe need not wait in it.
    @inlinable
    public init(_ empty: Content, waking pipe: WakePipe? = nil) {
        self.empty = empty
        self.pipe = pipe
        state = Locked(State(content: empty))
    }

    /// Adds something, on any thread.
    ///
    /// The reader is woken under the lock: what it reads may be all that it waited for, and it may let go of the mailbox
    /// before this thread has left.
    @inlinable
    public func add(_ change: (inout Content) -> Void) {
        state.withLock { state in
            change(&state.content)
            guard !state.isAwake else { return }
            state.isAwake = true
            arrivals.signal()
            pipe?.wake()
        }
    }

    /// Waits until something has come, at most for so long where a limit is given, and takes all there is.
    @inlinable
    public func drain(withinMilliseconds limit: Int? = nil) -> Content {
        _ = arrivals.wait(timeout: limit.map { .now() + .milliseconds($0) } ?? .distantFuture)
        return state.withLock { state in
            defer { state = State(content: empty) }
            return state.content
        }
    }
}

extension Mailbox where Content: RangeReplaceableCollection {
    /// Creates a mailbox with nothing in it.
    @inlinable
    public convenience init() { self.init(Content()) }

    /// Adds one thing behind the others, on any thread.
    @inlinable
    public func append(_ element: Content.Element) { add { $0.append(element) } }
}
