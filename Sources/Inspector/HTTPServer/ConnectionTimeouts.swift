import EngineHTTP

/// The time that a client may take with its requests; nil waits for ever.
package struct ConnectionTimeouts: Sendable {
    /// From one request to the first byte of the next.
    package var idle: Duration?
    /// From the first byte of a head to its last.
    package var head: Duration?
    /// From one piece of a body to the next.
    package var body: Duration?

    package init(idle: Duration? = nil, head: Duration? = nil, body: Duration? = nil) {
        self.idle = idle
        self.head = head
        self.body = body
    }

    /// The part of a request that is under way on a connection.
    package enum Stage: Sendable, Equatable { case idle, head, body }

    /// The time of one request, from the end of the one before.
    package struct Watch: Sendable {
        private let timeouts: ConnectionTimeouts
        private let idleEnd: Instant?
        private var headEnd: Instant?

        package init(_ timeouts: ConnectionTimeouts, since now: Instant) {
            self.timeouts = timeouts
            idleEnd = timeouts.idle.map { now + $0 }
        }

        /// Returns the instant by which the next bytes have to come; a head has one deadline for all of its pieces.
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
