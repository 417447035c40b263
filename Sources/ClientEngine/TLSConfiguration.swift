/// How a client and the servers it talks to over TLS prove who they are.
public struct TLSConfiguration: Sendable, Hashable {
    /// How the server's certificate is checked.
    public enum Verification: Sendable, Hashable {
        /// It must be valid now, be signed by a trusted authority, and name the host.
        case full
        /// Not at all: anybody on the way can read and change everything.
        case none
    }

    /// What the client shows to servers that want to know who it is: two files in PEM.
    public struct ClientCertificate: Sendable, Hashable {
        /// The file of the certificate, and of those between it and an authority.
        public var file: String
        /// The file of the private key, which must not need a passphrase.
        public var keyFile: String

        /// Creates a pair of files; without a second one, the key is in the same file.
        public init(file: String, keyFile: String? = nil) {
            self.file = file
            self.keyFile = keyFile ?? file
        }
    }

    /// The file of trusted certificate authorities, in PEM.
    public var certificateAuthorities = "/etc/ssl/certs/ca-certificates.crt"
    /// How the server's certificate is checked.
    public var verification = Verification.full
    /// What the client shows to servers that ask for it.
    public var clientCertificate: ClientCertificate?

    /// Creates the default configuration: the system's authorities, and every certificate checked.
    public init() {}
}
