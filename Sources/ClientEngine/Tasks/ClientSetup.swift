/// The parts that new tasks of a client are made with.
struct ClientSetup: Sendable {
    var settings: ClientSettings
    var loop: LoopThread
    var cache: ResponseCache?
}
