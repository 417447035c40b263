/// Holds one line of text in several styles.
public struct StyledText: Hashable, Sendable {
    /// A piece of text in one style.
    public struct Run: Hashable, Sendable {
        /// Holds the characters.
        public var text: DisplayText
        /// Says what they mean.
        public var style: Style
    }

    /// Lists the pieces from left to right.
    public private(set) var runs: [Run] = []

    /// Creates an empty line.
    public init() {}

    /// Creates a line of one run.
    public init(_ text: DisplayText, _ style: Style = .plain) {
        append(text, style)
    }

    /// Counts columns.
    public var width: Int { runs.reduce(0) { $0 + $1.text.width } }

    /// Returns the characters without their styles.
    public var string: String { runs.map(\.text.string).joined() }

    /// Adds a run at the right.
    public mutating func append(_ text: DisplayText, _ style: Style = .plain) {
        if !text.isEmpty { runs.append(Run(text: text, style: style)) }
    }

    /// Adds another line at the right.
    public mutating func append(_ other: StyledText) {
        runs += other.runs
    }

    /// Returns both lines side by side.
    public static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.append(right)
        return sum
    }

    /// Returns at most `width` columns; what was cut off leaves `ellipsis` behind.
    public func truncated(to width: Int, ellipsis: DisplayText = "…") -> StyledText {
        guard self.width > width else { return self }
        var result = StyledText()
        var left = max(0, width - ellipsis.width)
        for run in runs {
            guard left > 0 else { break }
            let piece = run.text.prefix(columns: left)
            result.append(piece, run.style)
            left -= piece.width
            if piece.width < run.text.width { break }
        }
        result.append(ellipsis.prefix(columns: width), result.runs.last?.style ?? runs.first?.style ?? .plain)
        return result
    }

    /// Returns the line with blanks up to `width` columns.
    public func padded(to width: Int, alignment: Alignment = .left) -> StyledText {
        let (left, right) = alignment.padding(for: width - self.width)
        return StyledText(.blanks(left)) + self + StyledText(.blanks(right))
    }
}
