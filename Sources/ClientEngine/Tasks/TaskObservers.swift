/// Those who hear what happens to a client's tasks.
struct TaskObservers: Sendable {
    let hub: EventHub
    let metrics: MetricsReporter
    let unfinished: UnfinishedTasks
    /// Nil for a task that is not counted.
    let activity: Activity?
}
