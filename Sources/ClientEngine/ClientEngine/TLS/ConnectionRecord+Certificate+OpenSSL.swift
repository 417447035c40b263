extension ConnectionRecord.Certificate {
    /// Returns the digest of the certificate or of its key, or the key itself, in hexadecimal digits, or `nil` if it is
    /// unknown.
    public func fingerprint(_ kind: Pin.Kind) -> String? { bytes(for: kind)?.hexadecimal }

    func fits(_ pin: Pin) -> Bool { bytes(for: pin.kind) == pin.bytes }

    /// Returns the bytes for a kind of pin.
    ///
    /// For digests of the whole certificate, it is not parsed.
    func bytes(for kind: Pin.Kind) -> [UInt8]? {
        switch kind {
        case .sha1: return MessageDigest.sha1.bytes(ofKnown: der)
        case .sha256: return MessageDigest.sha256.bytes(ofKnown: der)
        case .publicKeySHA256: return MessageDigest.sha256.bytes(ofKnown: content.facts.publicKey)
        case .publicKey:
            let facts = content.facts
            return facts.publicKey.isEmpty ? nil : Array(facts.publicKey.suffix(facts.bareKeyLength))
        }
    }
}

extension MessageDigest {
    /// Returns the digest, or `nil` if `bytes` is empty.
    fileprivate func bytes(ofKnown bytes: [UInt8]) -> [UInt8]? { bytes.isEmpty ? nil : self.bytes(of: bytes) }
}
