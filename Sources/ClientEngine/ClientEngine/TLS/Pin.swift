import FoundationEssentials

/// A certificate or a public key that is known in advance.
public struct Pin: Sendable, Hashable, CustomStringConvertible {
    /// The part of a certificate that is pinned.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The SHA-1 digest of a certificate in DER.
        case sha1
        /// The SHA-256 digest of a certificate in DER.
        case sha256
        /// The SHA-256 digest of a public key with its algorithm (SubjectPublicKeyInfo, RFC 7469, section 2.4).
        ///
        /// It stays valid if a certificate is renewed with the same key.
        case publicKeySHA256 = "public key sha256"
        /// The bytes of the public key itself: a point on a curve, or an RSAPublicKey in DER.
        case publicKey = "public key"
    }

    /// The part of a certificate that is pinned.
    public let kind: Kind
    /// The bytes of the digest or key.
    public let bytes: [UInt8]

    /// Parses hexadecimal digits of either case, with or without colons and spaces, or `sha256//` followed by Base64.
    ///
    /// - Throws: `invalidRequest/queue` with the pin if its form or length is invalid.
    public init(_ kind: Kind, _ text: String) throws(ClientError) {
        let plain = text.filter { !$0.isWhitespace }
        let marker = "sha256//"
        guard
            let bytes = plain.hasPrefix(marker)
                ? Data(base64Encoded: String(plain.dropFirst(marker.count))).map(Array.init)
                : Self.bytes(ofHexadecimal: plain.filter { $0 != ":" })
        else { throw Self.unusable(text, "it is neither hexadecimal digits nor sha256// and Base64") }
        if plain.hasPrefix(marker), kind == .sha1 || kind == .publicKey {
            throw Self.unusable(text, "sha256// does not begin a \(kind.rawValue)")
        }
        guard kind.length.map({ $0 == bytes.count }) ?? (bytes.count >= 32) else {
            let wanted = kind.length.map { "\($0)" } ?? "32 or more"
            throw Self.unusable(text, "it has \(bytes.count) bytes, and a \(kind.rawValue) has \(wanted)")
        }
        (self.kind, self.bytes) = (kind, bytes)
    }

    /// Creates a pin for a part of a certificate, or returns `nil` if the bytes of the certificate are unknown.
    public init?(_ kind: Kind, of certificate: ConnectionRecord.Certificate) {
        guard let bytes = certificate.bytes(for: kind) else { return nil }
        (self.kind, self.bytes) = (kind, bytes)
    }

    private static func bytes(ofHexadecimal text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, !digits.isEmpty, digits.count.isMultiple(of: 2) else {
            return nil
        }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private static func unusable(_ text: String, _ why: String) -> ClientError {
        ClientError(
            .invalidRequest, .queue, "the pin “\(text)” cannot be used: \(why)",
            hint: "write it like the fingerprint that openssl x509 -fingerprint -sha256 prints")
    }

    /// The kind, and the bytes in hexadecimal digits.
    public var description: String { "\(kind.rawValue) \(bytes.hexadecimal)" }
}

extension Pin.Kind {
    fileprivate var length: Int? {
        switch self {
        case .sha1: 20
        case .sha256, .publicKeySHA256: 32
        case .publicKey: nil
        }
    }
}
