import ClientEngine
import InspectorCanvas

/// The durations of one phase in two calls.
package struct ComparedTime: Sendable, Equatable {
    package var name: String
    /// The duration in the left call, or `nil` if the phase did not occur.
    package var left: Duration?
    package var right: Duration?

    /// The smallest difference to mention, regardless of its factor.
    private static let least = Duration.milliseconds(5)
    private static let leastFactor = 1.5

    /// The difference in words, such as `20 times as long`, or `nil` if it is too small.
    package var words: String? {
        guard let left, let right, left > .zero, right > .zero,
            max(left, right) - min(left, right) > Self.least
        else { return nil }
        let factor = max(left, right).seconds / min(left, right).seconds
        guard factor >= Self.leastFactor else { return nil }
        return "\(factor.digits(factor < 9.95 ? 1 : 0)) times as \(right > left ? "long" : "fast")"
    }

    package var styled: StyledText {
        var line = StyledText(DisplayText(untrusted: name).padded(to: 10), .muted)
        line.append(Self.text(left).padded(to: 8, alignment: .right))
        line.append(" -> ", .muted)
        guard let words else { return line + StyledText(Self.text(right)) }
        line.append(Self.text(right).padded(to: 8))
        return line + StyledText("  \(untrusted: words)", .warn)
    }

    private static func text(_ time: Duration?) -> DisplayText {
        DisplayText(untrusted: time?.shortText ?? "-")
    }
}
