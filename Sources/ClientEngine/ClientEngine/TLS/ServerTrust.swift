/// The certificates that a server showed in a TLS handshake, and the outcome of checking them.
public struct ServerTrust: Sendable, Hashable {
    /// The outcome of checking the certificates.
    public enum Verification: Sendable, Hashable {
        /// They are valid now, lead to a trusted authority, and name the host.
        case trusted
        /// They are not; OpenSSL's number (`X509_V_ERR_…`) and words for the first thing that is wrong.
        case refused(code: Int, reason: String)
    }

    /// The decision of a ``TLSConfiguration/challenge``.
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
    /// The outcome of checking them.
    public let verification: Verification

    /// Indicates whether ``verification`` is ``Verification/trusted``.
    public var isTrusted: Bool { verification == .trusted }
}
