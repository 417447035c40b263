// Text of the wire, of URLs and of paths is cut at scalars. Characters would hide a delimiter: a mark that combines, as in
// "/\u{301}", makes one character of both.
extension StringProtocol {
    /// Returns the text before the first of these delimiters, which are ASCII; all where there is none.
    @inlinable public func prefix(before delimiters: Unicode.Scalar...) -> SubSequence {
        let end = utf8.firstIndex { byte in delimiters.contains { $0.value == UInt32(byte) } }
        return self[..<(end ?? endIndex)]
    }

    /// Returns whether a text occurs in it, byte for byte.
    @inlinable public func contains(bytesOf text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            var rest = utf8[...]
            while let start = rest.firstIndex(of: text[0]) {
                rest = rest[start...]
                if rest.starts(with: text) { return true }
                rest = rest.dropFirst()
            }
            return false
        }
    }

    /// Returns the texts before and behind the first of a delimiter of ASCII; nil where there is none.
    @inlinable public func cut(at delimiter: Unicode.Scalar) -> (head: SubSequence, tail: SubSequence)? {
        utf8.firstIndex(of: UInt8(ascii: delimiter)).map { (self[..<$0], self[utf8.index(after: $0)...]) }
    }

    /// The last part of a path.
    public var fileName: String { split(at: "/").last.map { String($0) } ?? String(self) }

    /// Returns the texts between delimiters of ASCII.
    @inlinable public func split(
        at delimiter: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [SubSequence] {
        let byte = UInt8(ascii: delimiter)
        return utf8.split(
            maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences,
            whereSeparator: { $0 == byte }
        ).map { self[$0.startIndex..<$0.endIndex] }
    }
}
