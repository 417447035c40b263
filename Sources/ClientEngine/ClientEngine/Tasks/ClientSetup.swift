/// The parts that new tasks of a client are made with; changed, they are another one.
final class ClientSetup: Sendable {
    let settings: ClientSettings
    let loop: LoopThread
    let cache: ResponseCache?

    init(settings: ClientSettings, loop: LoopThread, cache: ResponseCache?) {
        self.settings = settings
        self.loop = loop
        self.cache = cache
    }
}
