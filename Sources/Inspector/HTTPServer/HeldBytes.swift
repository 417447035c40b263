import EngineHTTP
import EngineSupport

/// The bytes of requests that all connections of a server hold together, so that many large bodies cannot exhaust it.
package final class HeldBytes: Sendable {
    private let limit: Int
    private let held = Locked(0)

    package init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of one connection, released with it.
    final class Share {
        private let whole: HeldBytes?
        private var count = 0

        /// Creates an empty share; of nothing, any number may be held.
        init(of whole: HeldBytes?) {
            self.whole = whole
        }

        deinit {
            _ = hold(0)
        }

        /// Holds so many bytes instead of those before; false, and none is held, where that is too much together.
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
