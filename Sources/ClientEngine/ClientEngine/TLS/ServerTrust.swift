/// The certificates of a server in a TLS handshake, with the result of their verification.
public struct ServerTrust: Sendable, Hashable {
    /// The result of verifying the certificates.
    public enum Verification: Sendable, Hashable {
        /// The certificates are valid now, lead to a trusted authority, and contain the host name.
        case trusted
        /// The certificates failed the verification.
        ///
        /// The values are the number (`X509_V_ERR_…`) and the text of OpenSSL for the first error.
        case refused(code: Int, reason: String)
    }

    /// The decision of a ``TLSConfiguration/challenge``.
    public enum Verdict: Sendable, Hashable {
        /// Sends the request.
        case accept
        /// Closes the connection.
        case reject
    }

    /// The host name, in the form of certificates.
    public let host: String
    /// The port.
    public let port: Int
    /// The chain from the certificate of the server to that of the authority, or the certificates that the server sent
    /// if they are not trusted.
    public let certificates: [ConnectionRecord.Certificate]
    /// The result of verifying the certificates.
    public let verification: Verification

    /// Indicates whether ``verification`` is ``Verification/trusted``.
    public var isTrusted: Bool { verification == .trusted }
}
