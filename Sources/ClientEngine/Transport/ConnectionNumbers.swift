/// Knows libcurl's numbers of the connections that carry plain HTTP, by their two ends.
///
/// libcurl tells them in its log alone, which is left unwritten where a kept connection is used again.
struct ConnectionNumbers {
    /// Both ends of a connection.
    private struct Ends: Hashable {
        let remoteAddress: String
        let remotePort: Int
        let localAddress: String
        let localPort: Int

        init(_ connection: ConnectionRecord) {
            remoteAddress = connection.remoteAddress
            remotePort = connection.remotePort
            localAddress = connection.localAddress
            localPort = connection.localPort
        }

        // The port tells nearly all of them apart.
        func hash(into hasher: inout Hasher) { hasher.combine(localPort) }
    }

    /// A connection's number, and what is told where it is used again: the same of each exchange.
    struct Known {
        let number: Int
        let told: Event.Kind

        fileprivate init(_ connection: ConnectionRecord) {
            var connection = connection
            connection.isReused = true
            (number, told) = (connection.id, .connected(connection))
        }
    }

    private var connections: [Ends: Known] = [:]
    /// The number of those kept before those are forgotten whose connection is gone.
    private var limit = 1024

    subscript(connection: ConnectionRecord) -> Known? { connections[Ends(connection)] }

    /// Takes note of a new connection; `isOpen` tells of another one whether it is there still.
    mutating func note(_ connection: ConnectionRecord, isOpen: (Int) -> Bool) {
        if connections.count >= limit {
            connections = connections.filter { isOpen($0.value.number) }
            limit = max(1024, 2 * connections.count)
        }
        connections[Ends(connection)] = Known(connection)
    }
}
