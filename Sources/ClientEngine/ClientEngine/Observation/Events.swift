internal import EngineSupport

/// All events of a client, those of each task in order, as an asynchronous sequence.
///
/// Each reader has its own queue of 4,096 events, and loses events independently of others. The ``Policy`` determines
/// what happens when the queue is full.
public struct Events: AsyncSequence, Sendable {
    /// The treatment of a reader whose queue is full.
    public enum Policy: Sendable, Hashable {
        /// The reader loses its oldest events, and reads ``Event/Kind/missed(_:)`` instead.
        ///
        /// It never slows down the client.
        case droppingOldest
        /// The client pauses reading from the network until the reader has caught up.
        ///
        /// A reader that reads nothing for ``ClientConfiguration/eventPatience`` loses its oldest events, as with
        /// ``droppingOldest``, until it reads again.
        case lossless
    }

    let hub: EventHub
    /// Pauses transfers for a slow reader, or `nil` if transfers never wait.
    let backpressure: Backpressure?

    /// Returns an iterator that receives all events from now on.
    public func makeAsyncIterator() -> Iterator {
        let queue = EventQueue(backpressure: backpressure)
        let observation = hub.observe { $0.forEach(queue.append) }
        return Iterator(queue: queue, observation: observation)
    }

    /// Returns one event at a time.
    public struct Iterator: AsyncIteratorProtocol {
        let queue: EventQueue
        let observation: Observation

        /// Waits for the next event.
        ///
        /// Returns `nil` when the surrounding task is cancelled.
        public mutating func next() async -> Event? {
            await queue.next()
        }
    }
}

/// The events that a reader has not read.
final class EventQueue: Sendable {
    private static let highWater = 4096
    private static let lowWater = 1024
    /// The number of events that are always kept, because events that do not come from the network do not pause.
    private static let limit = 16 * highWater

    /// The state of the reader.
    private enum Regard {
        /// The reader keeps up.
        case current
        /// The queue is full, and transfers wait.
        ///
        /// `reads` is whether the reader has read an event since the last review.
        case behind(since: Instant, reads: Bool)
        /// Transfers no longer wait for the reader.
        case letGo
    }

    private struct State {
        var events: [Event] = []
        var taken = 0
        /// The number of events dropped since the reader last read.
        var missed = 0
        var waiter: CheckedContinuation<Event?, Never>?
        var regard: Regard
        var isFinished = false

        var count: Int { events.count - taken }

        var isBlocking: Bool { if case .behind = regard { true } else { false } }

        /// Removes and returns the next event.
        ///
        /// Dropped events come first, as one event.
        mutating func pop() -> Event? {
            if missed > 0, let at = oldest?.at {
                defer { missed = 0 }
                return Event(task: 0, at: at, .missed(missed))
            }
            guard let event = oldest else { return nil }
            advance()
            return event
        }

        /// Drops the oldest events until at most `limit` remain.
        mutating func drop(beyond limit: Int) {
            while count > limit {
                missed += 1
                advance()
            }
        }

        private var oldest: Event? { taken < events.count ? events[taken] : nil }

        private mutating func advance() {
            taken += 1
            if taken == events.count || taken > EventQueue.highWater {
                events.removeFirst(taken)
                taken = 0
            }
        }
    }

    private let state: Locked<State>
    private let backpressure: Backpressure?

    /// Creates an empty queue.
    ///
    /// Without backpressure, transfers never wait for the reader.
    init(backpressure: Backpressure?) {
        self.backpressure = backpressure
        state = Locked(State(regard: backpressure == nil ? .letGo : .current))
    }

    deinit {
        unblock()
    }

    func append(_ event: Event) {
        let (waiter, blocks) = state.withLock { state -> (CheckedContinuation<Event?, Never>?, Bool) in
            if let waiter = state.waiter {
                state.waiter = nil
                return (waiter, false)
            }
            guard !state.isFinished else { return (nil, false) }
            state.events.append(event)
            guard state.count > Self.highWater else { return (nil, false) }
            switch state.regard {
            case .letGo: state.drop(beyond: Self.highWater)
            case .behind: state.drop(beyond: Self.limit)
            case .current:
                state.regard = .behind(since: event.at, reads: false)
                return (nil, true)
            }
            return (nil, false)
        }
        waiter?.resume(returning: event)
        if blocks { block() }
    }

    private func block() {
        backpressure?.block(ObjectIdentifier(self)) { [weak self] now, patience in
            self?.end(of: patience, at: now)
        }
        // The reader may have caught up in the meantime.
        if !state.withLock({ $0.isBlocking }) { unblock() }
    }

    private func unblock() {
        backpressure?.unblock(ObjectIdentifier(self))
    }

    /// Returns the time until which transfers wait for the reader, or `nil` if they no longer do.
    private func end(of patience: Duration, at now: Instant) -> Instant? {
        state.withLock { state in
            guard case .behind(let since, let reads) = state.regard else { return nil }
            let last = reads ? now : since
            guard last + patience <= now else {
                state.regard = .behind(since: last, reads: false)
                return last + patience
            }
            state.regard = .letGo
            state.drop(beyond: Self.highWater)
            return nil
        }
    }

    func next() async -> Event? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (event, isReady, unblocks) = state.withLock { state -> (Event?, Bool, Bool) in
                    if state.isFinished { return (nil, true, false) }
                    if let event = state.pop() { return (event, true, noteReading(&state)) }
                    state.waiter = continuation
                    return (nil, false, false)
                }
                if unblocks { unblock() }
                if isReady { continuation.resume(returning: event) }
            }
        } onCancel: {
            // Drops unread events, which no task will read, so that the network does not wait for them.
            let (waiter, unblocks) = state.withLock { state in
                defer { state = State(regard: .current, isFinished: true) }
                return (state.waiter, state.isBlocking)
            }
            if unblocks { unblock() }
            waiter?.resume(returning: nil)
        }
    }

    /// Records that the reader reads, and returns whether it has caught up.
    private func noteReading(_ state: inout State) -> Bool {
        switch state.regard {
        case .current: return false
        case .letGo:
            if backpressure != nil { state.regard = .current }
            return false
        case .behind(let since, _):
            let isCurrent = state.count < Self.lowWater
            state.regard = isCurrent ? .current : .behind(since: since, reads: true)
            return isCurrent
        }
    }
}
