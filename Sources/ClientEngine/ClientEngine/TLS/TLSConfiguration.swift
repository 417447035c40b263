internal import EngineSupport

/// The authentication of TLS peers: of servers, and of the client itself.
///
/// A client's configuration never changes, so what holds for a connection holds for every request on it. What a proxy
/// shows is always checked in full; rules for hosts and the challenge are about servers.
public struct TLSConfiguration: Sendable, Hashable {
    /// The ways to check a server's certificate.
    public enum Verification: Sendable, Hashable {
        /// It must be valid now, be signed by a trusted authority, and name the host.
        case full
        /// Not at all: anybody on the way can read and change everything.
        case none
    }

    typealias Challenge = @Sendable (ServerTrust) async -> ServerTrust.Verdict

    /// The file of trusted certificate authorities, in PEM.
    public var certificateAuthorities = "/etc/ssl/certs/ca-certificates.crt"
    /// The check of servers' certificates where ``hosts`` has no rule.
    public var verification = Verification.full
    /// The rules for single hosts, before ``verification``.
    public var hosts = HostRules()
    /// The certificate that the client shows to servers that ask for it.
    public var clientCertificate: ClientCertificate?
    private var challenger: IdentityBox<Challenge>?

    /// Creates the default configuration, which checks the certificates of servers in full.
    public init() {}

    /// Decides about every server whose pins hold, trusted or not.
    ///
    /// It is asked once for each host and chain of certificates, while the exchange waits in the phase `tls`; the time
    /// it takes is not part of the deadline to connect. What it accepted stays accepted for this client, up to 64
    /// chains. Two configurations are equal only when one is a copy of the other's challenge.
    public var challenge: (@Sendable (ServerTrust) async -> ServerTrust.Verdict)? {
        get { challenger?.object }
        set { challenger = newValue.map { IdentityBox(closure: $0) } }
    }

    func rule(for host: String) -> HostTrust? {
        hosts.rule(for: host) ?? (verification == .none ? .disabled : nil)
    }
}
