// Code that parses protocol text, URLs and paths splits them at scalars. A search by characters would miss a
// delimiter that a combining mark follows: "/\u{301}" is one character.
extension StringProtocol {
    /// Returns the text before the first of the ASCII delimiters, or the whole text if there is none.
    @inlinable public func prefix(before delimiters: Unicode.Scalar...) -> SubSequence {
        let end = utf8.firstIndex { byte in delimiters.contains { $0.value == UInt32(byte) } }
        return self[..<(end ?? endIndex)]
    }

    /// Returns whether the UTF-8 bytes of `text` occur in the text.
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

    /// Returns the texts before and after the first ASCII delimiter, or `nil` if there is none.
    @inlinable public func cut(at delimiter: Unicode.Scalar) -> (head: SubSequence, tail: SubSequence)? {
        utf8.firstIndex(of: UInt8(ascii: delimiter)).map { (self[..<$0], self[utf8.index(after: $0)...]) }
    }

    /// The last component of a path.
    public var fileName: String { split(at: "/").last.map { String($0) } ?? String(self) }

    /// Returns the texts between ASCII delimiters.
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
