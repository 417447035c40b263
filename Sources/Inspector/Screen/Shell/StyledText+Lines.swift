import InspectorCanvas

extension StyledText {
    private static let widthOfNames = 13
    /// Lines above this width are left to scrolling: folding them would take too long.
    private static let widthOfHugeLines = 4_000

    /// A line of a page that lists what is known: a name, and behind it the value.
    static func fact(_ name: DisplayText, _ value: String) -> StyledText {
        StyledText(name.padded(to: widthOfNames), .header) + StyledText(DisplayText(untrusted: value))
    }

    /// Returns a path with its last part bright, and the query.
    static func target(_ text: String) -> (path: StyledText, query: StyledText) {
        let target = text.prefix(before: "?")
        let name = target.split(at: "/").last ?? ""
        let last = "/" + name + (target.hasSuffix("/") && !name.isEmpty ? "/" : "")
        let path =
            StyledText(DisplayText(untrusted: target.dropLast(last.count)), .muted)
            + StyledText(DisplayText(untrusted: target.hasSuffix(last) ? last : String(target)))
        return (path, StyledText(DisplayText(untrusted: text.dropFirst(target.count)), .muted))
    }

    /// The text with its middle left out: what tells paths apart mostly stands at their ends.
    func truncatedInMiddle(to width: Int, ellipsis: DisplayText) -> StyledText {
        guard self.width > width else { return self }
        let head = max(0, (width - 1) / 3)
        let tail = max(0, width - ellipsis.width - head)
        return truncated(to: head, ellipsis: "") + StyledText(ellipsis, .muted)
            + dropping(columns: self.width - tail)
    }

    /// The line in pieces that fit into a width, broken at blanks where there are some; all but the first are indented.
    func folded(to width: Int, indent: Int) -> [StyledText] {
        guard indent + 8 < width, width < self.width, self.width < Self.widthOfHugeLines else {
            return [self]
        }
        var pieces: [StyledText] = []
        var rest = self
        while true {
            let room = pieces.isEmpty ? width : width - indent
            let margin = StyledText(.blanks(pieces.isEmpty ? 0 : indent))
            guard rest.width > room else { return pieces + [margin + rest] }
            let piece = rest.truncated(to: rest.breakColumn(before: room), ellipsis: "")
            guard piece.width > 0 else { return pieces + [margin + rest] }
            pieces.append(margin + piece)
            rest = rest.dropping(columns: piece.width).withoutLeadingBlanks
        }
    }

    /// The same for a fact, whose further lines stand below its value.
    fileprivate func foldedFact(to width: Int) -> [StyledText] {
        let isFact = runs.first?.style == .header && runs.first?.columns.count == Self.widthOfNames
        return folded(to: width, indent: isFact ? Self.widthOfNames : 0)
    }

    /// Returns the column to break at: behind the last blank, unless that leaves more than half of the line empty.
    private func breakColumn(before column: Int) -> Int {
        let start = truncated(to: column, ellipsis: "").string
        guard let blank = start.unicodeScalars.lastIndex(of: " ") else { return column }
        let width = DisplayText(untrusted: start[...blank]).width
        return width > column / 2 ? width : column
    }

    private var withoutLeadingBlanks: StyledText { dropping(columns: string.prefix { $0 == " " }.count) }
}

extension [StyledText] {
    /// The lines, those that are too wide in pieces.
    func folded(to width: Int, indent: Int) -> [StyledText] {
        flatMap { $0.folded(to: width, indent: indent) }
    }

    /// The lines of a page of facts, those that are too wide in pieces.
    func foldedFacts(to width: Int) -> [StyledText] {
        flatMap { $0.foldedFact(to: width) }
    }
}
