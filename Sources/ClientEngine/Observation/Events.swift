/// Every event of a client, as an asynchronous sequence: none is dropped.
///
/// A reader that falls more than 4,096 events behind makes the client pause reading from the network until it has
/// caught up; that is the backpressure.
public struct Events: AsyncSequence, Sendable {
    /// What is delivered.
    public typealias Element = Event

    let hub: EventHub
    let congestion: Congestion

    /// Starts to collect: events from now on are delivered.
    public func makeAsyncIterator() -> Iterator {
        let queue = EventQueue(congestion: congestion)
        let observation = hub.observe { queue.append($0) }
        return Iterator(queue: queue, observation: observation)
    }

    /// Takes events one at a time.
    public struct Iterator: AsyncIteratorProtocol {
        let queue: EventQueue
        let observation: Observation

        /// Waits for the next event; nil once the surrounding task is cancelled.
        public mutating func next() async -> Event? {
            await queue.next()
        }
    }
}

/// Holds the events that a reader has not taken yet.
final class EventQueue: Sendable {
    private static let highWater = 4096
    private static let lowWater = 1024

    private struct State {
        var events: [Event] = []
        var taken = 0
        var waiter: CheckedContinuation<Event?, Never>?
        var isBlocking = false
        var isFinished = false

        var count: Int { events.count - taken }

        mutating func pop() -> Event? {
            guard taken < events.count else { return nil }
            defer {
                taken += 1
                if taken == events.count || taken > EventQueue.highWater {
                    events.removeFirst(taken)
                    taken = 0
                }
            }
            return events[taken]
        }
    }

    private let state = Locked(State())
    private let congestion: Congestion

    init(congestion: Congestion) {
        self.congestion = congestion
    }

    deinit {
        if state.withLock({ $0.isBlocking }) { congestion.unblock() }
    }

    func append(_ event: Event) {
        let (waiter, blocks) = state.withLock { state -> (CheckedContinuation<Event?, Never>?, Bool) in
            if let waiter = state.waiter {
                state.waiter = nil
                return (waiter, false)
            }
            guard !state.isFinished else { return (nil, false) }
            state.events.append(event)
            guard !state.isBlocking, state.count > Self.highWater else { return (nil, false) }
            state.isBlocking = true
            return (nil, true)
        }
        waiter?.resume(returning: event)
        if blocks { congestion.block() }
    }

    func next() async -> Event? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (event, isReady, unblocks) = state.withLock { state -> (Event?, Bool, Bool) in
                    if state.isFinished { return (nil, true, false) }
                    if let event = state.pop() {
                        let unblocks = state.isBlocking && state.count < Self.lowWater
                        if unblocks { state.isBlocking = false }
                        return (event, true, unblocks)
                    }
                    state.waiter = continuation
                    return (nil, false, false)
                }
                if unblocks { congestion.unblock() }
                if isReady { continuation.resume(returning: event) }
            }
        } onCancel: {
            // What it had not read is dropped: nobody will, and the network must not wait for it.
            let (waiter, unblocks) = state.withLock { state in
                defer { state = State(isFinished: true) }
                return (state.waiter, state.isBlocking)
            }
            if unblocks { congestion.unblock() }
            waiter?.resume(returning: nil)
        }
    }
}
