import Glibc

extension Sequence<UInt8> {
    /// Returns whether they begin with a text, whose bytes are compared where they lie.
    @inlinable public func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { starts(with: $0) }
    }
}

extension ArraySlice<UInt8> {
    /// Returns whether both hold the same bytes, looked at many at a time.
    public func isSame(as other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBytes { bytes in
            other.withUnsafeBytes { others in
                guard let start = bytes.baseAddress, let other = others.baseAddress else { return true }
                return memcmp(start, other, bytes.count) == 0
            }
        }
    }
}
