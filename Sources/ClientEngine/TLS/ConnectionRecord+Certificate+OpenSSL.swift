import CEngineCurl
import CEngineOpenSSL
import Foundation

extension ConnectionRecord.Certificate {
    /// The certificates that the server of a transfer's connection sent, its own first.
    static func sent(to easy: UnsafeMutableRawPointer) -> [ConnectionRecord.Certificate] {
        guard let session = ccurl_get_openssl(easy) else { return [] }
        return (0..<cossl_sent_count(session)).compactMap { index in
            taken { cossl_sent_describe(session, index, $0, $1) }
        }
    }

    /// What a function that calls back with facts says of a certificate.
    static func taken(
        _ describe: (cossl_certificate_callback, UnsafeMutableRawPointer) -> Int32
    ) -> ConnectionRecord.Certificate? {
        var taken: ConnectionRecord.Certificate?
        _ = withUnsafeMutablePointer(to: &taken) { describe(takeFacts, UnsafeMutableRawPointer($0)) }
        return taken
    }

    /// A digest of it, or of its key, or the key, in hexadecimal digits; nil when it is not known.
    public func fingerprint(_ kind: Pin.Kind) -> String? { bytes(for: kind)?.hexadecimal }

    /// Tells whether it is the one that is pinned, or has the key that is.
    package func fits(_ pin: Pin) -> Bool { bytes(for: pin.kind) == pin.bytes }

    /// What a pin of that kind would hold.
    func bytes(for kind: Pin.Kind) -> [UInt8]? {
        guard !der.isEmpty, !publicKey.isEmpty else { return nil }
        switch kind {
        case .sha1: return Self.digest("SHA1", der)
        case .sha256: return Self.digest("SHA256", der)
        case .publicKeySHA256: return Self.digest("SHA256", publicKey)
        case .publicKey: return Array(publicKey.suffix(bareKeyLength))
        }
    }

    private static func digest(_ name: String, _ bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 64)
        let size = cossl_digest(name, bytes, bytes.count, &digest)
        return size == 0 ? nil : Array(digest.prefix(size))
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
        text.split(at: ",").compactMap { entry in
            entry.unicodeScalars.firstIndex(of: ":").map {
                String(entry[entry.unicodeScalars.index(after: $0)...])
            }
        }
    }
}

private func takeFacts(_ owner: UnsafeMutableRawPointer?, _ facts: UnsafePointer<cossl_facts>?) {
    guard let owner, let facts = facts?.pointee else { return }
    owner.assumingMemoryBound(to: ConnectionRecord.Certificate?.self).pointee = ConnectionRecord.Certificate(
        facts)
}
