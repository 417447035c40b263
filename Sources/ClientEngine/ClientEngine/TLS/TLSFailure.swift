import CEngineOpenSSL
import FoundationEssentials

/// Creates the error for a TLS failure from the results of libcurl and OpenSSL: a pure value.
struct TLSFailure {
    struct Evidence {
        /// The verification result of OpenSSL, an `X509_V_ERR_…` number, or 0 for success.
        var verdict = 0
        var refused: ConnectionRecord.Certificate?
        /// The names in the certificate of the server, if they do not include the host.
        var names: [String] = []
        /// The engine's reason to reject the server.
        var refusal: TrustEvaluator.Refusal?
    }

    enum Peer {
        /// The server, as `HOST:PORT`.
        case server(String)
        case proxy(String)
    }

    var text: String
    /// The subject of the failure before the handshake, or `nil` for the handshake itself.
    var preparation: Preparation?
    var peer: Peer
    var evidence = Evidence()

    /// The files that TLS needs from the client.
    enum Preparation {
        case certificate, authorities
    }

    private enum Cause {
        case expired, notYetValid, selfSigned, untrusted, wrongHost
        case unpinned(expected: [Pin], seen: [Pin]), rejected
        case outdated, plainHTTP, closed, wantsCertificate, unusableCertificate, unusableAuthorities,
            tampered, other
    }

    var message: String {
        let certificate = "the certificate of \(name)"
        switch cause {
        case .expired: return certificate + " has expired" + day(evidence.refused?.notAfter)
        case .notYetValid: return certificate + " is not valid yet" + day(evidence.refused?.notBefore)
        case .selfSigned: return certificate + " is signed by itself, and by nobody who is trusted"
        case .untrusted: return certificate + " is signed by nobody who is trusted" + signer
        case .wrongHost: return certificate + " is for another host" + names
        case .unpinned(let expected, let seen):
            return certificate + " is not one that is pinned: expected \(list(expected)); seen \(list(seen))"
        case .rejected: return certificate + " was not accepted by the application" + objection
        case .outdated: return "\(name) speaks only an outdated version of TLS"
        case .plainHTTP: return "\(name) does not speak TLS"
        case .closed: return "\(name) closed the connection during the TLS handshake"
        case .wantsCertificate: return "\(name) wants a certificate of the client"
        case .unusableCertificate: return "the client's certificate or its key cannot be used: \(text)"
        case .unusableAuthorities: return "the file of certificate authorities cannot be used: \(text)"
        case .tampered: return "what went over TLS between here and \(name) was changed on the way"
        case .other: return "TLS with \(name) failed: \(text)"
        }
    }

    var advice: ClientError.Advice? {
        switch peer {
        case .server: serverAdvice
        case .proxy: proxyAdvice
        }
    }

    private var serverAdvice: ClientError.Advice? {
        switch cause {
        case .untrusted, .selfSigned: .trustServer
        case .expired, .notYetValid: .checkClock
        case .wrongHost: .checkHostName
        case .outdated: .other("the server must learn TLS 1.2 or newer")
        case .plainHTTP: .other("this port seems to speak plain HTTP: try http://")
        case .wantsCertificate: .giveCertificate
        case .unusableCertificate: .other("they must be PEM or PKCS #12, and the password the right one")
        case .unusableAuthorities: .other("it must be a PEM file")
        case .tampered: .other("something on the way damages or changes data: try another network")
        case .unpinned:
            .other("if the server has a new certificate, add its pin; if not, somebody may be listening")
        case .closed, .rejected, .other: nil
        }
    }

    private var name: String {
        switch peer {
        case .server(let target): target
        case .proxy(let address): "the proxy \(address)"
        }
    }

    /// The verification of a proxy is never skipped, because a forged proxy would receive credentials.
    private var proxyAdvice: ClientError.Advice? {
        switch cause {
        case .untrusted, .selfSigned: .trustProxy
        case .expired, .notYetValid: .other("check this machine's clock, or ask who runs the proxy")
        case .wrongHost: .checkProxyName
        case .plainHTTP: .other("this proxy seems to speak plain HTTP: name it with http://")
        case .unusableAuthorities, .tampered: serverAdvice
        case .outdated, .closed, .wantsCertificate, .unusableCertificate, .unpinned, .rejected, .other: nil
        }
    }

    private var cause: Cause {
        switch evidence.refusal {
        case .unpinned(let expected, let seen): return .unpinned(expected: expected, seen: seen)
        case .challenge: return .rejected
        case .untrusted, nil: break
        }
        switch evidence.verdict {
        case 9: return .notYetValid
        case 10: return .expired
        case 18: return .selfSigned
        case 19, 20, 21: return .untrusted
        case 62, 64: return .wrongHost
        default: break
        }
        switch preparation {
        case .certificate: return .unusableCertificate
        case .authorities: return .unusableAuthorities
        case nil: break
        }
        let known: [(words: String, cause: Cause)] = [
            ("no alternative certificate subject name", .wrongHost),
            ("does not match target host name", .wrongHost),
            ("wrong version number", .plainHTTP), ("alert protocol version", .outdated),
            ("unsupported protocol", .outdated), ("alert certificate required", .wantsCertificate),
            ("bad record mac", .tampered), ("SSL_ERROR_SYSCALL", .closed),
            // OpenSSL reports no error when the connection ends, because of SSL_OP_IGNORE_UNEXPECTED_EOF.
            ("error:00000000", .closed),
            ("unexpected eof", .closed), ("Connection reset by peer", .closed),
        ]
        return known.first { text.contains($0.words) }?.cause ?? .other
    }

    private func day(_ date: Date?) -> String {
        date.map { ": \(HTTPDate($0).text)" } ?? ""
    }

    private func list(_ pins: [Pin]) -> String {
        pins.isEmpty ? "nothing" : pins.map(\.description).joined(separator: ", ")
    }

    private var objection: String {
        evidence.verdict == 0 ? "" : ": \(String(cString: cossl_verdict_text(Int32(evidence.verdict))))"
    }

    private var signer: String {
        evidence.refused.map { ": “\($0.issuer)”" } ?? ""
    }

    private var names: String {
        guard !evidence.names.isEmpty else { return "" }
        let more = evidence.names.count - 5
        return ": " + evidence.names.prefix(5).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
