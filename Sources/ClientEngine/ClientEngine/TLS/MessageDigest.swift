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

/// A digest of content, such as a checksum of a download.
public enum ContentDigest: String, CaseIterable, Sendable {
    /// MD5, which protects from accidents only.
    case md5
    /// SHA-256.
    case sha256
    /// SHA-512.
    case sha512

    /// Returns the digest of `content`; nil if the configuration of OpenSSL forbids the algorithm.
    public func bytes(of content: [UInt8]) -> [UInt8]? {
        MessageDigest(rawValue: rawValue.uppercased())?.bytes(of: content)
    }
}

/// The algorithms of Digest authentication (RFC 7616, section 3.3), the best first.
enum DigestAlgorithm: String, CaseIterable, Sendable {
    case sha512_256 = "SHA-512-256"
    case sha256 = "SHA-256"
    case md5 = "MD5"

    /// Returns the digest in hexadecimal digits; nil when OpenSSL was told not to compute it.
    func hex(_ bytes: [UInt8]) -> String? {
        // OpenSSL writes no hyphen behind SHA.
        let name = rawValue.replacing("SHA-", with: "SHA")
        return MessageDigest(rawValue: name)?.bytes(of: bytes)?.hexadecimal
    }
}
