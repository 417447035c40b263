// Text of the wire, of URLs and of paths is cut at scalars. Characters would hide a delimiter: a mark that combines, as in
// "/\u{301}", makes one character of both.
extension StringProtocol {
    /// Returns the text before the first of these delimiters, which are ASCII; all where there is none.
    @inlinable package func prefix(before delimiters: Unicode.Scalar...) -> SubSequence {
        let end = utf8.firstIndex { byte in delimiters.contains { $0.value == UInt32(byte) } }
        return self[..<(end ?? endIndex)]
    }

    /// The index behind the first `://`; nil where there is none.
    @inlinable package var authorityStart: Index? {
        var rest = utf8[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[rest.index(after: colon)...]
            if rest.starts(with: "//".utf8) { return rest.index(rest.startIndex, offsetBy: 2) }
        }
        return nil
    }

    /// The text before the first `://`; nil where there is none.
    @inlinable package var schemeText: SubSequence? {
        authorityStart.map { self[..<utf8.index($0, offsetBy: -3)] }
    }

    /// Returns whether a text occurs in it, byte for byte.
    @inlinable package func contains(bytesOf text: StaticString) -> Bool {
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
    @inlinable package func cut(at delimiter: Unicode.Scalar) -> (head: SubSequence, tail: SubSequence)? {
        utf8.firstIndex(of: UInt8(ascii: delimiter)).map { (self[..<$0], self[utf8.index(after: $0)...]) }
    }

    /// The last part of a path.
    package var fileName: String { split(at: "/").last.map { String($0) } ?? String(self) }

    /// Returns the texts between delimiters of ASCII.
    @inlinable package func split(
        at delimiter: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [SubSequence] {
        let byte = UInt8(ascii: delimiter)
        return utf8.split(
            maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences,
            whereSeparator: { $0 == byte }
        ).map { self[$0.startIndex..<$0.endIndex] }
    }
}
