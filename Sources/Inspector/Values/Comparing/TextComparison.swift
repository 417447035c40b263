/// A line-by-line comparison of two texts.
package struct TextComparison: Sendable, Equatable {
    /// The lines of both texts in order.
    ///
    /// Removed lines come before added ones.
    package let lines: [ComparedLine]

    package init(_ left: some StringProtocol, _ right: some StringProtocol) {
        let (first, second) = (Self.lines(of: left), Self.lines(of: right))
        var numbering = Numbering<Substring>(capacity: first.count + second.count)
        let numbers = (first.map { numbering.number(of: $0) }, second.map { numbering.number(of: $0) })
        var lines: [ComparedLine] = []
        var (a, b) = (0, 0)
        for pair in Alignment(numbers.0, numbers.1).pairs + [(first.count, second.count)] {
            lines += first[a..<pair.left].map { ComparedLine(.removed, String($0)) }
            lines += second[b..<pair.right].map { ComparedLine(.added, String($0)) }
            if pair.left < first.count { lines.append(ComparedLine(.same, String(first[pair.left]))) }
            (a, b) = (pair.left + 1, pair.right + 1)
        }
        self.lines = lines
    }

    private static func lines(of text: some StringProtocol) -> [Substring] {
        var lines = Substring(text).utf8.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { $0.last == UInt8(ascii: "\r") ? Substring($0.dropLast()) : Substring($0) }
    }
}
