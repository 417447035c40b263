extension ClientError {
    /// An action that may help against an error.
    ///
    /// ``ClientError/hint`` describes the action with the settings of the client. A program with its own options can
    /// describe it differently. New cases may be added in any release: switch with a default.
    public enum Advice: Sendable, Hashable {
        /// Allow more time: a deadline was too short.
        case allowMoreTime
        /// Check the name of the host, or give its address.
        case giveAddress
        /// Check the settings of the proxy.
        case checkProxy
        /// Check the name of the proxy, which has no address.
        case checkProxyName
        /// Trust the authority that signed the server's certificate.
        ///
        /// It is unknown.
        case trustServer
        /// Trust the authority that signed the proxy's certificate.
        ///
        /// It is unknown, and this check cannot be skipped.
        case trustProxy
        /// Check the clock: the server's certificate is not valid at this time.
        case checkClock
        /// Check the host name: the server's certificate is for other names.
        case checkHostName
        /// Give a client certificate, which the server asks for.
        case giveCertificate
        /// Any other action, described for a person.
        case other(String)
    }
}

extension ClientError.Advice {
    private static let worded: [Self] = [
        .allowMoreTime, .giveAddress, .checkProxy, .checkProxyName, .trustServer, .trustProxy, .checkClock,
        .checkHostName, .giveCertificate,
    ]

    /// Creates the advice with this text.
    ///
    /// Errors are serialized with their hints.
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
