import Glibc

/// Knows libcurl's numbers of the connections that carry plain HTTP, by their two ends.
///
/// libcurl tells them in its log alone, which is left unwritten where a kept connection is used again.
struct ConnectionNumbers {
    /// Both ends of a connection, as libcurl tells them.
    struct Ends {
        let remoteAddress: UnsafePointer<CChar>?
        let remotePort: Int
        let localAddress: UnsafePointer<CChar>?
        let localPort: Int
    }

    /// A connection that may be used again; an object, for the same one is found with each exchange.
    final class Known {
        let connection: ConnectionRecord
        /// What is told where it is used again: the same of each exchange.
        let told: Event.Kind

        fileprivate init(_ connection: ConnectionRecord) {
            var connection = connection
            connection.isReused = true
            (self.connection, told) = (connection, .connected(connection))
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
    private var count = 0
    /// The number of connections that are kept before those are forgotten that are gone.
    private var limit = 1024

    subscript(ends: Ends) -> Known? { connections[ends.localPort]?.first { $0.joins(ends) } }

    /// Takes note of a new connection; `isOpen` tells of another one whether it is there still.
    mutating func note(_ connection: ConnectionRecord, isOpen: (Int) -> Bool) {
        if count >= limit {
            connections = connections.mapValues { $0.filter { isOpen($0.connection.id) } }
                .filter { !$0.value.isEmpty }
            count = connections.reduce(0) { $0 + $1.value.count }
            limit = max(1024, 2 * count)
        }
        var others = connections[connection.localPort] ?? []
        count -= others.count
        others.removeAll { $0.joins(connection) }
        others.append(Known(connection))
        count += others.count
        connections[connection.localPort] = others
    }
}

extension ConnectionNumbers.Ends {
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
