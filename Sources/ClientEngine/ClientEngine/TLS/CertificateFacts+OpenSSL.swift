import CEngineOpenSSL
import FoundationEssentials
import Glibc

extension CertificateFacts {
    /// Parses a certificate in DER.
    ///
    /// For invalid bytes, only the digest is set.
    init(der: [UInt8]) {
        self.init()
        withUnsafeMutablePointer(to: &self) {
            cossl_read(der, der.count, takeFacts, UnsafeMutableRawPointer($0))
        }
        fingerprint = ContentDigest.sha256.bytes(of: der)?.hexadecimal
    }

    fileprivate init(_ facts: cossl_facts) {
        subject = String(cString: facts.subject)
        issuer = String(cString: facts.issuer)
        names = Self.names(String(cString: facts.names))
        notBefore = Date(timeIntervalSince1970: Double(facts.not_before))
        notAfter = Date(timeIntervalSince1970: Double(facts.not_after))
        publicKey = Array(UnsafeBufferPointer(start: facts.key, count: facts.key_length))
        bareKeyLength = facts.bare_key_length
    }

    /// Returns the names in `DNS:localhost, IP Address:127.0.0.1` without their kinds.
    private static func names(_ text: String) -> [String] {
        text.split(at: ",").compactMap { entry in
            entry.cut(at: ":").map { $0.head.hasSuffix("IP Address") ? address($0.tail) : String($0.tail) }
        }
    }

    /// Returns an address in its usual form: OpenSSL writes `0:0:0:0:0:0:0:1` instead of `::1`.
    private static func address(_ text: Substring) -> String {
        var bytes = in6_addr()
        var written = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_pton(AF_INET6, String(text), &bytes) == 1,
            inet_ntop(AF_INET6, &bytes, &written, socklen_t(written.count)) != nil
        else { return String(text) }
        return String(
            decoding: written.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}

private func takeFacts(_ owner: UnsafeMutableRawPointer?, _ facts: UnsafePointer<cossl_facts>?) {
    guard let owner, let facts = facts?.pointee else { return }
    owner.assumingMemoryBound(to: CertificateFacts.self).pointee = CertificateFacts(facts)
}
