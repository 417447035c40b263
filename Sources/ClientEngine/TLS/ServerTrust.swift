/// What a server showed in a TLS handshake, and what became of checking it.
public struct ServerTrust: Sendable, Hashable {
    /// What checking the certificates came to.
    public enum Verification: Sendable, Hashable {
        /// They are valid now, lead to a trusted authority, and name the host.
        case trusted
        /// They are not; OpenSSL's number (`X509_V_ERR_…`) and words for the first thing that is wrong.
        case refused(code: Int, reason: String)
    }

    /// What a ``TLSConfiguration/challenge`` decides.
    public enum Verdict: Sendable, Hashable {
        /// The request may be sent.
        case accept
        /// The connection is given up.
        case reject
    }

    /// The host, as certificates name it.
    public let host: String
    /// The port.
    public let port: Int
    /// The chain from the server's own certificate to the authority; what the server sent, where it is not trusted.
    public let certificates: [ConnectionRecord.Certificate]
    /// What checking them came to.
    public let verification: Verification

    /// Whether they passed the check.
    public var isTrusted: Bool { verification == .trusted }
}
