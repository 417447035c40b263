internal import EngineSupport

/// The state of a task that the loop shares with other threads: its record, its observers, and the request to cancel
/// it.
final class TaskCore: EventTeller {
    let id: TaskID
    /// The configuration of the client when the task was created.
    var configuration: ClientConfiguration { settings.configuration }
    let settings: ClientSettings
    /// The options of the request.
    let options: ResolvedOptions
    var keepsBody: Bool { !options.discardsBody }
    private let shared: Locked<Shared>
    private let observers: TaskObservers
    private let metricsEra: MetricsReporter.Era?

    fileprivate struct Shared {
        // The past of the task.
        var story: TaskStory
        var isOver = false
        var isOnNetwork = false
        /// The state and the progress for their readers.
        ///
        /// Each one is created for its first reader.
        var states: LatestValue<TaskState>?
        var progress: LatestValue<TaskProgress>?

        // Requested by callers.
        /// What starts the task on the loop.
        ///
        /// It retains the core. It is `nil` before observers are notified, and after `resume()`.
        var start: TaskStart?
        var isResumed = false
        var resumed: Instant
        var handles = 0
        var isCancelRequested = false
        var running: Task<Void, Never>?
        var priority: Request.Priority
        /// Released at the end, so that a finished task does not retain the thread.
        var loop: LoopThread?
    }

    /// Creates the record of a task, which was created now or at `created`.
    ///
    /// ``suspend(_:)`` notifies the observers.
    init(
        id: TaskID, _ origin: TaskOrigin, _ options: ResolvedOptions, _ settings: ClientSettings,
        on loop: LoopThread, _ observers: TaskObservers, created: Instant? = nil
    ) {
        loop.beginTask()
        let created = created ?? settings.time.now()
        let keepsBody = origin.keepsBody
        shared = Locked(
            Shared(
                story: TaskStory(Event(task: id, at: created, .taskCreated(origin)), keepsBody: keepsBody),
                resumed: created, priority: options.priority, loop: loop))
        metricsEra = observers.metrics.era
        // At the end, where they are moved.
        self.settings = settings
        self.id = id
        self.options = options
        self.observers = observers
    }

    var snapshot: TaskRecord { shared.withLock { $0.story.record } }

    var isOver: Bool { shared.withLock { $0.isOver } }

    /// The state now, and all changes.
    var states: LatestValue<TaskState> {
        let (states, isOver) = shared.withLock { shared in
            let states = shared.states ?? LatestValue(shared.story.state)
            shared.states = states
            return (states, shared.isOver)
        }
        if isOver { states.finish() }
        return states
    }

    /// The progress of the bodies now, and all changes.
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

    /// Indicates whether a caller has cancelled the task, even if the loop has not processed it.
    var isCancelRequested: Bool { shared.withLock { $0.isCancelRequested } }

    var priority: Request.Priority { shared.withLock { $0.priority } }

    /// The state that the loop needs when it starts a task.
    struct Beginning {
        /// The time when the task was passed to the loop.
        let resumed: Instant
        let isCancelRequested: Bool
        /// Indicates whether the observers have not been notified of the creation.
        let isUntold: Bool
    }

    var beginning: Beginning {
        shared.withLock {
            Beginning(
                resumed: $0.resumed, isCancelRequested: $0.isCancelRequested, isUntold: $0.story.hasUntold)
        }
    }

    /// Passes the task to the loop.
    ///
    /// Observers are notified of its creation together with the next events.
    func start(_ start: consuming TaskStart, on loop: LoopThread) {
        observers.unfinished.insert(self)
        loop.enqueue(start)
    }

    /// Notifies the observers of the creation, and keeps what starts the task until ``resume()`` or ``cancel()``.
    ///
    /// An observer may call these methods at once. Events of the loop are reported after all observers know the task.
    func suspend(_ start: TaskStart) {
        observers.unfinished.insert(self)
        publish()
        let isResumed = shared.withLock { shared in
            shared.start = start
            return shared.isResumed
        }
        if isResumed { resume() }
    }

    /// Passes the task to the loop.
    ///
    /// A second call does nothing.
    func resume() {
        let now = settings.time.now()
        let (start, loop) = shared.withLock { shared in
            if shared.start != nil { shared.resumed = now }
            shared.isResumed = true
            return (shared.start.take(), shared.loop)
        }
        if let start { loop?.enqueue(start) }
    }

    /// Requests the cancellation of the task.
    ///
    /// May be called from any thread, any number of times. The loop ends tasks that were never resumed by starting
    /// them. Work off the loop is cancelled before this method returns, and none is started afterwards.
    func cancel() {
        let running = shared.withLock { shared in
            shared.isCancelRequested = true
            return shared.running
        }
        // Outside the lock, because cancelling may call other code.
        running?.cancel()
        resume()
        send(.cancel)
    }

    /// Starts work off the loop, unless a caller has cancelled the task.
    ///
    /// The closure runs under the lock, so that ``cancel()`` finds the work. It must not call other code.
    func run(_ start: () -> Task<Void, Never>) -> Task<Void, Never>? {
        shared.withLock { shared in
            guard !shared.isCancelRequested else { return nil }
            shared.running = start()
            return shared.running
        }
    }

    func setPriority(_ priority: Request.Priority) {
        let loop = shared.withLock { shared in
            shared.priority = priority
            return shared.loop
        }
        loop?.enqueue { [id] in $0.shared.limiter.move(id, to: priority) }
    }

    /// Counts a new handle.
    func hold() {
        shared.withLock { $0.handles += 1 }
    }

    /// Counts a released handle.
    ///
    /// A task that cannot be resumed any more is cancelled.
    func letGo() {
        let isAbandoned = shared.withLock { shared in
            shared.handles -= 1
            return shared.handles == 0 && shared.start != nil
        }
        if isAbandoned { cancel() }
    }

