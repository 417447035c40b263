/// The parts with which a client creates new tasks.
///
/// A change creates another setup.
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
