import Canvas
import ClientEngine

/// Which mock answered the task, or how to put one in front of it.
struct MockPage {
    private let state: State
    private let task: TaskRecord

    init(_ state: State, task: TaskRecord) {
        self.state = state
        self.task = task
    }

    var lines: [StyledText] {
        guard let mock = task.mock else {
            return [
                StyledText("No mock answered: this went over the network.", .plain),
                StyledText(),
                StyledText(
                    "m puts a mock in front of this route: its choices show before anything happens.", .muted),
                StyledText("M lists the mocks, ! switches all of them off and on.", .muted),
            ]
        }
        guard let row = state.mocks.rows.first(where: { $0.mock.id == mock.id }) else {
            return [fact("answered by", mock.name), StyledText("The mock is no longer there.", .muted)]
        }
        var lines = [
            fact("answered by", row.mock.name),
            fact("matches", row.mock.match.text), fact("priority", "\(row.mock.priority)"),
            fact("answers", row.mock.answers.map(\.text).joined(separator: ", then ")),
            fact("hits", row.mock.times.map { "\(row.hits) of \($0)" } ?? "\(row.hits)"),
            fact("is", row.mock.isEnabled ? (row.isSpent ? "spent" : "on") : "off"),
        ]
        lines += [StyledText(), StyledText("mm switches it off or on.", .muted)]
        return lines
    }

    private func fact(_ name: DisplayText, _ value: String) -> StyledText {
        StyledText(name.padded(to: 13), .header) + StyledText(DisplayText(untrusted: value))
    }
}
