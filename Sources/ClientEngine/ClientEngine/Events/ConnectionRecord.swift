/// The connection an exchange runs on.
public struct ConnectionRecord: Sendable, Hashable {
    /// The number of the connection within its client.
    public var id: Int
    /// Indicates whether it had served before.
    public var isReused: Bool
    /// The server's (or proxy's) address, without the port.
    public var remoteAddress: String
    /// The server's (or proxy's) port.
    public var remotePort: Int
    /// The address of this side of the connection, without the port.
    public var localAddress: String
    /// The port of this side of the connection.
    public var localPort: Int
    /// The proxy in between, as `SCHEME://HOST:PORT`; nil without one.
    public var proxy: String?
    /// The reason why a proxy could not decrypt the TLS in its tunnel; nil if it could, or did not try.
    public var unopened: String?
    /// The TLS session; nil without TLS.
    public var tls: TLS?

    /// The parameters that TLS agreed on.
    public struct TLS: Sendable, Hashable {
        /// The version, as in `TLSv1.3`.
        public var version: String
        /// The cipher suite.
        public var cipher: String
        /// The protocol that was agreed on (ALPN, RFC 7301), as in `h2`; nil when the server chose none.
        public var applicationProtocol: String?
        /// The certificates that the server showed, its own first.
        public var certificates: [Certificate] = []
        /// Indicates whether the certificate was checked.
        public var isVerified = true

        /// Creates parameters of a session whose server showed no certificate.
        public init(version: String, cipher: String) {
            self.version = version
            self.cipher = cipher
        }
    }

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
