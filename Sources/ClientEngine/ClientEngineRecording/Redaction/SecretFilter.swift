import ClientEngine

/// A fast test for positions in a text where no secret starts, which excludes almost every position.
///
/// Each prefix of a secret sets two bits of one word (a blocked Bloom filter). A secret can only start where both bits
/// are set.
struct SecretFilter: Sendable {
    private var words = [UInt64](repeating: 0, count: 1 << 10)
    /// Random, so that an attacker cannot choose texts that pass the test everywhere.
    private let multiplier = UInt64.random(in: 0...UInt64.max) | 1
    /// The largest size in words: 1 MiB, which fits into the caches of a processor.
    private static let largest = 1 << 17

    func isNarrow(for count: Int) -> Bool { count > 2 * words.count && words.count < Self.largest }

    mutating func widen() {
        words = [UInt64](repeating: 0, count: words.count * 8)
    }

    mutating func insert(_ prefix: UInt64) {
        let hash = hash(of: prefix)
        words[place(of: hash)] |= bits(of: hash)
    }

    @inline(__always)
    func mayHold(_ prefix: UInt64) -> Bool {
        let hash = hash(of: prefix)
        let bits = bits(of: hash)
        return words[place(of: hash)] & bits == bits
    }

    @inline(__always)
    private func hash(of prefix: UInt64) -> UInt64 {
        let (high, low) = prefix.multipliedFullWidth(by: multiplier)
        return high ^ low
    }

    @inline(__always)
    private func place(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (words.count - 1) }

    /// Returns two bits from the part of the hash that does not select the word.
    @inline(__always)
    private func bits(of hash: UInt64) -> UInt64 { 1 &<< (hash &>> 58) | 1 &<< (hash &>> 52) }
}
