internal import EngineSupport

/// The observers of a client's tasks.
final class TaskObservers: Sendable {
    let hub = EventHub()
    let metrics = MetricsReporter()
    let unfinished = UnfinishedTasks()
    let activity = Activity()
}
