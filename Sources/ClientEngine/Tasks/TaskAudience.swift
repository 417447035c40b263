/// Those who hear what happens to a client's tasks.
struct TaskAudience: Sendable {
    let hub: EventHub
    let metrics: MetricsPost
    let unfinished: UnfinishedTasks
    /// Nil for a task that is not counted.
    let activity: Activity?
}
