import CEngineOpenSSL

/// The digests that OpenSSL computes, by its names.
enum MessageDigest: String {
    case md5 = "MD5"
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"
    case sha512_256 = "SHA512-256"

    /// Returns the digest, or `nil` if the configuration of OpenSSL forbids the algorithm.
    func bytes(of content: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 64)
        let size = cossl_digest(rawValue, content, content.count, &digest)
        return size > 0 ? Array(digest[..<size]) : nil
    }
}

/// SHA-256 of content in pieces, and with a key (HMAC, RFC 2104).
enum SHA256 {
    /// Returns the digest of everything that a reader provides.
    static func bytes(of reader: BodyReader) throws(ClientError) -> [UInt8] {
        var state = cossl_sha256()
        cossl_sha256_begin(&state)
        var (failure, isAtEnd) = (nil as ClientError?, false)
        withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) { buffer in
            while failure == nil, !isAtEnd {
                switch reader.read(into: buffer) {
                case .bytes(let count): cossl_sha256_add(&state, buffer.baseAddress, count)
                case .end: isAtEnd = true
                case .wait:
                    failure = ClientError(.unsupported, .queue, "a stream has no digest before it is sent")
                case .failed(let error): failure = error
                }
            }
        }
        if let failure { throw failure }
        return ended(&state)
    }

    /// Returns the digest of bytes with a key.
    static func bytes(of message: some Collection<UInt8>, key: [UInt8]) -> [UInt8] {
        let key = key.count > 64 ? bytes(of: [key]) : key
        let block = key + [UInt8](repeating: 0, count: 64 - key.count)
        let inner = bytes(of: [block.map { $0 ^ 0x36 }, Array(message)])
        return bytes(of: [block.map { $0 ^ 0x5C }, inner])
    }

    /// Returns the digest of pieces in order.
    static func bytes(of pieces: [[UInt8]]) -> [UInt8] {
        var state = cossl_sha256()
        cossl_sha256_begin(&state)
        for piece in pieces { cossl_sha256_add(&state, piece, piece.count) }
        return ended(&state)
    }

    private static func ended(_ state: inout cossl_sha256) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            cossl_sha256_end(&state, buffer.baseAddress)
            count = 32
        }
    }
}

/// A digest of content, for example the checksum of a download.
public enum ContentDigest: String, CaseIterable, Sendable {
    /// MD5, which only detects accidental changes.
    case md5
    /// SHA-256.
    case sha256
    /// SHA-512.
    case sha512

    /// Returns the digest of `content`, or `nil` if the configuration of OpenSSL forbids the algorithm.
    public func bytes(of content: [UInt8]) -> [UInt8]? {
        MessageDigest(rawValue: rawValue.uppercased())?.bytes(of: content)
    }
}

/// The algorithms of Digest authentication (RFC 7616, section 3.3), with the best first.
enum DigestAlgorithm: String, CaseIterable, Sendable {
    case sha512_256 = "SHA-512-256"
    case sha256 = "SHA-256"
    case md5 = "MD5"

    /// Returns the digest in hexadecimal digits, or `nil` if the configuration of OpenSSL forbids the algorithm.
    func hex(_ bytes: [UInt8]) -> String? {
        // The names of OpenSSL have no hyphen after SHA.
        let name = rawValue.replacing("SHA-", with: "SHA")
        return MessageDigest(rawValue: name)?.bytes(of: bytes)?.hexadecimal
    }
}
