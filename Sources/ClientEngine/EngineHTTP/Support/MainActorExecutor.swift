/// Selects the main actor for a closure that is isolated to it.
public struct MainActorExecutor: Sendable, Hashable {
    /// The main actor, which uses the main queue.
    public static let mainActor = MainActorExecutor()

    private init() {}
}
