/// What the loop and everybody else share of a task: its record, its observers, the wish to cancel.
final class TaskCore: Sendable {
    let id: TaskID
    /// The client's configuration when the task was made.
    var configuration: ClientConfiguration { settings.configuration }
    let settings: ClientSettings
    let states: LatestValue<TaskState>
    /// How the request is handled, as it was given.
    let options: ResolvedOptions
    var keepsBody: Bool { options.keepsBody }
    private let shared: Locked<Shared>
    private let control: Locked<Control>
    private let observers: TaskObservers
    private let metricsEra: MetricsReporter.Era?

    /// What the loop writes and everybody reads.
    private struct Shared {
        var record: TaskRecord
        /// Made when somebody first looks.
        var progress: LatestValue<TaskProgress>?
    }

    /// What is wanted of the task.
    private struct Control {
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
        shared = Locked(Shared(record: created))
        control = Locked(Control(priority: options.priority, loop: setup.loop))
        states = LatestValue(created.state)
        observers.hub.publish(Event(task: id, at: created.created, .created(created.origin)))
    }

    /// The record as it is now.
    var snapshot: TaskRecord { shared.withLock { $0.record } }

    /// How far the bodies have come, from now on.
    var progress: LatestValue<TaskProgress> {
        let (progress, isOver) = shared.withLock { shared in
            let progress = shared.progress ?? LatestValue(TaskProgress(shared.record.lastExchange))
            shared.progress = progress
            return (progress, shared.record.state.isFinished)
        }
        if isOver { progress.finish() }
        return progress
    }

    // MARK: - What is wanted

    /// Whether somebody has asked for the end, even if the loop has not heard of it yet.
    var isCancelRequested: Bool { control.withLock { $0.isCancelRequested } }

    /// How urgent the task is.
    var priority: Request.Priority { control.withLock { $0.priority } }

    /// Keeps what hands the task to the loop until ``resume()`` or ``cancel()``.
    func suspend(_ start: @escaping @Sendable () -> Void) {
        observers.unfinished.insert(self)
        control.withLock { $0.start = start }
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
        let running = control.withLock { control in
            control.isCancelRequested = true
            return control.running
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
        control.withLock { control in
            guard !control.isCancelRequested else { return nil }
            control.running = start()
            return control.running
        }
    }

    /// Makes it more or less urgent.
    func setPriority(_ priority: Request.Priority) {
        let loop = control.withLock { control in
            control.priority = priority
            return control.loop
        }
        loop?.enqueue { [id] in $0.limiter.move(id, to: priority) }
    }

    /// Counts a handle.
    func hold() {
        control.withLock { $0.handles += 1 }
    }

    /// Counts a handle that is gone; what nobody can resume any more is cancelled.
    func letGo() {
        let isAbandoned = control.withLock { control in
            control.handles -= 1
            return control.handles == 0 && control.start != nil
        }
        if isAbandoned { cancel() }
    }

    private func takeStart() -> (@Sendable () -> Void)? {
        control.withLock { control in
            defer { control.start = nil }
            return control.start
        }
    }

    // MARK: - What happens

    /// Has the loop thread tell the task what somebody wants.
    func send(_ wish: TaskWish) {
        control.withLock { $0.loop }?.enqueue { [id] in $0.tasks[id]?.receive(wish) }
    }

    /// Folds an event in and tells the observers.
    ///
    /// Loop thread only, so that events stay in order; the end, behind which there is nothing, may come from any.
    func emit(_ event: Event) {
        var newest: TaskProgress?
        // Told a second time where another attempt follows behind parsing: the network's part was over before.
        var isOver = false
        let (change, progress) = shared.withLock { shared in
            let before = shared.record.state
            if case .attemptEnded = event.kind { isOver = shared.record.attempts.last?.ended != nil }
            shared.record.apply(event)
            if event.isProgress, shared.progress != nil { newest = TaskProgress(shared.record.lastExchange) }
            return (shared.record.state == before ? nil : shared.record.state, shared.progress)
        }
        switch event.kind {
        case .attemptStarted: observers.activity?.begin()
        case .attemptEnded: if !isOver { endAttempt() }
        default: break
        }
        if let change { states.update { $0 = change } }
        if let newest { progress?.update { $0 = newest } }
        // Before the end is told: who hears of it finds the task among the unfinished no more.
        let ended = change?.isFinished == true
        if ended { observers.unfinished.remove(id) }
        observers.hub.publish(event)
        guard ended else { return }
        states.finish()
        progress?.finish()
        letGoOfLoop()
    }

    private func letGoOfLoop() {
        // Let go behind the lock: it may be the last that holds the thread.
        let loop = control.withLock { control in
            defer { (control.loop, control.running) = (nil, nil) }
            return control.loop
        }
        withExtendedLifetime(loop) {}
    }

    private func endAttempt() {
        observers.activity?.end()
        if metricsEra != nil { observers.metrics.tell(snapshot, of: metricsEra) }
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
