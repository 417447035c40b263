import CEngineOpenSSL

extension ConnectionRecord.Certificate {
    /// A digest of it, or of its key, or the key, in hexadecimal digits; nil when it is not known.
    public func fingerprint(_ kind: Pin.Kind) -> String? { bytes(for: kind)?.hexadecimal }

    /// Tells whether it is the one that is pinned, or has the key that is.
    package func fits(_ pin: Pin) -> Bool { bytes(for: pin.kind) == pin.bytes }

    /// What a pin of that kind would hold; one of a whole certificate is known without reading it.
    func bytes(for kind: Pin.Kind) -> [UInt8]? {
        switch kind {
        case .sha1: return Self.digest("SHA1", der)
        case .sha256: return Self.digest("SHA256", der)
        case .publicKeySHA256: return Self.digest("SHA256", content.facts.publicKey)
        case .publicKey:
            let facts = content.facts
            return facts.publicKey.isEmpty ? nil : Array(facts.publicKey.suffix(facts.bareKeyLength))
        }
    }

    /// None of what is not known.
    private static func digest(_ name: String, _ bytes: [UInt8]) -> [UInt8]? {
        guard !bytes.isEmpty else { return nil }
        var digest = [UInt8](repeating: 0, count: 64)
        let size = cossl_digest(name, bytes, bytes.count, &digest)
        return size == 0 ? nil : Array(digest.prefix(size))
    }
}
