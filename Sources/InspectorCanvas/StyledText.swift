package struct StyledText: Hashable, Sendable {
    package struct Run: Hashable, Sendable {
        package var text: DisplayText
        package var style: Style
        /// The keys that a click on it presses.
        package var keys: [Key]?
    }

    package private(set) var runs: [Run] = []

    package init() {}

    package init(_ text: DisplayText, _ style: Style = .plain) {
        append(text, style)
    }

    package var width: Int { runs.reduce(0) { $0 + $1.text.width } }

    package var string: String { runs.map(\.text.string).joined() }

    package mutating func append(
        _ text: DisplayText, _ style: Style = .plain, pressing keys: [Key]? = nil
    ) {
        if !text.isEmpty { runs.append(Run(text: text, style: style, keys: keys)) }
    }

    package mutating func append(_ other: StyledText) {
        if runs.isEmpty { runs = other.runs } else { runs += other.runs }
    }

    /// Makes room for so many more pieces.
    package mutating func reserveCapacity(_ count: Int) { runs.reserveCapacity(runs.count + count) }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.append(right)
        return sum
    }

    /// Returns at most `width` columns; what was cut off leaves `ellipsis` behind.
    package func truncated(to width: Int, ellipsis: DisplayText = "…") -> StyledText {
        guard self.width > width else { return self }
        var result = StyledText()
        var left = max(0, width - ellipsis.width)
        for run in runs {
            guard left > 0 else { break }
            let piece = run.text.prefix(columns: left)
            result.append(piece, run.style, pressing: run.keys)
            left -= piece.width
            if piece.width < run.text.width { break }
        }
        result.append(ellipsis.prefix(columns: width), result.runs.last?.style ?? runs.first?.style ?? .plain)
        return result
    }

    package func padded(to width: Int, alignment: Alignment = .left) -> StyledText {
        let (left, right) = alignment.padding(for: width - self.width)
        var padded = left > 0 ? StyledText(.blanks(left)) : StyledText()
        padded.append(self)
        if right > 0 { padded.append(.blanks(right)) }
        return padded
    }
}
