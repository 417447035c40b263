internal import EngineSupport

/// Keeps the values that were made last, so that what is asked for again and again is made once.
///
/// The key says the place, and each place has what came to it last. May be used from any thread.
final class RecentValues<Key: TracedKey, Value: Sendable>: Sendable {
    private let places: Int
    private let kept: Locked<[(key: Key, value: Value)?]>

    /// `places` is a power of two: several times the number of keys that are asked for in turn, of which few share a place then.
    init(places: Int = 256) {
        self.places = places
        kept = Locked(Array(repeating: nil, count: places))
    }

    private func place(of key: Key) -> Int { Int(bitPattern: key.trace) & (places - 1) }

    /// The value of a key; nil where there is none, or none any more.
    subscript(key: Key) -> Value? {
        let place = place(of: key)
        return kept.withLock { kept in
            guard let entry = kept[place], entry.key == key else { return nil }
            return entry.value
        }
    }

    /// Keeps a value, in the place of what lies there.
    func insert(_ value: Value, for key: Key) {
        let place = place(of: key)
        var entry: (key: Key, value: Value)? = (key, value)
        // What lay there is let go behind the lock.
        kept.withLock { swap(&$0[place], &entry) }
    }
}

/// A key that says where to look for it: cheaper than a hash, as no more can come of a bad one than values that are made again.
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
    /// Multiplied by a number whose bits are all over the place, and folded: the lowest bits of the product depend on the lower ones
    /// alone, those of its upper half on the upper ones, too.
    fileprivate func mixed(with other: UInt) -> UInt {
        let product = (self ^ other).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
