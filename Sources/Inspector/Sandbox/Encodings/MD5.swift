import CEngineOpenSSL
import EngineHTTP

/// MD5, RFC 1321: Digest authentication still asks for it; nothing else should.
enum MD5 {
    /// Returns the digest in hexadecimal digits; none where OpenSSL was told not to compute it.
    static func hex(_ text: String) -> String {
        var digest = [UInt8](repeating: 0, count: 64)
        let bytes = Array(text.utf8)
        let size = cossl_digest("MD5", bytes, bytes.count, &digest)
        return digest.prefix(size).hexadecimal
    }
}
