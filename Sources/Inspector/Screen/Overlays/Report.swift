import InspectorValues

/// A text to read: a difference, or what was not carried over.
struct Report: Equatable, Sendable {
    var title: String
    var lines: [ComparedLine]

    init(title: String, lines: [String]) {
        self.title = title
        self.lines = lines.map { ComparedLine(.same, $0) }
    }

    /// Creates a report of the changes that make one text another; blank lines at the end are none.
    init(title: String, from old: String, to new: String) {
        self.title = title
        lines = TextComparison(Self.withoutBlankEnd(old), Self.withoutBlankEnd(new)).lines
    }

    private static func withoutBlankEnd(_ text: String) -> Substring {
        text[..<(text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex)]
    }

    var isSame: Bool { lines.allSatisfy { $0.kind == .same } }
}
