import ClientEngine
import EngineSupport
import Foundation

/// A clock that advances only on request.
final class ManualTime: TimeSource {
    private let state = Locked((now: Instant(nanoseconds: 0), wakes: [@Sendable () -> Void]()))

    func now() -> Instant { state.withLock { $0.now } }

    func date() -> Date {
        Date(timeIntervalSince1970: 1_800_000_000 + (now() - Instant(nanoseconds: 0)).seconds)
    }

    func onAdvance(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wakes.append(wake) }
    }

    func advance(by duration: Duration) {
        let wakes = state.withLock { state in
            state.now = state.now + duration
            return state.wakes
        }
        for wake in wakes { wake() }
    }
}
