/// Remembers what TLS agreed on when each connection was made, for the exchanges that use it again.
///
/// Nobody tells when a connection is gone, so only those used last are kept: more than libcurl keeps open.
struct TLSSessions {
    private final class Session {
        let tls: ConnectionRecord.TLS
        var lastUse = 0

        init(_ tls: ConnectionRecord.TLS) {
            self.tls = tls
        }
    }

    private let capacity: Int
    private var sessions: [Int: Session] = [:]
    private var uses = 0

    /// Keeps so many at most.
    init(capacity: Int = 1024) {
        self.capacity = max(1, capacity)
    }

    var count: Int { sessions.count }

    /// The connection with its session: its own if it was just made, else the one it was made with.
    mutating func complete(_ connection: ConnectionRecord) -> ConnectionRecord {
        var connection = connection
        uses += 1
        if let tls = connection.tls {
            let session = Session(tls)
            session.lastUse = uses
            sessions[connection.id] = session
            if sessions.count > capacity { forgetOldest() }
        } else if let session = sessions[connection.id] {
            session.lastUse = uses
            connection.tls = session.tls
        }
        return connection
    }

    /// Halves what is kept, so that it happens seldom.
    private mutating func forgetOldest() {
        let newest = sessions.values.map(\.lastUse).sorted(by: >).prefix((capacity + 1) / 2)
        guard let oldest = newest.last else { return }
        sessions = sessions.filter { $0.value.lastUse >= oldest }
    }
}
