/// What the loop and everybody else share of a task: its record, its observers, the wish to cancel.
final class TaskCell: Sendable {
    let id: TaskID
    /// Let go at the end, so that whoever holds a finished task does not hold the thread.
    private let loop: Locked<LoopThread?>
    let states: LatestValue<TaskState>
    private let record: Locked<TaskRecord>
    private let cancelRequest = Locked(false)
    private let hub: EventHub
    private let activity: Activity?

    /// Begins the record, and tells the observers that the task was created.
    init(_ created: TaskRecord, loop: LoopThread, hub: EventHub, activity: Activity?) {
        id = created.id
        self.loop = Locked(loop)
        self.hub = hub
        self.activity = activity
        record = Locked(created)
        states = LatestValue(created.state)
        hub.publish(Event(task: id, at: created.created, .created(created.origin)))
    }

    /// The record as it is now.
    var snapshot: TaskRecord { record.withLock { $0 } }

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
        switch event.what {
        case .attemptStarted: activity?.begin()
        case .attemptEnded: activity?.end()
        default: break
        }
        let change = record.withLock { record in
            let before = record.state
            record.apply(event)
            return record.state == before ? nil : record.state
        }
        if let change { states.update { $0 = change } }
        hub.publish(event)
        if let change, change.isFinished {
            states.finish()
            loop.withLock { $0 = nil }
        }
    }
}
