/// What the loop and everybody else share of a task: its record, its observers, the wish to cancel.
final class TaskCore: RecordHolder {
    let id: TaskID
    /// The client's configuration when the task was made.
    var configuration: ClientConfiguration { settings.configuration }
    let settings: ClientSettings
    /// How the request is handled, as it was given.
    let options: ResolvedOptions
    var keepsBody: Bool { options.keepsBody }
    private let shared: Locked<Shared>
    private let observers: TaskObservers
    private let metricsEra: MetricsReporter.Era?

    fileprivate struct Shared {
        // What has happened.
        var story: LazyRecord
        var isOver = false
        /// Whether an attempt is on the network.
        var isOnNetwork = false
        /// Made when somebody first looks.
        var states: LatestValue<TaskState>?
        /// Made when somebody first looks.
        var progress: LatestValue<TaskProgress>?

        // What is wanted.
        /// Hands the task to the loop, and holds its core; nil once that was done.
        var start: (@Sendable () -> Void)?
        var handles = 0
        var isCancelRequested = false
        /// What runs off the loop for the task.
        var running: Task<Void, Never>?
        var priority: Request.Priority
        /// Let go at the end, so that whoever holds a finished task does not hold the thread.
        var loop: LoopThread?
    }

    /// Begins the record, and tells the observers that the task was created.
    init(
        _ created: TaskRecord, _ options: ResolvedOptions, _ setup: ClientSetup, _ observers: TaskObservers
    ) {
        id = created.id
        settings = setup.settings
        self.observers = observers
        self.options = options
        metricsEra = observers.metrics.era
        shared = Locked(
            Shared(story: LazyRecord(created), priority: options.priority, loop: setup.loop))
        observers.hub.publish([Event(task: id, at: created.created, .created(created.origin))])
    }

    /// The record as it is now.
    var snapshot: TaskRecord { shared.withLock { $0.story.record } }

    /// Whether the task has ended.
    var isOver: Bool { shared.withLock { $0.isOver } }

    /// Where the task stands, from now on.
    var states: LatestValue<TaskState> {
        let (states, isOver) = shared.withLock { shared in
            let states = shared.states ?? LatestValue(shared.story.record.state)
            shared.states = states
            return (states, shared.isOver)
        }
        if isOver { states.finish() }
        return states
    }

    /// How far the bodies have come, from now on.
    var progress: LatestValue<TaskProgress> {
        let (progress, isOver) = shared.withLock { shared in
            let progress = shared.progress ?? LatestValue(TaskProgress(shared.story.record.lastExchange))
            shared.progress = progress
            return (progress, shared.isOver)
        }
        if isOver { progress.finish() }
        return progress
    }

    // MARK: - What is wanted

    /// Whether somebody has asked for the end, even if the loop has not heard of it yet.
    var isCancelRequested: Bool { shared.withLock { $0.isCancelRequested } }

    /// How urgent the task is.
    var priority: Request.Priority { shared.withLock { $0.priority } }

    /// Keeps what hands the task to the loop until ``resume()`` or ``cancel()``.
    func suspend(_ start: @escaping @Sendable () -> Void) {
        observers.unfinished.insert(self)
        shared.withLock { $0.start = start }
    }

    /// Hands the task to the loop; does nothing the second time.
    func resume() {
        takeStart()?()
    }

    /// Asks for the end.
    ///
    /// May be called from any thread, any number of times. The loop ends what was never resumed as what it begins. What
    /// runs off the loop is told before this returns, and nothing is started there any more.
    func cancel() {
        let running = shared.withLock { shared in
            shared.isCancelRequested = true
            return shared.running
        }
        // Outside of the lock: it may call somebody.
        running?.cancel()
        resume()
        send(.cancel)
    }

    /// Starts what is to run off the loop, unless somebody has asked for the end.
    ///
    /// The closure runs under the lock, so that ``cancel()`` finds what it starts, and must not call out.
    func run(_ start: () -> Task<Void, Never>) -> Task<Void, Never>? {
        shared.withLock { shared in
            guard !shared.isCancelRequested else { return nil }
            shared.running = start()
            return shared.running
        }
    }

    /// Makes it more or less urgent.
    func setPriority(_ priority: Request.Priority) {
        let loop = shared.withLock { shared in
            shared.priority = priority
            return shared.loop
        }
        loop?.enqueue { [id] in $0.limiter.move(id, to: priority) }
    }

    /// Counts a handle.
    func hold() {
        shared.withLock { $0.handles += 1 }
    }

    /// Counts a handle that is gone; what nobody can resume any more is cancelled.
    func letGo() {
        let isAbandoned = shared.withLock { shared in
            shared.handles -= 1
            return shared.handles == 0 && shared.start != nil
        }
        if isAbandoned { cancel() }
    }

    private func takeStart() -> (@Sendable () -> Void)? {
        shared.withLock { shared in
            defer { shared.start = nil }
            return shared.start
        }
    }

    // MARK: - What happens

    /// Has the loop thread tell the task what somebody wants.
    func send(_ wish: TaskWish) {
        shared.withLock { $0.loop }?.enqueue { [id] in $0.tasks[id]?.receive(wish) }
    }

    /// Ends the record, and tells the observers of the client; on any thread.
    func end(with event: Event) {
        note(event)
        observers.hub.publish([event])
        // Let go behind the lock: it may be the last that holds the thread.
        let (states, progress, loop) = shared.withLock { shared in
            defer { (shared.loop, shared.running) = (nil, nil) }
            return (shared.states, shared.progress, shared.loop)
        }
        states?.finish()
        progress?.finish()
        withExtendedLifetime(loop) {}
    }

    /// Adds an event to the record, and tells those who look at this task; the observers of the client are told by the caller.
    ///
    /// Loop thread only, so that events stay in order, but for the end.
    func note(_ event: Event) {
        let (before, states, progress) = shared.withLock { shared in
            let before = (isOnNetwork: shared.isOnNetwork, state: shared.states?.value)
            shared.note(event)
            return (before, shared.states, shared.progress)
        }
        // First: who hears that a task waits, or is over, finds it counted no more.
        switch event.kind {
        case .attemptStarted: if options.countsAsActivity { observers.activity.begin() }
        // Told a second time where another attempt follows behind parsing: the network's part was over before.
        case .attemptEnded: if before.isOnNetwork { endAttempt() }
        case .ended: observers.unfinished.remove(id)
        default: break
        }
        if let states { update(states, from: before.state) }
        if let progress, event.isProgress {
            let newest = TaskProgress(snapshot.lastExchange)
            progress.update { $0 = newest }
        }
    }

    private func update(_ states: LatestValue<TaskState>, from before: TaskState?) {
        let newest = snapshot.state
        if newest != before { states.update { $0 = newest } }
    }

    private func endAttempt() {
        if options.countsAsActivity { observers.activity.end() }
        if metricsEra != nil { observers.metrics.tell(snapshot, of: metricsEra) }
    }
}

extension TaskCore.Shared {
    fileprivate mutating func note(_ event: Event) {
        story.append(event)
        switch event.kind {
        case .attemptStarted: isOnNetwork = true
        case .attemptEnded: isOnNetwork = false
        case .ended: isOver = true
        default: break
        }
    }
}

extension Event {
    /// Whether it moves the bodies on.
    fileprivate var isProgress: Bool {
        switch kind {
        case .exchangeStarted, .sent, .head, .received, .delivered: true
        default: false
        }
    }
}
