/// The connection an exchange runs on.
public struct ConnectionRecord: Sendable, Hashable {
    /// The client's number of the connection.
    package var id: Int
    /// Indicates whether it had served before.
    public var isReused: Bool
    /// The server's (or proxy's) address, without the port.
    public var remoteAddress: String
    /// The server's (or proxy's) port.
    public var remotePort: Int
    package var localAddress: String
    package var localPort: Int
    /// The proxy in between, as `SCHEME://HOST:PORT`.
    public var proxy: String?
    /// The reason why the TLS in a tunnel was not opened, where somebody wanted that.
    package var unopened: String?
    /// The TLS session, on https.
    public var tls: TLS?

    /// The parameters that TLS agreed on.
    public struct TLS: Sendable, Hashable {
        /// The version, as in `TLSv1.3`.
        public var version: String
        /// The cipher suite.
        public var cipher: String
        /// The protocol that was agreed on (ALPN, RFC 7301), as in `h2`; nil when the server chose none.
        package var applicationProtocol: String?
        /// The certificates that the server showed, its own first.
        public var certificates: [Certificate] = []
        /// Indicates whether the certificate was checked.
        public var isVerified = true

        package init(version: String, cipher: String) {
            self.version = version
            self.cipher = cipher
        }
    }

    package init(
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
