import Glibc

/// The connections of a loop, by their two ends.
struct Connections {
    /// Both ends of a connection, as libcurl tells them.
    struct Ends {
        let remoteAddress: UnsafePointer<CChar>?
        let remotePort: Int
        let localAddress: UnsafePointer<CChar>?
        let localPort: Int
    }

    /// A connection, and what is told of it; an object, for the same one is found with each exchange that uses it again.
    final class Known {
        let connection: ConnectionRecord
        let told: Event.Kind
        /// Its socket; nil where it is not known which of several it is.
        let socket: Int32?
        /// The server that it leads to by a Unix socket; `nil` over TCP.
        let unixServer: UnixServer?

        init(_ connection: ConnectionRecord, on socket: Int32?, to unixServer: UnixServer? = nil) {
            (self.connection, told, self.socket) = (connection, .connected(connection), socket)
            self.unixServer = unixServer
        }

        var id: Int { connection.id }

        /// The connection as an exchange finds it that uses it again.
        fileprivate var reused: Known {
            var kept = connection
            kept.isReused = true
            return Known(kept, on: socket, to: unixServer)
        }

        fileprivate func joins(_ ends: Ends) -> Bool {
            connection.remotePort == ends.remotePort && connection.localPort == ends.localPort
                && connection.remoteAddress.isSame(as: ends.remoteAddress)
                && connection.localAddress.isSame(as: ends.localAddress)
        }

        fileprivate func joins(_ other: ConnectionRecord) -> Bool {
            connection.remotePort == other.remotePort && connection.remoteAddress == other.remoteAddress
                && connection.localAddress == other.localAddress
        }
    }

    /// By their local ports, which tell nearly all of them apart.
    private var connections: [Int: [Known]] = [:]
    /// Those by Unix sockets, in the order in which they were made.
    private var unixConnections: [UnixServer: [Known]] = [:]
    private var count = 0
    /// The number of connections that are kept before those are forgotten that are gone.
    private var limit = 1024

    subscript(ends: Ends) -> Known? { connections[ends.localPort]?.first { $0.joins(ends) } }

    subscript(server: UnixServer) -> [Known] { unixConnections[server] ?? [] }

    /// Takes note of a new connection; `isOpen` tells of another one whether it is there still.
    mutating func note(_ known: Known, isOpen: (Known) -> Bool) {
        if let server = known.unixServer {
            unixConnections[server] = self[server].filter(isOpen) + [known.reused]
            return
        }
        if count >= limit {
            let open = connections.values.joined().filter(isOpen)
            connections = Dictionary(grouping: open) { $0.connection.localPort }
            count = open.count
            limit = max(1024, 2 * count)
        }
        let port = known.connection.localPort
        var others = connections[port] ?? []
        count -= others.count
        others.removeAll { $0.joins(known.connection) }
        others.append(known.reused)
        count += others.count
        connections[port] = others
    }
}

extension Connections.Ends {
    var remote: (address: String, port: Int) { (remoteAddress.map { String(cString: $0) } ?? "", remotePort) }
    var local: (address: String, port: Int) { (localAddress.map { String(cString: $0) } ?? "", localPort) }
}

extension String {
    /// Returns whether a text of C, if any, is the same.
    fileprivate func isSame(as text: UnsafePointer<CChar>?) -> Bool {
        guard let text else { return isEmpty }
        var copy = self
        return copy.withUTF8 { bytes in
            guard bytes.count == strlen(text) else { return false }
            return bytes.baseAddress.map { memcmp($0, text, bytes.count) == 0 } ?? true
        }
    }
}
