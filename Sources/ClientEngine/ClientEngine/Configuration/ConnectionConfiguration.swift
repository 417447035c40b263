/// The settings of connections.
///
/// After any change, new tasks use new connections.
public struct ConnectionConfiguration: Sendable, Hashable {
    /// The maximum number of concurrent exchanges.
    ///
    /// Other exchanges wait in the phase `queue`. All loops share this limit; see ``loopCount``.
    public var maximumConcurrentExchanges = 256
    /// The number of loop threads for the client's network operations.
    ///
    /// A number less than 1 is treated as 1.
    ///
    /// At about 40,000 small requests per second, a loop uses one CPU core fully. More loops are useful for a client
    /// that sends more requests than this to several origins. All tasks for one origin (scheme, host and port) start on
    /// the same loop, so that they share connections. A new origin uses the loop with the fewest tasks and origins. A
    /// task stays on its loop, even if a redirect leads to another origin.
    ///
    /// All loops share the limits, priorities, cookies, the cache, the mocks, the decisions about servers, the
    /// activity, and the numbering of tasks and connections. Each loop has separate connections and TLS sessions. Events
    /// of different tasks may be reported on several threads at the same time, but those of each task are in order.
    /// ``Client/executor`` and ``Client/serve(_:by:)`` use the first loop.
    public var loopCount = 1
    /// Addresses for hosts, which replace name resolution.
    ///
    /// The last matching element applies.
    public var resolve: [HostAddresses] = []
    /// Peers to connect to instead of those in URLs.
    ///
    /// The first matching element applies.
    public var connectTo: [ConnectionPeer] = []
    /// The configuration of TLS.
    public var tls = TLSConfiguration()
    /// The proxy.
    ///
    /// If it is `nil`, the environment determines it: `http_proxy`, `https_proxy` and `all_proxy`. ``Proxy/direct``
    /// uses no proxy. Hosts in `no_proxy` never use a proxy.
    public var proxy: Proxy?

    /// Creates the default configuration.
    public init() {}

    /// Returns the names or addresses, and the port, to connect to for a server.
    ///
    /// The first matching element of ``connectTo`` applies, followed by ``resolve``. A program that opens its own
    /// connections can use this method to follow the same rules.
    public func places(of host: String, port: Int) -> (hosts: [String], port: Int) {
        let peer = connectTo.first {
            ($0.host.map { $0.lowercased() == host.lowercased() } ?? true) && ($0.port ?? port) == port
        }
        let (host, port) = (peer?.peerHost ?? host, peer?.peerPort ?? port)
        let rules = resolve.filter { $0.port == port }
        let rule =
            rules.last { $0.host.lowercased() == host.lowercased() } ?? rules.last { $0.host == "*" }
        return (rule?.addresses ?? [host], port)
    }
}

/// Addresses for one port of a host, which replace name resolution, as curl's `--resolve`.
public struct HostAddresses: Sendable, Hashable {
    /// The host in URLs, or `*` for every host.
    public var host: String
    /// The port in URLs, 1…65535.
    public var port: Int
    /// IPv4 and IPv6 addresses, which are tried in this order.
    public var addresses: [String]
    /// Indicates whether the addresses expire after a minute, as those of a resolver do.
    public var expires = false

    /// Creates addresses that do not expire.
    public init(_ host: String, port: Int, addresses: [String]) {
        self.host = host
        self.port = port
        self.addresses = addresses
    }

    /// Parses the argument of curl's `--resolve`: `[+]HOST:PORT:ADDRESS[,ADDRESS]…`.
    ///
    /// - Throws: `invalidRequest/queue` with the expected form.
    public init(curl text: String) throws(ClientError) {
        let parts = text.drop { $0 == "+" }.splitAtColons(maximum: 3)
        guard parts.count == 3, !parts[0].isEmpty, let port = parts[1].port, !parts[2].isEmpty else {
            throw ClientError(
                .invalidRequest, .queue, "“\(text)” is not HOST:PORT:ADDRESS",
                hint: "as in h.test:443:127.0.0.1")
        }
        self.init(
            String(parts[0]), port: port, addresses: parts[2].split(at: ",").map { String($0) })
        expires = text.hasPrefix("+")
    }

    /// The rule in the syntax of libcurl.
    var curlText: String { "\(expires ? "+" : "")\(host):\(port):\(addresses.joined(separator: ","))" }
}

/// A peer to connect to instead of the one in the URL, which TLS and `Host` still use, as curl's `--connect-to`.
public struct ConnectionPeer: Sendable, Hashable {
    /// The host in URLs, or `nil` for every host.
    public var host: String?
    /// The port in URLs, or `nil` for every port.
    public var port: Int?
    /// The host to connect to, or `nil` for that of the URL.
    public var peerHost: String?
    /// The port to connect to, or `nil` for that of the URL.
    public var peerPort: Int?

    /// Creates a rule.
    ///
    /// By default, it matches every URL and changes nothing.
    public init(
        _ host: String? = nil, port: Int? = nil, peerHost: String? = nil, peerPort: Int? = nil
    ) {
        self.host = host
        self.port = port
        self.peerHost = peerHost
        self.peerPort = peerPort
    }

    /// Parses the argument of curl's `--connect-to`: `HOST1:PORT1:HOST2:PORT2`, where any part may be empty.
    ///
    /// - Throws: `invalidRequest/queue` with the expected form.
    public init(curl text: String) throws(ClientError) {
        let parts = text[...].splitAtColons(maximum: .max)
        guard parts.count == 4, [parts[1], parts[3]].allSatisfy({ $0.isEmpty || $0.port != nil }) else {
            throw ClientError(
                .invalidRequest, .queue, "“\(text)” is not HOST1:PORT1:HOST2:PORT2",
                hint: "as in api.test:443:127.0.0.1:8443")
        }
        let hosts = [parts[0], parts[2]].map { $0.isEmpty ? nil : String($0) }
        self.init(hosts[0], port: parts[1].port, peerHost: hosts[1], peerPort: parts[3].port)
    }

    /// The rule in the syntax of libcurl.
    var curlText: String {
        let ports = [port, peerPort].map { $0.map { String($0) } ?? "" }
        return "\(host ?? ""):\(ports[0]):\(peerHost ?? ""):\(ports[1])"
    }
}

extension Substring {
    /// The number of a port, or `nil` if the text is not one.
    var port: Int? { Int(self).flatMap { (1...65535).contains($0) ? $0 : nil } }

    /// Returns the parts between colons that are not inside the brackets of an IPv6 address.
    ///
    /// The last part contains the rest.
    func splitAtColons(maximum: Int) -> [Substring] {
        var isBracketed = false
        return split(maxSplits: maximum - 1, omittingEmptySubsequences: false) { character in
            if character == "[" { isBracketed = true }
            if character == "]" { isBracketed = false }
            return character == ":" && !isBracketed
        }
    }
}
