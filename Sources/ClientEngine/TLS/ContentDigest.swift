import CEngineOpenSSL

/// Digests of contents, by which people tell whether they got what they expected; no protection of anything.
package enum ContentDigest: String, CaseIterable, Sendable {
    case md5, sha256, sha512

    /// The digest; nil when OpenSSL was told not to compute it.
    package func bytes(of content: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 64)
        let size = cossl_digest(rawValue.uppercased(), content, content.count, &digest)
        return size > 0 ? Array(digest[..<size]) : nil
    }
}
