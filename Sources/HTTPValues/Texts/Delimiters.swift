// Text of the wire, of URLs and of paths is cut at scalars. Characters would hide a delimiter: a mark that combines, as in
// "/\u{301}", makes one character of both.
extension StringProtocol {
    /// Returns the text before the first of these delimiters; all where there is none.
    package func prefix(before delimiters: Unicode.Scalar...) -> SubSequence {
        self[..<(unicodeScalars.firstIndex { delimiters.contains($0) } ?? endIndex)]
    }

    /// Returns the texts before and behind the first of a delimiter; nil where there is none.
    package func cut(at delimiter: Unicode.Scalar) -> (head: SubSequence, tail: SubSequence)? {
        unicodeScalars.firstIndex(of: delimiter).map {
            (self[..<$0], self[unicodeScalars.index(after: $0)...])
        }
    }

    package func split(
        at delimiter: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [SubSequence] {
        unicodeScalars.split(
            maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences,
            whereSeparator: { $0 == delimiter }
        ).map { self[$0.startIndex..<$0.endIndex] }
    }
}