    // MARK: - What happens

    /// Passes a command to the task, on the loop thread.
    func send(_ command: TaskCommand) {
        enqueue { [id] in $0.tasks[id]?.receive(command) }
    }

    /// Informs the task, on the loop thread, that the program that receives its response has disconnected.
    func leave(after count: Int) {
        enqueue { [id] in $0.tasks[id]?.leave(after: count) }
    }

    /// Runs a job on the loop of the task, while the task is live.
    func enqueue(_ job: @escaping LoopInbox.Job) {
        shared.withLock { $0.loop }?.enqueue(job)
    }

    /// Notifies the observers of the client, if the loop does not do so together with others.
    func publish() {
        observers.hub.publish(self)
    }

    /// Removes and returns the events that the observers of the client have not received.
    func takeUntold() -> ArraySlice<Event> { shared.withLock { $0.story.takeUntold() } }

    /// Releases all references after the observers have been notified of the end.
    ///
    /// May be called on any thread.
    func close() {
        // Released outside the lock, because it may be the last reference to the thread.
        let (states, progress, loop) = shared.withLock { shared in
            defer { (shared.loop, shared.running) = (nil, nil) }
            return (shared.states, shared.progress, shared.loop)
        }
        states?.finish()
        progress?.finish()
        loop?.endTask()
    }

    /// Moves events to the story, and notifies the observers of this task.
    ///
    /// Returns whether they are the first events that the caller must report to the observers of the client.
    ///
    /// Loop thread only, except for the end, so that events stay in order.
    func note(_ events: MovingQueue<Event>) -> Bool {
        let (milestones, news, isFirst) = shared.withLock { shared -> (Milestones?, News?, Bool) in
            let isFirst = !shared.story.hasUntold
            guard metricsEra == nil else { return (nil, nil, isFirst) }
            var milestones: Milestones = []
            while let event = events.popFirst() { milestones.formUnion(shared.note(event)) }
            return (milestones, shared.news(after: milestones), isFirst)
        }
        if let milestones {
            count(milestones)
            news?.tell()
        } else {
            // The metrics are those of the moment when an attempt ends.
            while let event = events.popFirst() { note(event) }
        }
        return isFirst
    }

    /// Adds an event; see ``note(_:)-(MovingQueue<Event>)``.
    func note(_ event: Event) {
        let (milestones, news) = shared.withLock { shared in
            let milestones = shared.note(event)
            return (milestones, shared.news(after: milestones))
        }
        // The count comes first, so that an observer that learns that a task waits or has ended finds it already
        // decreased.
        count(milestones)
        news?.tell()
    }

    /// Adds the event of the end, with `outcome` unless a caller has cancelled the task before.
    ///
    /// Returns the outcome.
    func end(_ outcome: TaskOutcome, attempt: Int, exchange: Int, at instant: Instant) -> TaskOutcome {
        let (news, decided) = shared.withLock { shared in
            let decided = shared.isCancelRequested ? .cancelled : outcome
            let milestones = shared.note(
                Event(task: id, attempt: attempt, exchange: exchange, at: instant, .taskEnded(decided)))
            return (shared.news(after: milestones), decided)
        }
        count(.ended)
        news?.tell()
        return decided
    }

    private func count(_ milestones: Milestones) {
        if milestones.contains(.attemptStarted), options.countsAsActivity { observers.activity.begin() }
        if milestones.contains(.attemptEnded) { endAttempt() }
        if milestones.contains(.ended) { observers.unfinished.remove(id) }
    }

    private func endAttempt() {
        if options.countsAsActivity { observers.activity.end() }
        if metricsEra != nil { observers.metrics.tell(snapshot, of: metricsEra) }
    }
}

/// New values of the state and the progress, to pass to their readers outside the lock of the task.
private struct News {
    var state: (cell: LatestValue<TaskState>, value: TaskState)?
    var progress: (cell: LatestValue<TaskProgress>, value: TaskProgress)?

    func tell() {
        if let (states, state) = state, state != states.value { states.update { $0 = state } }
        if let (cell, progress) = progress { cell.update { $0 = progress } }
    }
}

/// A change of the numbers of tasks, of tasks on the network, or of the values for the readers of the task.
private struct Milestones: OptionSet {
    let rawValue: UInt8

    static let attemptStarted = Milestones(rawValue: 1)
    static let attemptEnded = Milestones(rawValue: 2)
    static let ended = Milestones(rawValue: 4)
    /// The progress of the bodies has changed.
    static let progress = Milestones(rawValue: 8)
}

extension TaskCore.Shared {
    /// Adds an event to the story.
    fileprivate mutating func note(_ event: consuming Event) -> Milestones {
        let milestones = pass(event.kind)
        story.append(event)
        return milestones
    }

    /// The state and the progress for their readers, or `nil` if there are none.
    fileprivate mutating func news(after milestones: Milestones) -> News? {
        guard states != nil || progress != nil else { return nil }
        var news = News()
        if let states { news.state = (states, story.state) }
        if let progress, milestones.contains(.progress) {
            news.progress = (progress, TaskProgress(story.record.lastExchange))
        }
        return news
    }

    private mutating func pass(_ what: Event.Kind) -> Milestones {
        switch what {
        case .attemptStarted:
            isOnNetwork = true
            return .attemptStarted
        case .attemptEnded:
            defer { isOnNetwork = false }
            // Reported a second time if another attempt follows after parsing. The network part has already ended.
            return isOnNetwork ? .attemptEnded : []
        case .taskEnded:
            isOver = true
            return .ended
        case .exchangeStarted, .sent, .head, .received, .delivered: return .progress
        default: return []
        }
    }
}
