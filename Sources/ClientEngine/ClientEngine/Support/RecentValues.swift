internal import EngineSupport

/// Stores the values that were computed last, so that they need not be computed repeatedly.
///
/// The key determines a slot, and each slot contains the last value that was stored there. Thread-safe.
final class RecentValues<Key: TracedKey, Value: Sendable>: Sendable {
    private let places: Int
    private let kept: Locked<[(key: Key, value: Value)?]>

    /// `places` is a power of two.
    ///
    /// It should be several times the number of keys in use, so that few of them share a slot.
    init(places: Int = 256) {
        self.places = places
        kept = Locked(Array(repeating: nil, count: places))
    }

    private func place(of key: Key) -> Int { Int(bitPattern: key.trace) & (places - 1) }

    /// The value of a key, or `nil` if there is none or it was replaced.
    subscript(key: Key) -> Value? {
        let place = place(of: key)
        return kept.withLock { kept in
            guard let entry = kept[place], entry.key == key else { return nil }
            return entry.value
        }
    }

    /// Stores a value, replacing the one in its slot.
    func insert(_ value: Value, for key: Key) {
        let place = place(of: key)
        var entry: (key: Key, value: Value)? = (key, value)
        // The old entry is released after the lock.
        kept.withLock { swap(&$0[place], &entry) }
    }
}

/// A key with a number that determines its slot.
///
/// This is cheaper than a hash, and a bad number only causes values to be computed again.
protocol TracedKey: Equatable, Sendable {
    /// A number whose lowest bits differ from those of most other keys.
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
    /// Multiplies the number by a constant with well distributed bits, and combines both halves of the product, because
    /// the lowest bits of a product depend only on the lowest bits of its factors.
    fileprivate func mixed(with other: UInt) -> UInt {
        let product = (self ^ other).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
