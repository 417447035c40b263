/// A text to read: a difference, or what was not carried over.
struct Report: Equatable, Sendable {
    /// A line and what it is.
    struct Line: Equatable, Sendable {
        enum Kind: Sendable { case same, removed, added }

        var kind = Kind.same
        var text: String
    }

    var title: String
    var lines: [Line]

    init(title: String, lines: [String]) {
        self.title = title
        self.lines = lines.map { Line(text: $0) }
    }

    /// More lines are not compared: the whole of one text goes, the whole of the other comes.
    private static let mostCompared = 2_000

    /// Creates a report of the changes that make one text another.
    init(title: String, from old: String, to new: String) {
        self.title = title
        let before = Self.lines(of: old)
        let after = Self.lines(of: new)
        guard before.count + after.count <= Self.mostCompared else {
            lines = before.map { Line(kind: .removed, text: $0) } + after.map { Line(kind: .added, text: $0) }
            return
        }
        let difference = after.difference(from: before)
        var (removed, added): (Set<Int>, Set<Int>) = ([], [])
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        lines = []
        var index = 0
        for (offset, text) in before.enumerated() {
            if removed.contains(offset) {
                lines.append(Line(kind: .removed, text: text))
                continue
            }
            while added.contains(index) {
                lines.append(Line(kind: .added, text: after[index]))
                index += 1
            }
            lines.append(Line(text: text))
            index += 1
        }
        while index < after.count {
            lines.append(Line(kind: .added, text: after[index]))
            index += 1
        }
    }

    var isSame: Bool { lines.allSatisfy { $0.kind == .same } }

    private static func lines(of text: String) -> [String] {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        return lines
    }
}
