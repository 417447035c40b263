import CEngineOpenSSL

/// The digests that OpenSSL computes for us, by its names.
enum MessageDigest: String {
    case md5 = "MD5"
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"
    case sha512_256 = "SHA512-256"

    /// Returns the digest; nil when OpenSSL was told not to compute it.
    func bytes(of content: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 64)
        let size = cossl_digest(rawValue, content, content.count, &digest)
        return size > 0 ? Array(digest[..<size]) : nil
    }
}
