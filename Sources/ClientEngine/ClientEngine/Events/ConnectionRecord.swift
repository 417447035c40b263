/// The connection of an exchange.
public struct ConnectionRecord: Sendable, Hashable {
    /// The number of the connection within its client.
    public var id: Int
    /// Indicates whether an earlier exchange used the connection.
    public var isReused: Bool
    /// The server's (or proxy's) address, without the port; the path of a Unix socket.
    public var remoteAddress: String
    /// The server's (or proxy's) port; 0 for a Unix socket.
    public var remotePort: Int
    /// The local address, without the port.
    public var localAddress: String
    /// The local port.
    public var localPort: Int
    /// The proxy, in the form `SCHEME://HOST:PORT`, or `nil` without one.
    public var proxy: String?
    /// The reason why a proxy could not decrypt the TLS in its tunnel, or `nil` if it could or did not try.
    public var unopened: String?
    /// The TLS session, or `nil` without TLS.
    public var tls: TLS?

    /// The negotiated parameters of TLS.
    public struct TLS: Sendable, Hashable {
        /// The version, such as `TLSv1.3`.
        public var version: String
        /// The cipher suite.
        public var cipher: String
        /// The negotiated protocol (ALPN, RFC 7301), such as `h2`, or `nil` if the server chose none.
        public var applicationProtocol: String?
        /// The certificates that the server sent.
        ///
        /// Its own certificate comes first.
        public var certificates: [Certificate] = []
        /// Indicates whether the certificate was verified.
        public var isVerified = true

        /// Creates parameters of a session without certificates.
        public init(version: String, cipher: String) {
            self.version = version
            self.cipher = cipher
        }
    }

    /// The path of the Unix socket that the server listens on; nil for TCP.
    public var unixSocket: String? { remotePort == 0 && !remoteAddress.isEmpty ? remoteAddress : nil }

    /// Creates a record of a connection without TLS and without a proxy.
    public init(
        id: Int, isReused: Bool, remote: (address: String, port: Int), local: (address: String, port: Int)
    ) {
        self.id = id
        self.isReused = isReused
        remoteAddress = remote.address
        remotePort = remote.port
        localAddress = local.address
        localPort = local.port
    }
}
