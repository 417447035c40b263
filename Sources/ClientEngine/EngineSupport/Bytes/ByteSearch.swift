import Glibc

extension Sequence<UInt8> {
    /// Returns whether the bytes begin with `text`.
    ///
    /// It makes no copy of `text`.
    @inlinable public func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { starts(with: $0) }
    }
}

extension ArraySlice<UInt8> {
    /// Returns whether both slices hold the same bytes.
    ///
    /// It compares them with `memcmp`.
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
