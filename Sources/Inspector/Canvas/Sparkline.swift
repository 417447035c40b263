package struct Sparkline: Hashable, Sendable {
    /// The bars from lowest to highest, each one column wide.
    package let ramp: DisplayText

    /// Creates a sparkline that draws with a ramp such as `▁▂▃▄▅▆▇█` or, in ASCII, `.:|#`.
    package init(ramp: DisplayText) {
        self.ramp = ramp
    }

    /// Returns one column per value, scaled to the largest value.
    ///
    /// Values that are not positive become blanks.
    package func text(_ values: some Sequence<Double>) -> DisplayText {
        let values = Array(values)
        let top = values.max() ?? 0
        return values.reduce(into: DisplayText()) { $0 += bar(for: $1, top: top) }
    }

    private func bar(for value: Double, top: Double) -> DisplayText {
        guard value > 0, value <= top, top.isFinite, ramp.width > 0 else { return " " }
        let level = Int((value / top * Double(ramp.width)).rounded(.up))
        return ramp.prefix(columns: level).suffix(columns: 1)
    }
}
