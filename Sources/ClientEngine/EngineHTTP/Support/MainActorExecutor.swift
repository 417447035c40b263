/// Names the main actor where a closure may use what is isolated to it.
public struct MainActorExecutor: Sendable, Hashable {
    /// The main actor, which is the main queue.
    public static let mainActor = MainActorExecutor()

    private init() {}
}
