import EngineHTTP

/// The time limits for requests of a client.
///
/// `nil` means no limit.
package struct ConnectionTimeouts: Sendable {
    /// The time from one request to the first byte of the next.
    package var idle: Duration?
    /// The time from the first byte of a head to the last.
    package var head: Duration?
    /// The time between two pieces of a body.
    package var body: Duration?

    package init(idle: Duration? = nil, head: Duration? = nil, body: Duration? = nil) {
        self.idle = idle
        self.head = head
        self.body = body
    }

    /// The part of a request that is currently arriving on a connection.
    package enum Stage: Sendable, Equatable { case idle, head, body }

    /// The deadlines of one request, starting at the end of the previous one.
    package struct Watch: Sendable {
        private let timeouts: ConnectionTimeouts
        private let idleEnd: Instant?
        private var headEnd: Instant?

        package init(_ timeouts: ConnectionTimeouts, since now: Instant) {
            self.timeouts = timeouts
            idleEnd = timeouts.idle.map { now + $0 }
        }

        /// Returns the instant by which further bytes must arrive.
        ///
        /// All pieces of a head share one deadline.
        package mutating func deadline(for stage: Stage, now: Instant) -> Instant? {
            switch stage {
            case .idle: return idleEnd
            case .head:
                headEnd = headEnd ?? timeouts.head.map { now + $0 }
                return headEnd
            case .body: return timeouts.body.map { now + $0 }
            }
        }
    }
}
