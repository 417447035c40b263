import Dispatch

/// Collects messages from other threads for one reader, and wakes the reader once per burst.
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

    /// Creates an empty mailbox.
    ///
    /// A reader that polls `pipe` need not wait in ``drain(withinMilliseconds:)``.
    @inlinable
    public init(_ empty: Content, waking pipe: WakePipe? = nil) {
        self.empty = empty
        self.pipe = pipe
        state = Locked(State(content: empty))
    }

    /// Changes the content, on any thread.
    ///
    /// This method wakes the reader while it holds the lock. The reader may find in the content all that it
    /// waited for, and may release the mailbox before this thread has returned.
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

    /// Waits until there is content, for at most `limit` milliseconds if it is not `nil`, and removes and returns the
    /// content.
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
    /// Creates an empty mailbox.
    @inlinable
    public convenience init() { self.init(Content()) }

    /// Appends one element, on any thread.
    @inlinable
    public func append(_ element: Content.Element) { add { $0.append(element) } }
}
