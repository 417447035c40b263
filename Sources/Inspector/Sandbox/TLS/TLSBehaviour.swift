/// The treatment of a client on the HTTPS port before a route or a script gets to see the connection.
package enum TLSBehaviour: Sendable, CaseIterable {
    case proper
    /// Says that it speaks HTTP/2 and nothing else, which is for a script to do.
    case http2
    /// Shows a certificate that was valid until yesterday.
    case expired
    /// Shows a certificate for another name.
    case wrongHost
    /// Shows a certificate that nobody else has signed.
    case selfSigned
    /// Speaks TLS 1.1 at most.
    case outdated
    case plainHTTP
    /// Closes after the client's first message.
    case closes
    /// Never answers the client's first message.
    case stalls
    case wantsClientCertificate
}
