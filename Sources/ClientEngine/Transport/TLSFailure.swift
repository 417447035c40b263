import Foundation

/// Puts a failure of TLS into words: a pure value made of what libcurl and OpenSSL said.
struct TLSFailure {
    /// What is known of the certificate behind the failure.
    struct Evidence {
        /// OpenSSL's verdict, an `X509_V_ERR_…` number; 0 for none.
        var verdict = 0
        /// The certificate that OpenSSL refused.
        var refused: Connection.Certificate?
        /// The names on the server's certificate, where the host was not among them.
        var names: [String] = []
    }

    /// What libcurl wrote.
    var text: String
    /// The server, as `HOST:PORT`.
    var target: String
    var evidence = Evidence()

    private enum Cause {
        case expired, notYetValid, selfSigned, untrusted, wrongHost
        case outdated, plainHTTP, closed, wantsCertificate, unusableCertificate, unusableAuthorities, other
    }

    /// One sentence for a person.
    var message: String {
        let certificate = "the certificate of \(target)"
        switch cause {
        case .expired: return certificate + " has expired" + day(evidence.refused?.notAfter)
        case .notYetValid: return certificate + " is not valid yet" + day(evidence.refused?.notBefore)
        case .selfSigned: return certificate + " is signed by itself, and by nobody who is trusted"
        case .untrusted: return certificate + " is signed by nobody who is trusted" + signer
        case .wrongHost: return certificate + " is for another host" + names
        case .outdated: return "\(target) speaks only an outdated version of TLS"
        case .plainHTTP: return "\(target) does not speak TLS"
        case .closed: return "\(target) closed the connection during the TLS handshake"
        case .wantsCertificate: return "\(target) wants a certificate of the client"
        case .unusableCertificate: return "the client's certificate or its key cannot be used: \(text)"
        case .unusableAuthorities: return "the file of certificate authorities cannot be used: \(text)"
        case .other: return "TLS with \(target) failed: \(text)"
        }
    }

    /// What may be tried.
    var hint: String? {
        switch cause {
        case .untrusted, .selfSigned:
            "name the file of its authority with --cacert, or skip the check with -k where that does no harm"
        case .expired, .notYetValid: "check this machine's clock; -k skips the check where that does no harm"
        case .wrongHost: "check the host name; -k skips the check where that does no harm"
        case .outdated: "the server must learn TLS 1.2 or newer"
        case .plainHTTP: "this port seems to speak plain HTTP: try http://"
        case .wantsCertificate: "give one with --cert and --key"
        case .unusableCertificate: "both must be PEM files, and the key must not need a passphrase"
        case .unusableAuthorities: "it must be a PEM file"
        case .closed, .other: nil
        }
    }

    private var cause: Cause {
        switch evidence.verdict {
        case 9: return .notYetValid
        case 10: return .expired
        case 18: return .selfSigned
        case 19, 20, 21: return .untrusted
        default: break
        }
        let known: [(words: String, cause: Cause)] = [
            ("no alternative certificate subject name", .wrongHost),
            ("does not match target host name", .wrongHost),
            ("wrong version number", .plainHTTP), ("alert protocol version", .outdated),
            ("unsupported protocol", .outdated), ("alert certificate required", .wantsCertificate),
            ("could not load PEM client certificate", .unusableCertificate),
            ("unable to set private key file", .unusableCertificate),
            ("private key does not match", .unusableCertificate),
            ("error setting certificate", .unusableAuthorities), ("SSL_ERROR_SYSCALL", .closed),
            ("unexpected eof", .closed), ("Connection reset by peer", .closed),
        ]
        return known.first { text.contains($0.words) }?.cause ?? .other
    }

    private func day(_ date: Date?) -> String {
        date.map { ": \(HTTPDate($0).text)" } ?? ""
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
