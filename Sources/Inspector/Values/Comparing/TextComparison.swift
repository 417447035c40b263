/// Two texts, compared line by line.
package struct TextComparison: Sendable, Equatable {
    package struct Line: Sendable, Equatable {
        package enum Kind: Sendable, Equatable { case same, removed, added }

        package var kind: Kind
        package var text: String
    }

    /// The lines of both, in their order; what was removed stands before what was added.
    package let lines: [Line]

    package init(_ left: some StringProtocol, _ right: some StringProtocol) {
        let (first, second) = (Self.lines(of: left), Self.lines(of: right))
        var numbering = Numbering<Substring>()
        let numbers = (first.map { numbering.number(of: $0) }, second.map { numbering.number(of: $0) })
        var lines: [Line] = []
        var (a, b) = (0, 0)
        for pair in Alignment(numbers.0, numbers.1).pairs + [(first.count, second.count)] {
            lines += first[a..<pair.left].map { Line(kind: .removed, text: String($0)) }
            lines += second[b..<pair.right].map { Line(kind: .added, text: String($0)) }
            if pair.left < first.count { lines.append(Line(kind: .same, text: String(first[pair.left]))) }
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

    package var isSame: Bool { lines.allSatisfy { $0.kind == .same } }

    /// The lines that differ with so many around them; nil stands where some are left out.
    package func changes(around count: Int = 3) -> [Line?] {
        var isNear = [Bool](repeating: false, count: lines.count)
        for (index, line) in lines.enumerated() where line.kind != .same {
            for near in max(0, index - count)...min(lines.count - 1, index + count) { isNear[near] = true }
        }
        var shown: [Line?] = []
        for (index, line) in lines.enumerated() {
            if isNear[index] {
                shown.append(line)
            } else if index == 0 || isNear[index - 1] {
                shown.append(nil)
            }
        }
        return shown.contains { $0 != nil } ? shown : []
    }
}
