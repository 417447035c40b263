struct TrustEvaluator {
    enum Decision: Equatable {
        case accept
        case refuse(Refusal)
        /// The challenge must decide.
        case ask
    }

    enum Refusal: Equatable {
        case untrusted
        case unpinned(expected: [Pin], seen: [Pin])
        case challenge
    }

    let host: String
    let port: Int
    let rule: HostTrust?
    let asksChallenge: Bool

    /// Throws if a rule with an invalid name might apply to the host.
    init(_ url: RequestURL, _ configuration: TLSConfiguration) throws(ClientError) {
        if let name = configuration.hosts.unusable.first {
            throw ClientError(
                .invalidRequest, .queue, "there is a TLS rule for “\(name)”, which is not a host",
                hint: "write only the host, as in example.com")
        }
        host = url.tlsName
        port = url.port
        rule = configuration.rule(for: url.host)
        asksChallenge = configuration.challenge != nil
    }

    /// Indicates whether libcurl leaves the verification of the host name to the evaluator, which may accept another
    /// name.
    var mayOverrule: Bool { rule == .debug || rule == .disabled || asksChallenge }

    /// Indicates whether a trusted server meets all requirements.
    ///
    /// Otherwise, the server must send its certificates on every new connection, even if TLS could resume a session.
    var isContentWithTrust: Bool { rule == nil && !asksChallenge }

    func decide(_ trust: ServerTrust, isAccepted: Bool) -> Decision {
        switch rule {
        case .debug, .disabled: return .accept
        case .pins(let pins):
            // A server that is not trusted can add any certificates after its own.
            let candidates = trust.isTrusted ? trust.certificates : Array(trust.certificates.prefix(1))
            guard !pins.contains(where: { pin in candidates.contains { $0.fits(pin) } }) else { break }
            guard trust.isTrusted else { return .refuse(.untrusted) }
            let kinds = Pin.Kind.allCases.filter { kind in pins.contains { $0.kind == kind } }
            let seen = candidates.flatMap { certificate in kinds.compactMap { Pin($0, of: certificate) } }
            return .refuse(.unpinned(expected: pins, seen: seen))
        case nil: break
        }
        guard asksChallenge else { return trust.isTrusted ? .accept : .refuse(.untrusted) }
        return isAccepted ? .accept : .ask
    }
}
