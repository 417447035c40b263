/// What the loop and everybody else share of a task: its record, its observers, the wish to cancel.
final class TaskCell: Sendable {
    let id: TaskID
    /// Let go at the end, so that whoever holds a finished task does not hold the thread.
    private let loop: Locked<LoopThread?>
    let states: LatestValue<TaskState>
    let keepsBody: Bool
    private let shared: Locked<Shared>
    private let cancelRequest = Locked(false)
    private let hub: EventHub
    private let activity: Activity?

    /// What the loop writes and everybody reads.
    private struct Shared {
        var record: TaskRecord
        /// Made when somebody first looks.
        var progress: LatestValue<TaskProgress>?
    }

    /// Begins the record, and tells the observers that the task was created.
    init(_ created: TaskRecord, loop: LoopThread, hub: EventHub, activity: Activity?) {
        id = created.id
        keepsBody = created.origin.request.keepsBody
        self.loop = Locked(loop)
        self.hub = hub
        self.activity = activity
        shared = Locked(Shared(record: created))
        states = LatestValue(created.state)
        hub.publish(Event(task: id, at: created.created, .created(created.origin)))
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

    /// Whether somebody has asked for the end, even if the loop has not heard of it yet.
    var isCancelRequested: Bool { cancelRequest.withLock { $0 } }

    /// Asks for the end.
    ///
    /// May be called from any thread, any number of times.
    func cancel() {
        cancelRequest.withLock { $0 = true }
        send(.cancel)
    }

    /// Has the loop thread hand an input to the task's machine.
    func send(_ input: TaskMachine.Input) {
        loop.withLock { $0 }?.enqueue { [id] in $0.drivers[id]?.feed(input) }
    }

    /// Folds an event in and tells the observers.
    ///
    /// Loop thread only, so that events stay in order.
    func emit(_ event: Event) {
        var newest: TaskProgress?
        // Told a second time where another attempt follows behind parsing: the network's part was over before.
        var isOver = false
        let (change, progress) = shared.withLock { shared in
            let before = shared.record.state
            if case .attemptEnded = event.what { isOver = shared.record.attempts.last?.ended != nil }
            shared.record.apply(event)
            if event.isProgress, shared.progress != nil { newest = TaskProgress(shared.record.lastExchange) }
            return (shared.record.state == before ? nil : shared.record.state, shared.progress)
        }
        switch event.what {
        case .attemptStarted: activity?.begin()
        case .attemptEnded: if !isOver { activity?.end() }
        default: break
        }
        if let change { states.update { $0 = change } }
        if let newest { progress?.update { $0 = newest } }
        hub.publish(event)
        guard let change, change.isFinished else { return }
        states.finish()
        progress?.finish()
        loop.withLock { $0 = nil }
    }
}

extension Event {
    /// Whether it moves the bodies on.
    fileprivate var isProgress: Bool {
        switch what {
        case .exchangeStarted, .sent, .head, .received, .delivered: true
        default: false
        }
    }
}
