/// Text in several styles.
package struct StyledText: Hashable, Sendable {
    /// A part in one style.
    package struct Run: Hashable, Sendable {
        package let style: Style
        /// The columns of the run within the whole text.
        package fileprivate(set) var columns: Range<Int>
        fileprivate(set) var glyphs: Range<Int>
    }

    /// A part that presses keys when clicked.
    struct Click: Hashable, Sendable {
        let columns: Range<Int>
        let keys: [Key]
    }

    /// The whole text, without styles.
    package private(set) var text = DisplayText()
    package private(set) var runs: [Run] = []
    private(set) var clicks: [Click] = []

    package init() {}

    package init(_ text: DisplayText, _ style: Style = .plain) {
        append(text, style)
    }

    package var width: Int { text.width }

    package var string: String { text.string }

    package func text(of run: Run) -> DisplayText {
        DisplayText(glyphs: Array(text.glyphs[run.glyphs]), width: run.columns.count)
    }

    package mutating func append(
        _ text: DisplayText, _ style: Style = .plain, pressing keys: [Key]? = nil
    ) {
        append(style) { $0 += text }
        if let keys, !text.isEmpty { clicks.append(Click(columns: width - text.width..<width, keys: keys)) }
    }

    package mutating func append(_ other: StyledText) {
        guard text.glyphs.capacity > 0 else { return self = other }
        for click in other.clicks {
            let columns = width + click.columns.lowerBound..<width + click.columns.upperBound
            clicks.append(Click(columns: columns, keys: click.keys))
        }
        for run in other.runs {
            append(run.style) { $0.append(other.text.glyphs[run.glyphs], width: run.columns.count) }
        }
    }

    /// Appends sanitised text.
    ///
    /// If `end` is positive, blanks before the text make it end at that column.
    package mutating func append(untrusted text: String, _ style: Style = .plain, endingAt end: Int = 0) {
        if end > 0 { pad(to: end - DisplayText.width(untrusted: text)) }
        append(style) { $0.append(untrusted: text) }
    }

    /// Appends blanks up to `width` columns.
    package mutating func pad(to width: Int) {
        append(.plain) { $0.appendBlanks(width - $0.width) }
    }

    private mutating func append(_ style: Style, _ change: (inout DisplayText) -> Void) {
        let (columns, glyphs) = (text.width, text.glyphs.count)
        change(&text)
        guard text.glyphs.count > glyphs else { return }
        if let last = runs.last, last.style == style {
            runs[runs.count - 1].columns = last.columns.lowerBound..<text.width
            runs[runs.count - 1].glyphs = last.glyphs.lowerBound..<text.glyphs.count
        } else {
            runs.append(
                Run(style: style, columns: columns..<text.width, glyphs: glyphs..<text.glyphs.count))
        }
    }

    /// Reserves space for `columns` more columns and `count` more runs.
    package mutating func reserveCapacity(columns: Int, runs count: Int) {
        text.glyphs.reserveCapacity(text.glyphs.count + columns)
        runs.reserveCapacity(runs.count + count)
    }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.append(right)
        return sum
    }

    /// Returns at most `width` columns, ending with `ellipsis` if text was cut off.
    package func truncated(to width: Int, ellipsis: DisplayText = "…") -> StyledText {
        guard self.width > width else { return self }
        var result = StyledText()
        var left = max(0, width - ellipsis.width)
        for run in runs {
            guard left > 0 else { break }
            let piece = text(of: run).prefix(columns: left)
            result.append(piece, run.style)
            left -= piece.width
            if piece.width < run.columns.count { break }
        }
        result.clicks = clicks.compactMap {
            let columns = $0.columns.clamped(to: 0..<result.width)
            return columns.isEmpty ? nil : Click(columns: columns, keys: $0.keys)
        }
        result.append(ellipsis.prefix(columns: width), result.runs.last?.style ?? runs.first?.style ?? .plain)
        return result
    }

    package func padded(to width: Int, alignment: Alignment = .left) -> StyledText {
        var padded = StyledText(.blanks(alignment.padding(for: width - self.width).left))
        padded.append(self)
        padded.pad(to: width)
        return padded
    }
}
