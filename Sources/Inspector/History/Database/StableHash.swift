extension UnsafeRawBufferPointer {
    /// Returns a hash that is the same in every process and version, because files contain it.
    ///
    /// It detects accidental damage and distinguishes contents. It is not cryptographic: an attacker can construct
    /// collisions.
    func stableHash(seed: UInt64 = 0) -> UInt64 {
        var (hash, index) = (UInt64(count) &* 0x9E37_79B9_7F4A_7C15 ^ seed, 0)
        func mix(_ word: UInt64) {
            let (high, low) = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
            hash = high ^ low &+ 0x9E37_79B9_7F4A_7C15
        }
        while index + 8 <= count {
            mix(loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
            index += 8
        }
        var rest: UInt64 = 0
        while index < count {
            rest = rest << 8 | UInt64(self[index])
            index += 1
        }
        mix(rest)
        return hash
    }
}
