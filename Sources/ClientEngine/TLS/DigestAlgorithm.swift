/// The algorithms of Digest authentication (RFC 7616, section 3.3), the best first.
enum DigestAlgorithm: String, CaseIterable, Sendable {
    case sha512_256 = "SHA-512-256"
    case sha256 = "SHA-256"
    case md5 = "MD5"

    /// Returns the digest in hexadecimal digits; nil when OpenSSL was told not to compute it.
    func hex(_ bytes: [UInt8]) -> String? {
        let digest: MessageDigest =
            switch self {
            case .sha512_256: .sha512_256
            case .sha256: .sha256
            case .md5: .md5
            }
        return digest.bytes(of: bytes)?.hexadecimal
    }
}
