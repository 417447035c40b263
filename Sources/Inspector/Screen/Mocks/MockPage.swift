import ClientEngine
import InspectorCanvas

/// The mock that answered the task, or a way to put one in front of it.
struct MockPage {
    let state: State
    let task: TaskRecord

    func lines(width: Int) -> [StyledText] {
        guard let reference = task.mock, reference != .unmatched else { return offer(width: width) }
        if let own = task.origin.request.mock { return facts(about: own) }
        var lines: [StyledText] = [.fact("answered by", reference.name)]
        if let row = state.mocks.rows.first(where: { $0.mock.id == reference.id }) {
            lines += [.fact("rule", row.mock.match.text), .fact("priority", "\(row.mock.priority)")]
            lines += facts(about: row) + [StyledText(), StyledText("mm switches it off or on.", .muted)]
        } else {
            lines.append(StyledText("The mock is no longer there.", .muted))
        }
        return lines + others(width: width)
    }

    /// The mocks that come close to answering, on request where one has answered.
    private func others(width: Int) -> [StyledText] {
        guard state.mocks.rows.count > 1 else { return [] }
        guard state.mocks.closest.isWantedOfAnswered else {
            return [StyledText(": compare shows what else comes close.", .muted)]
        }
        return closest(width: width)
    }

    /// Returns what the closest mocks want beside what the request has.
    private func closest(width: Int) -> [StyledText] {
        let closest = state.mocks.closest
        guard closest.subject?.task == state.list.selectedTask, let found = closest.found else { return [] }
        guard !found.isEmpty else { return [] }
        let title: DisplayText =
            width < Layout.widthOfOneLine
            ? "Closest: what each wants, what there is"
            : "Closest mocks: what each wants, and what the request has"
        let lines = NearMissLines(glyphs: state.settings.glyphs, width: width).lines(found)
        return [StyledText(), StyledText(title, .header)] + lines
    }

    /// A mock that was chosen in a draft.
    private func facts(about own: Mock) -> [StyledText] {
        [
            .fact("answered by", own.name), .fact("rule", "this request alone, as its draft says"),
            .fact("answers", own.answers.map(\.text).joined(separator: ", then ")), StyledText(),
            StyledText("e edits a copy, where another mock or none can be chosen.", .muted),
        ]
    }

    private func facts(about row: MocksState.Row) -> [StyledText] {
        let isOn = state.mocks.isOn && row.mock.isEnabled && !row.isSpent
        let stopped = row.isSpent ? "spent" : state.mocks.isOn ? "off" : "off, with all others"
        let last = row.lastHit?.clockText(secondsFromGMT: state.settings.secondsFromGMT)
        return [
            .fact("answers", row.mock.answers.map(\.text).joined(separator: ", then ")),
            .fact("hits", row.mock.times.map { "\(row.hits) of \($0)" } ?? "\(row.hits)"),
            .fact("last hit", last ?? "none in this session"),
            .fact("is", isOn ? "on" : stopped),
        ] + attempts(answeredBy: row.mock.id)
    }

    /// Returns the attempts that it answered, where others went elsewhere.
    private func attempts(answeredBy id: String) -> [StyledText] {
        let answered = task.attempts.filter { $0.exchanges.contains { $0.start.mock?.id == id } }
        guard answered.count < task.attempts.count else { return [] }
        let numbers = answered.map { "\($0.number)" }.joined(separator: ", ")
        return [.fact("answered", task.attemptText(numbers))]
    }

    /// Returns the mocks that can be put in front of a route that went over the network.
    private func offer(width: Int) -> [StyledText] {
        let asked =
            task.mock == .unmatched
            ? "No mock answers this: the mock server said so."
            : "No mock answered: this went over the network."
        var lines = [StyledText(DisplayText(untrusted: asked), .plain)]
        lines += closest(width: width)
        lines += [
            StyledText(),
            StyledText(
                "\(untrusted: key(.mock(.choose))) puts one in front of this route; nothing is stored before Enter:",
                .muted),
        ]
        var line = StyledText()
        for choice in choices {
            if line.width > 0, line.width + 2 + choice.width > width {
                lines.append(line)
                line = StyledText()
            }
            if line.width > 0 { line.append("  ") }
            line = line + choice
        }
        return lines + [
            line,
            StyledText(
                "\(untrusted: key(.mock(.open))) lists the mocks, \(untrusted: key(.mock(.allOnOff))) switches all of them off and on.",
                .muted),
        ]
    }

    private func key(_ intent: Intent) -> String { state.settings.keymap.text(of: intent) }

    /// The second keys behind `m`, as the table of keys has them.
    private var choices: [StyledText] {
        let keymap = state.settings.keymap
        let start = keymap.keys(of: .mock(.choose))
        let bindings = start.isEmpty ? [] : keymap.continuations(of: start, in: .tasks)
        let depth = start.count
        var seen: Set<Key> = []
        return bindings.filter { seen.insert($0.keys[depth]).inserted }.map { binding in
            let family = bindings.count { $0.keys[depth] == binding.keys[depth] }
            var text = StyledText("\(untrusted: start.text)\(untrusted: binding.keys[depth].text)", .key.bold)
            if family > 1, case .character(let letter) = binding.keys[depth],
                let word = Keymap.choices[letter]
            {
                text.append(" \(untrusted: word)\(state.settings.glyphs.ellipsis)")
            } else {
                text.append(" \(untrusted: binding.footer ?? binding.help)")
            }
            return text
        }
    }
}
