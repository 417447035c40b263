internal import EngineSupport

/// The authentication of TLS peers, both of servers and of the client.
///
/// The configuration of a connection never changes, so it is the same for all requests on it. The certificates of
/// proxies are always verified; the rules for hosts and the challenge apply only to servers.
public struct TLSConfiguration: Sendable, Hashable {
    /// The verification of server certificates.
    public enum Verification: Sendable, Hashable {
        /// The certificate must be valid now, signed by a trusted authority, and contain the host name.
        case full
        /// No verification, so that anyone on the network path can read and change everything.
        case none
    }

    typealias Challenge = @Sendable (ServerTrust) async -> ServerTrust.Verdict

    /// The path of a file with the trusted certificate authorities in PEM.
    public var certificateAuthorities = "/etc/ssl/certs/ca-certificates.crt"
    /// The verification for servers without a rule in ``hosts``.
    public var verification = Verification.full
    /// The rules for individual hosts, which take precedence over ``verification``.
    public var hosts = HostRules()
    /// The certificate of the client for servers that request one.
    public var clientCertificate: ClientCertificate?
    private var challenger: IdentityBox<Challenge>?

    /// Creates the default configuration, with verification of server certificates.
    public init() {}

    /// A closure that decides about every server that meets the rules for pins, whether it is trusted or not.
    ///
    /// It is called once for each host and chain of certificates, while the exchange waits in the phase `tls`. The
    /// connect timeout does not include this wait. The client stores which chains it has accepted, up to 64. Two
    /// configurations are equal only if the challenge of one is a copy of that of the other.
    public var challenge: (@Sendable (ServerTrust) async -> ServerTrust.Verdict)? {
        get { challenger?.object }
        set { challenger = newValue.map { IdentityBox(closure: $0) } }
    }

    func rule(for host: String) -> HostTrust? {
        hosts.rule(for: host) ?? (verification == .none ? .disabled : nil)
    }
}
