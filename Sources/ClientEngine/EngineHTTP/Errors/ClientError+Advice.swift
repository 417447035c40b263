extension ClientError {
    /// An action that may be tried against an error.
    ///
    /// A program that has other words for the client's settings, as flags are, words it anew.
    package enum Advice: Sendable, Hashable {
        case allowMoreTime
        /// The name may be wrong, or needs an address.
        case giveAddress
        case checkProxy
        case checkProxyName
        /// The authority that signed the server's certificate is unknown.
        case trustServer
        /// The authority that signed the proxy's certificate is unknown; its check cannot be skipped.
        case trustProxy
        /// The server's certificate is not valid now.
        case checkClock
        case checkHostName
        /// The server wants to know who asks.
        case giveCertificate
        case other(String)
    }
}

extension ClientError.Advice {
    package var text: String {
        switch self {
        case .allowMoreTime: "allow more time with `timeouts`, `attemptTimeout` or `totalTimeout`"
        case .giveAddress: "check the host name"
        case .checkProxy: "check `connections.proxy`, or http_proxy and its like in the environment"
        case .checkProxyName: "check the proxy's name in `connections.proxy`, or in http_proxy and its like"
        case .trustServer:
            "name the file of its authority in `certificateAuthorities`, or set `verification` to `.none` where that does no harm"
        case .trustProxy: "name the file of its authority in `certificateAuthorities`"
        case .checkClock:
            "check this machine's clock; `verification = .none` skips the check where that does no harm"
        case .checkHostName:
            "check the host name; `verification = .none` skips the check where that does no harm"
        case .giveCertificate: "give one with `clientCertificate`"
        case .other(let text): text
        }
    }
}
