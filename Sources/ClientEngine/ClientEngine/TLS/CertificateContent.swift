internal import EngineSupport
import FoundationEssentials
import Glibc

/// The bytes of a certificate, and what they say once somebody has asked; one for all copies of a certificate.
///
/// Most certificates are never looked at, and reading one costs as much as a tenth of the handshake that brought it.
final class CertificateContent: Sendable {
    /// In DER; empty where only what it says is known.
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

    /// The content, read by the first who asks.
    var facts: CertificateFacts {
        if let facts = known.withLock({ $0 }) { return facts }
        // Two who ask at the same time read the same.
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
    /// Its SHA-256 digest, in hexadecimal digits.
    var fingerprint: String?
    /// The public key with its algorithm (SubjectPublicKeyInfo), in DER; empty when it is not known.
    var publicKey: [UInt8] = []
    /// The number of bytes at its end that are the key alone.
    var bareKeyLength = 0
}
