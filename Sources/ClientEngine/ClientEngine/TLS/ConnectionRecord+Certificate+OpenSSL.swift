extension ConnectionRecord.Certificate {
    /// Returns a digest of it, or of its key, or the key, in hexadecimal digits; nil when it is not known.
    public func fingerprint(_ kind: Pin.Kind) -> String? { bytes(for: kind)?.hexadecimal }

    func fits(_ pin: Pin) -> Bool { bytes(for: pin.kind) == pin.bytes }

    /// Returns the bytes that a pin of that kind holds; those of a whole certificate are known without reading it.
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
    /// Returns the digest of what is known: of nothing, none.
    fileprivate func bytes(ofKnown bytes: [UInt8]) -> [UInt8]? { bytes.isEmpty ? nil : self.bytes(of: bytes) }
}
