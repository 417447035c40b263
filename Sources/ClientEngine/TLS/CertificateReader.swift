import CCurl
import COpenSSL
import Foundation

/// Reads the certificates that a server showed from what libcurl keeps of them.
struct CertificateReader {
    private let easy: UnsafeMutableRawPointer

    init(_ easy: UnsafeMutableRawPointer) {
        self.easy = easy
    }

    /// The server's own certificate first; none when libcurl did not get so far.
    func certificates() -> [Connection.Certificate] {
        guard let all = ccurl_get_certificates(easy)?.pointee, let lists = all.certinfo else { return [] }
        return (0..<Int(all.num_of_certs)).compactMap { Self.certificate(lists[$0]) }
    }

    private static func certificate(_ list: UnsafeMutablePointer<curl_slist>?) -> Connection.Certificate? {
        var next = list
        while let node = next {
            let prefix = "Cert:"
            if strncmp(node.pointee.data, prefix, prefix.utf8.count) == 0 {
                let pem = node.pointee.data + prefix.utf8.count
                return .taken { cossl_describe_pem(pem, strlen(pem), $0, $1) }
            }
            next = node.pointee.next
        }
        return nil
    }
}

extension Connection.Certificate {
    /// What a function that calls back with facts says of a certificate.
    static func taken(
        _ describe: (cossl_certificate_callback, UnsafeMutableRawPointer) -> Int32
    ) -> Connection.Certificate? {
        var taken: Connection.Certificate?
        _ = withUnsafeMutablePointer(to: &taken) { describe(takeFacts, UnsafeMutableRawPointer($0)) }
        return taken
    }

    fileprivate init(_ facts: cossl_facts) {
        self.init(
            subject: String(cString: facts.subject), issuer: String(cString: facts.issuer),
            names: Self.names(String(cString: facts.names)),
            validity: (
                Date(timeIntervalSince1970: Double(facts.not_before)),
                Date(timeIntervalSince1970: Double(facts.not_after))
            ))
        der = Array(UnsafeBufferPointer(start: facts.der, count: facts.der_length))
        publicKey = Array(UnsafeBufferPointer(start: facts.key, count: facts.key_length))
        bareKeyLength = facts.bare_key_length
        fingerprint = bytes(for: .sha256)?.hexadecimal
    }

    /// `DNS:localhost, IP Address:127.0.0.1` without the kinds.
    private static func names(_ text: String) -> [String] {
        text.split(separator: ",").compactMap { entry in
            entry.firstIndex(of: ":").map { String(entry[entry.index(after: $0)...]) }
        }
    }
}

private func takeFacts(_ owner: UnsafeMutableRawPointer?, _ facts: UnsafePointer<cossl_facts>?) {
    guard let owner, let facts = facts?.pointee else { return }
    owner.assumingMemoryBound(to: Connection.Certificate?.self).pointee = Connection.Certificate(facts)
}
