/// The parts with which a client creates new tasks.
///
/// A change creates another setup.
final class ClientSetup: Sendable {
    let settings: ClientSettings
    let loops: LoopGroup
    let cache: ResponseCache?

    init(settings: ClientSettings, loops: LoopGroup, cache: ResponseCache?) {
        self.settings = settings
        self.loops = loops
        self.cache = cache
    }
}
