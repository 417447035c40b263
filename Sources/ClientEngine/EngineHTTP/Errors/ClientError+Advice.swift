extension ClientError {
    /// An action that may be tried against an error.
    ///
    /// ``ClientError/hint`` words it by the client's settings; a program that has flags for these can word it anew.
    /// New cases may be added in any release: switch with a default.
    public enum Advice: Sendable, Hashable {
        /// A deadline was too short.
        case allowMoreTime
        /// The name may be wrong, or needs an address.
        case giveAddress
        /// The settings of the proxy may be wrong.
        case checkProxy
        /// The proxy's name has no address.
        case checkProxyName
        /// The authority that signed the server's certificate is unknown.
        case trustServer
        /// The authority that signed the proxy's certificate is unknown; its check cannot be skipped.
        case trustProxy
        /// The server's certificate is not valid now.
        case checkClock
        /// The server's certificate is for other names.
        case checkHostName
        /// The server wants to know who asks.
        case giveCertificate
        /// Any other action, in words for a person.
        case other(String)
    }
}

extension ClientError.Advice {
    private static let worded: [Self] = [
        .allowMoreTime, .giveAddress, .checkProxy, .checkProxyName, .trustServer, .trustProxy, .checkClock,
        .checkHostName, .giveCertificate,
    ]

    /// Finds the advice that has these words: errors are written with their hints.
    init(_ text: String) {
        self = Self.worded.first { $0.text == text } ?? .other(text)
    }

    var text: String {
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
