/// Carries elements between a thread that must not wait and a Swift task that may: a queue with a bound.
///
/// ```
///   upload     task ──send (waits while full)──▶ │││ ──poll──▶ loop thread
///   download   loop thread ──offer──▶ │││ ──next (waits while empty)──▶ task
/// ```
///
/// The end that cannot wait is told when it is worth to come back: after `poll` found nothing, or `offer` no room.
///
/// All of it can be inlined, so that the compiler specializes it for the elements: the runtime would look up their types with each.
public final class BoundedChannel<Element: Sendable>: Sendable {
    /// The result of a poll.
    public enum Poll {
        /// The oldest element.
        case element(Element)
        /// The channel is empty and open; `wake` is called when that changes.
        case nothingYet
        /// The channel is empty and ended, with an error if it failed.
        case finished((any Error)?)
    }

    @usableFromInline
    struct State {
        @usableFromInline var queue: BoundedQueue<Element>
        @usableFromInline var ending: End?
        @usableFromInline var waiter: UnsafeContinuation<Void, Never>?
        /// The weight of what the waiter waits for.
        @usableFromInline var awaited = 0
        /// A poll has found nothing.
        @usableFromInline var owesElement = false

        @inlinable
        init(capacity: Int) {
            queue = BoundedQueue(capacity: capacity)
        }

        @inlinable
        mutating func takeWaiter() -> UnsafeContinuation<Void, Never>? {
            defer { waiter = nil }
            return waiter
        }

        /// Returns whether the end that polls is to be told now; true once for each time it found nothing.
        @inlinable
        mutating func payForPoll() -> Bool {
            defer { owesElement = false }
            return owesElement
        }
    }

    @usableFromInline
    struct End {
        @usableFromInline var error: (any Error)?

        @inlinable
        init(error: (any Error)?) {
            self.error = error
        }
    }

    @usableFromInline let wake: @Sendable () -> Void
    @usableFromInline let state: Locked<State>

    /// Creates a channel that is full when the weights of what it holds reach `capacity`.
    ///
    /// `wake` is called outside the lock, on the thread of the end that waits.
    @inlinable
    public init(capacity: Int, wake: @escaping @Sendable () -> Void) {
        state = Locked(State(capacity: capacity))
        self.wake = wake
    }

    /// Ends it: what it holds can still be taken, and then the error or the end.
    ///
    /// Later calls change nothing; what is added later is dropped.
    @inlinable
    public func finish(_ error: (any Error)? = nil) {
        let (waiter, isOwed) = state.withLock { state in
            state.ending = state.ending ?? End(error: error)
            return (state.takeWaiter(), state.payForPoll())
        }
        waiter?.resume()
        if isOwed { wake() }
    }

    /// Ends the channel with `CancellationError` and drops its elements.
    @inlinable
    public func cancel() {
        finish(CancellationError())
        let isOwed = state.withLock { state in
            state.queue.clear()
            return state.queue.payForRoom()
        }
        if isOwed { wake() }
    }

    /// Adds an element; false when the channel is full now, and `wake` will say when it no longer is.
    @inlinable
    public func offer(_ element: Element, weight: Int) -> Bool {
        let (waiter, hasRoom) = state.withLock { state -> (UnsafeContinuation<Void, Never>?, Bool) in
            guard state.ending == nil else { return (nil, true) }
            let hasRoom = state.queue.add(element, weight: weight)
            return (state.queue.weighs(atLeast: state.awaited) ? state.takeWaiter() : nil, hasRoom)
        }
        waiter?.resume()
        return hasRoom
    }

    /// Takes the next element; after `nothingYet`, `wake` says when to come again.
    @inlinable
    public func poll() -> Poll {
        let (poll, waiter) = state.withLock { state -> (Poll, UnsafeContinuation<Void, Never>?) in
            if let element = state.queue.pop() {
                return (.element(element), state.queue.isHalfFree ? state.takeWaiter() : nil)
            }
            if let ending = state.ending { return (.finished(ending.error), nil) }
            state.owesElement = true
            return (.nothingYet, state.takeWaiter())
        }
        waiter?.resume()
        return poll
    }

    /// Adds an element, first waiting until there is room.
    ///
    /// - Throws: `CancellationError` when the task is cancelled or the channel has ended.
    @inlinable
    public func send(_ element: Element, weight: Int) async throws {
        await wait { $0.queue.hasRoom || $0.ending != nil }
        try Task.checkCancellation()
        let isOwed = try state.withLock { state in
            guard state.ending == nil else { throw CancellationError() }
            _ = state.queue.add(element, weight: weight)
            return state.payForPoll()
        }
        if isOwed { wake() }
    }

    /// Takes the next element, waiting for it; nil at the end.
    ///
    /// - Throws: what the channel was finished with, or `CancellationError`.
    @inlinable
    public func next() async throws -> Element? {
        try await take(once: { !$0.isEmpty }) { $0.pop() }
    }

    /// Takes all elements, waiting until they weigh so much together, at most what it holds, or no more come; nil at the end.
    ///
    /// Whoever adds them wakes nobody for less.
    ///
    /// - Throws: what the channel was finished with, or `CancellationError`.
    @inlinable
    public func batch(weighing least: Int) async throws -> [Element]? {
        try await take(awaiting: least, once: { $0.weighs(atLeast: least) }) { $0.popAll() }
    }

    // Not inlined: Swift 6.3 crashes where this becomes part of another coroutine that throws.
    @inlinable @inline(never)
    func take<Taken: Sendable>(
        awaiting weight: Int = 0, once isThere: (BoundedQueue<Element>) -> Bool,
        _ take: (inout BoundedQueue<Element>) -> Taken?
    ) async throws -> Taken? {
        while true {
            try Task.checkCancellation()
            let (taken, isOwed, ending) = state.withLock { state -> (Taken?, Bool, End?) in
                guard isThere(state.queue) || state.ending != nil else { return (nil, false, nil) }
                let taken = take(&state.queue)
                return (taken, state.queue.payForRoom(), state.ending)
            }
            if isOwed { wake() }
            if let taken { return taken }
            if let ending {
                if let error = ending.error { throw error }
                return nil
            }
            await wait(for: weight) { isThere($0.queue) || $0.ending != nil }
        }
    }

    @inlinable @inline(never)
    func wait(for weight: Int = 0, until isMet: (State) -> Bool) async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { waiter in
                let isDue = state.withLock { state in
                    // Asked under the lock: a cancellation that comes later finds the waiter in its place.
                    if Task.isCancelled || isMet(state) { return true }
                    (state.waiter, state.awaited) = (waiter, weight)
                    return false
                }
                if isDue { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.takeWaiter() }?.resume()
        }
    }
}
