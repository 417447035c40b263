/// Carries elements between a thread that must not wait and a Swift task that may: a queue with a bound.
///
/// ```
///   upload     task ──send (waits while full)──▶ │││ ──poll──▶ loop thread
///   download   loop thread ──offer──▶ │││ ──next (waits while empty)──▶ task
/// ```
///
/// The end that cannot wait is told when it is worth to come back: after `poll` found nothing, or `offer` no room.
final class Pipe<Element: Sendable>: Sendable {
    /// What there is to take.
    enum Poll {
        case element(Element)
        case nothingYet
        case finished((any Error)?)
    }

    private struct State {
        var elements: [(element: Element, weight: Int)] = []
        var taken = 0
        var weight = 0
        var ending: Ending?
        var waiter: CheckedContinuation<Void, Never>?
        var owesWake = false

        var isEmpty: Bool { taken == elements.count }

        mutating func pop() -> Element? {
            guard taken < elements.count else { return nil }
            let (element, weight) = elements[taken]
            taken += 1
            self.weight -= weight
            if taken == elements.count || taken > 256 {
                elements.removeFirst(taken)
                taken = 0
            }
            return element
        }

        mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
            defer { waiter = nil }
            return waiter
        }

        /// Whether the end that cannot wait is to be told now; true once for each time it was turned away.
        mutating func takeDebt(if isDue: Bool) -> Bool {
            guard isDue, owesWake else { return false }
            owesWake = false
            return true
        }
    }

    private struct Ending {
        var error: (any Error)?
    }

    private let capacity: Int
    private let wake: @Sendable () -> Void
    private let state = Locked(State())

    /// Creates a pipe that is full when the weights of what it holds reach `capacity`.
    ///
    /// `wake` is called outside the lock, on the thread of the end that waits.
    init(capacity: Int, wake: @escaping @Sendable () -> Void) {
        self.capacity = capacity
        self.wake = wake
    }

    /// Ends it: what it holds can still be taken, and then the error or the end.
    ///
    /// Later calls change nothing; what is added later is dropped.
    func finish(_ error: (any Error)? = nil) {
        let (waiter, isOwed) = state.withLock { state in
            state.ending = state.ending ?? Ending(error: error)
            return (state.takeWaiter(), state.takeDebt(if: true))
        }
        waiter?.resume()
        if isOwed { wake() }
    }

    /// Ends it and drops what it holds.
    func cancel() {
        finish(CancellationError())
        state.withLock { state in
            (state.elements, state.taken, state.weight) = ([], 0, 0)
        }
    }

    // MARK: - The end that must not wait

    /// Adds an element; false when the pipe is full now, and `wake` will say when it no longer is.
    func offer(_ element: Element, weight: Int) -> Bool {
        let (waiter, hasRoom) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Bool) in
            guard state.ending == nil else { return (nil, true) }
            state.elements.append((element, weight))
            state.weight += weight
            let hasRoom = state.weight < capacity
            if !hasRoom { state.owesWake = true }
            return (state.takeWaiter(), hasRoom)
        }
        waiter?.resume()
        return hasRoom
    }

    /// Takes the next element; after `nothingYet`, `wake` says when to come again.
    func poll() -> Poll {
        let (poll, waiter) = state.withLock { state -> (Poll, CheckedContinuation<Void, Never>?) in
            if let element = state.pop() {
                return (.element(element), state.weight < capacity / 2 ? state.takeWaiter() : nil)
            }
            if let ending = state.ending { return (.finished(ending.error), nil) }
            state.owesWake = true
            return (.nothingYet, state.takeWaiter())
        }
        waiter?.resume()
        return poll
    }

    // MARK: - The end that may wait

    /// Adds an element, first waiting until there is room.
    ///
    /// - Throws: `CancellationError` when the task is cancelled or the pipe has ended.
    func send(_ element: Element, weight: Int) async throws {
        await wait { $0.weight < self.capacity || $0.ending != nil }
        try Task.checkCancellation()
        let isOwed = try state.withLock { state in
            guard state.ending == nil else { throw CancellationError() }
            state.elements.append((element, weight))
            state.weight += weight
            return state.takeDebt(if: true)
        }
        if isOwed { wake() }
    }

    /// Takes the next element, waiting for it; nil at the end.
    ///
    /// - Throws: what the pipe was finished with, or `CancellationError`.
    func next() async throws -> Element? {
        await wait { !$0.isEmpty || $0.ending != nil }
        try Task.checkCancellation()
        let (element, isOwed, ending) = state.withLock { state in
            let element = state.pop()
            return (element, state.takeDebt(if: state.weight < capacity / 2), state.ending)
        }
        if isOwed { wake() }
        if let element { return element }
        if let error = ending?.error { throw error }
        return nil
    }

    private func wait(until isMet: (State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isDue = state.withLock { state in
                    // Asked under the lock: a cancellation that comes later finds the waiter in its place.
                    if Task.isCancelled || isMet(state) { return true }
                    state.waiter = waiter
                    return false
                }
                if isDue { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.takeWaiter() }?.resume()
        }
    }
}
