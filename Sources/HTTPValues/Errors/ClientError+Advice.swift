extension ClientError {
    /// What may be tried against an error.
    ///
    /// Who has other words for the client's settings, as a program has flags, words it anew.
    package enum Advice: Sendable, Hashable {
        /// A deadline is too near.
        case allowMoreTime
        /// The name may be wrong, or needs an address.
        case giveAddress
        /// The proxy may be a wrong one.
        case checkProxy
        /// The proxy's certificate is for another name.
        case checkProxyName
        /// The authority that signed the server's certificate is unknown.
        case trustServer
        /// The authority that signed the proxy's certificate is unknown; its check cannot be skipped.
        case trustProxy
        /// The server's certificate is not valid now.
        case checkClock
        /// The server's certificate is for another host.
        case checkHostName
        /// The server wants to know who asks.
        case giveCertificate
        /// Advice that has nothing to do with settings.
        case other(String)
    }
}

extension ClientError.Advice {
    /// The advice in the words of the library.
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
