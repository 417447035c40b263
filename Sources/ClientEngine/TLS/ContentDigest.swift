/// Digests of contents, by which people tell whether they got what they expected; no protection of anything.
package enum ContentDigest: String, CaseIterable, Sendable {
    case md5, sha256, sha512

    /// Returns the digest; nil when OpenSSL was told not to compute it.
    package func bytes(of content: [UInt8]) -> [UInt8]? {
        let digest: MessageDigest =
            switch self {
            case .md5: .md5
            case .sha256: .sha256
            case .sha512: .sha512
            }
        return digest.bytes(of: content)
    }
}
