/// Keeps the values that were made last, so that what is asked for again and again is made once.
///
/// A key says where to look for it, so that what is asked for once costs little. May be used from any thread.
final class RecentValues<Key: TracedKey, Value: Sendable>: Sendable {
    private let capacity: Int
    private let kept: Locked<Kept>

    /// Each value is at the place that the trace of its key names, or behind it where others were there before.
    private struct Kept {
        var keys: [Key?]
        var values: [Value?]
        var count = 0

        init(capacity: Int) {
            let places = 1 << (2 * capacity - 1).bits
            keys = Array(repeating: nil, count: places)
            values = Array(repeating: nil, count: places)
        }

        func place(of key: Key, _ trace: UInt) -> Int {
            var place = Int(bitPattern: trace) & (keys.count - 1)
            while let other = keys[place], other != key { place = (place + 1) & (keys.count - 1) }
            return place
        }
    }

    init(capacity: Int) {
        self.capacity = capacity
        kept = Locked(Kept(capacity: capacity))
    }

    /// The value of a key; nil where there is none, or none any more.
    subscript(key: Key) -> Value? {
        let trace = key.trace
        return kept.withLock { $0.values[$0.place(of: key, trace)] }
    }

    /// Keeps a value, in the place of one that the key has.
    func insert(_ value: Value, for key: Key) {
        let trace = key.trace
        let forgotten = kept.withLock { [capacity] kept in
            // Starting over is as good as tracking use: what is asked for again comes back at once.
            let old = kept.count < capacity ? nil : kept
            if old != nil { kept = Kept(capacity: capacity) }
            let place = kept.place(of: key, trace)
            if kept.keys[place] == nil { kept.count += 1 }
            kept.keys[place] = key
            let replaced = kept.values[place].take()
            kept.values[place] = value
            return (old, replaced)
        }
        // Let go behind the lock.
        withExtendedLifetime(forgotten) {}
    }
}

/// A key that says where to look for it: cheaper than a hash, as no more can come of a bad one than a look at a few others.
protocol TracedKey: Equatable, Sendable {
    /// A number that differs from those of most other keys in its lowest bits.
    var trace: UInt { get }
}

extension ObjectIdentifier: TracedKey {
    var trace: UInt {
        let address = UInt(bitPattern: self)
        return address >> 4 ^ address >> 12
    }
}

extension String: TracedKey {
    var trace: UInt {
        var copy = self
        return copy.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            var (sum, place) = (UInt(bytes.count), 0)
            while place + 8 <= bytes.count {
                sum = sum.mixed(with: bytes.loadUnaligned(fromByteOffset: place, as: UInt.self))
                place += 8
            }
            for byte in bytes[place...] { sum = sum.mixed(with: UInt(byte)) }
            return sum
        }
    }
}

extension UInt {
    /// Multiplied by a number whose bits are all over the place; the upper ones, which depend on most, come down.
    fileprivate func mixed(with other: UInt) -> UInt {
        let product = (self ^ other) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }
}

extension Int {
    /// The number of bits that it takes to write it.
    fileprivate var bits: Int { Self.bitWidth - leadingZeroBitCount }
}
