import EngineHTTP
import EngineSupport

/// Limits the body bytes that all connections of a server hold together, so that large bodies cannot exhaust
/// memory.
package final class HeldBytes: Sendable {
    private let limit: Int
    private let held = Locked(0)

    package init(limit: Int) {
        self.limit = limit
    }

    /// The reservation of one connection, released with it.
    final class Share {
        private let whole: HeldBytes?
        private var count = 0

        /// Creates an empty reservation.
        ///
        /// Without `whole`, it has no limit.
        init(of whole: HeldBytes?) {
            self.whole = whole
        }

        deinit {
            _ = hold(0)
        }

        /// Replaces the reservation with `count` bytes.
        ///
        /// Returns `false` and releases the reservation if the total would exceed the limit.
        func hold(_ count: Int) -> Bool {
            guard let whole, count != self.count else { return true }
            let isHeld = whole.held.withLock { held in
                held -= self.count
                guard count == 0 || held + count <= whole.limit else { return false }
                held += count
                return true
            }
            self.count = isHeld ? count : 0
            return isHeld
        }
    }
}
