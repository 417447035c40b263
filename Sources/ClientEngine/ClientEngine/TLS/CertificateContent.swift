internal import EngineSupport
import FoundationEssentials
import Glibc

/// The bytes of a certificate with its content, which is parsed on demand.
///
/// All copies of a certificate share one object. Most certificates are never examined, and parsing one takes a tenth of
/// the time of its handshake.
final class CertificateContent: Sendable {
    /// The bytes in DER, or empty if only the content is known.
    let der: [UInt8]
    private let known: Locked<CertificateFacts?>

    init(der: [UInt8]) {
        self.der = der
        known = Locked(nil)
    }

    init(_ facts: CertificateFacts) {
        der = []
        known = Locked(facts)
    }

    var isRead: Bool { known.withLock { $0 != nil } }

    func isWritten(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress, der.count == bytes.count else { return false }
        return memcmp(der, start, der.count) == 0
    }

    /// The content, parsed when it is first requested.
    var facts: CertificateFacts {
        if let facts = known.withLock({ $0 }) { return facts }
        // Two concurrent callers compute equal content.
        let facts = CertificateFacts(der: der)
        known.withLock { $0 = facts }
        return facts
    }
}

extension CertificateContent: Hashable {
    static func == (left: CertificateContent, right: CertificateContent) -> Bool {
        if left === right { return true }
        return left.der == right.der && (!left.der.isEmpty || left.facts == right.facts)
    }

    func hash(into hasher: inout Hasher) {
        if der.isEmpty { hasher.combine(facts) } else { hasher.combine(der) }
    }
}

struct CertificateFacts: Sendable, Hashable {
    /// The subject, as in `CN = example.com`.
    var subject = ""
    var issuer = ""
    var names: [String] = []
    var notBefore: Date?
    var notAfter: Date?
    /// The SHA-256 digest of the certificate in hexadecimal digits.
    var fingerprint: String?
    /// The public key with its algorithm (SubjectPublicKeyInfo) in DER, or empty if it is unknown.
    var publicKey: [UInt8] = []
    /// The number of bytes at the end of `publicKey` that are the key itself.
    var bareKeyLength = 0
}
