import Canvas

extension StyledText {
    /// A line of a page that lists what is known: a name, and behind it the value.
    static func fact(_ name: DisplayText, _ value: String) -> StyledText {
        StyledText(name.padded(to: 13), .header) + StyledText(DisplayText(untrusted: value))
    }
}
