import InspectorCanvas
import InspectorValues

/// The last line: the keys that matter here, the question that waits for an answer, or the field being typed in.
struct FooterLine {
    let state: State

    init(_ state: State) { self.state = state }

    func draw(in rect: Rect, into frame: inout Frame) {
        if !state.typed.isEmpty { return drawChoices(in: rect, into: &frame) }
        if case .mockDraft(let draft) = state.overlay { return drawDraft(draft, in: rect, into: &frame) }
        if let longQuestion { return draw(longQuestion, in: rect, into: &frame) }
        if !isAsking, state.refusal != nil { return drawRefusal(in: rect, into: &frame) }
        let (line, below) = rect.splitTop(1)
        let x = drawQuestion(in: line, into: &frame)
        let rest = below.height > 0 ? below.splitLeft(1).rest : line.splitLeft(x).rest
        frame.line(
            complaint ?? keys(width: rest.width - 1), at: rest.origin, width: rest.width - 1, glyphs: glyphs)
    }

    /// How many lines it needs in a window of a width.
    func height(width: Int) -> Int {
        if !state.typed.isEmpty { return max(2, choices(width: width).count) }
        if case .mockDraft = state.overlay { return state.size.height < 10 ? 2 : 3 }
        if let longQuestion { return height(of: longQuestion, width: width) }
        if isAsking { return width < Layout.widthOfOneLine ? 2 : 1 }
        return max(1, refusal(width: width).count)
    }

    /// Whether something stands before the keys: a question, or a field being typed in.
    private var isAsking: Bool {
        switch state.overlay {
        case .filter, .search, .prompt, .confirm: true
        case .none: state.compose.shown?.question != nil
        case .help, .palette, .finder, .mocks, .environments, .report, .mockDraft: false
        }
    }

    /// What stands in the place of the keys because something is wrong.
    private var complaint: StyledText? {
        switch state.overlay {
        case .filter: state.list.filter.complaint.map { StyledText("\(untrusted: $0)", .bad) }
        case .search: state.detail.search.problem.map { StyledText("\(untrusted: $0)", .bad) }
        default: state.refusal.map { StyledText("\(untrusted: $0)", .warn) }
        }
    }

    private func refusal(width: Int) -> [DisplayText] {
        state.refusal.map { DisplayText.words(of: $0, wrappedTo: max(10, width - 2)) } ?? []
    }

    private func drawRefusal(in rect: Rect, into frame: inout Frame) {
        for (row, line) in refusal(width: rect.width).prefix(rect.height).enumerated() {
            frame.put(line, at: rect.point(x: 1, y: row), style: .warn)
        }
    }

    var glyphs: Glyphs { state.settings.glyphs }

    /// Draws what stands before the keys and returns the column after it.
    private func drawQuestion(in rect: Rect, into frame: inout Frame) -> Int {
        switch state.overlay {
        case .filter(let field):
            return drawField(
                field, "/", note: "\(state.list.shown.count)/\(state.tasks.count)", in: rect, into: &frame)
        case .search(let field):
            return drawSearch(field, in: rect, into: &frame)
        case .confirm(.quit): return draw(StyledText(quitQuestion, .warn.bold), in: rect, into: &frame)
        case .confirm(.takeUpDraft(let label)):
            let text: DisplayText = "Take up the draft \(untrusted: label) again?"
            return draw(StyledText(text, .warn.bold), in: rect, into: &frame)
        case .none: return drawDraftQuestion(in: rect, into: &frame)
        case .prompt(let question): return drawPrompt(question, in: rect, into: &frame)
        case .confirm, .help, .palette, .finder, .mocks, .environments, .report, .mockDraft: return 1
        }
    }

    /// Where a draft is to be saved, or what to do about a file that has changed.
    private func drawDraftQuestion(in rect: Rect, into frame: inout Frame) -> Int {
        switch state.compose.shown?.question {
        case .path(let field):
            return drawField(field, "save in ", note: "", in: rect, into: &frame)
        case .secrets(let names):
            let list =
                names.count > 2
                ? "\(names[0]) and \(names.count - 1) more" : names.joined(separator: " and ")
            let text: DisplayText = "In clear: \(untrusted: list)."
            return draw(StyledText(text, .warn.bold), in: rect, into: &frame)
        case .conflict, nil: return 1
        }
    }

    /// The mock that would be stored, what it would have matched, and the keys; fewer lines where there is no room.
    private func drawDraft(_ draft: MockDraft, in rect: Rect, into frame: inout Frame) {
        var lines = [rule(of: draft), consequence(of: draft), keys(width: rect.width - 2)]
        if rect.height < 3 {
            lines = [rule(of: draft) + StyledText("  ") + consequence(of: draft), lines[2]]
        }
        for (row, line) in lines.prefix(rect.height).enumerated() {
            frame.line(line, at: rect.point(x: 1, y: row), width: rect.width - 2, glyphs: glyphs)
        }
    }

    private var quitQuestion: DisplayText {
        switch state.tasks.live.count {
        case 0: "Nothing is live any more. Quit?"
        case 1: "1 task is still live. Quit and cancel it?"
        case let count where state.size.width < Layout.widthOfOneLine:
            "\(count) tasks are still live. Cancel them?"
        case let count: "\(count) tasks are still live. Quit and cancel them?"
        }
    }

    private func draw(_ text: StyledText, in rect: Rect, into frame: inout Frame) -> Int {
        frame.line(text, at: rect.point(x: 1), width: rect.width - 2, glyphs: glyphs)
        return min(rect.width, text.width + 4)
    }

    private func drawField(
        _ field: TextField, _ label: DisplayText, note: DisplayText, in rect: Rect, into frame: inout Frame
    ) -> Int {
        frame.put(label, at: rect.point(x: 1), style: .key)
        let width = fieldWidth(field, beside: label.width + note.width, in: rect.width)
        field.draw(into: &frame, at: rect.point(x: 1 + label.width), width: width)
        let end = frame.put(note, at: rect.point(x: 2 + label.width + width), style: .accent) - rect.origin.x
        if let problem = state.list.filter.problem, state.place == .filter {
            let place = rect.point(x: 1 + label.width + min(problem.column, width - 1))
            frame.restyle(Rect(origin: place, size: Size(width: 1, height: 1))) {
                $0 = Style(.bad, [.reverse])
            }
        }
        return end + 2
    }

    /// All that is left of a line without keys; with them, less where a complaint needs the room.
    private func fieldWidth(_ field: TextField, beside others: Int, in width: Int) -> Int {
        if width < Layout.widthOfOneLine { return max(8, width - others - 4) }
        let most = min(44, width - 34)
        return complaint == nil ? most : max(8, min(most, DisplayText(untrusted: field.text).width + 2))
    }

    /// A value that is a secret is shown by its length alone.
    private func drawPrompt(_ question: SendQuestion, in rect: Rect, into frame: inout Frame) -> Int {
        let all = DisplayText(untrusted: question.label + ": ")
        let label = all.truncated(to: max(8, rect.width * 3 / 5), ellipsis: glyphs.ellipsis)
        let shown = question.prompt?.isSecret == true ? question.field.masked : question.field
        return drawField(shown, label, note: "", in: rect, into: &frame)
    }

    private func drawSearch(_ field: TextField, in rect: Rect, into frame: inout Frame) -> Int {
        let search = state.detail.search
        let count = search.text.isEmpty ? "" : search.countText(glyphs)
        return drawField(field, "find ", note: count, in: rect, into: &frame)
    }

    private func rule(of draft: MockDraft) -> StyledText {
        var text = StyledText("mock ", .mock.bold)
        text.append(DisplayText(untrusted: draft.match.text), .plain)
        text.append(" \(glyphs.arrow) ", .muted)
        text.append(DisplayText(untrusted: draft.answerText), .plain)
        return text
    }

    private func consequence(of draft: MockDraft) -> StyledText {
        var text = StyledText(
            "would have matched \(draft.effect.matched) of the last \(draft.effect.asked)", .accent)
        if let name = draft.effect.shadowed.first {
            text.append("; shadows \(untrusted: name)", .warn)
            if draft.effect.shadowed.count > 1 {
                text.append(" and \(draft.effect.shadowed.count - 1) more", .warn)
            }
        }
        if let name = draft.effect.shadowing { text.append("; \(untrusted: name) is asked first", .warn) }
        return text
    }

    // MARK: Keys

    /// The keys that do something here, as many as fit.
    func keys(width: Int) -> StyledText {
        var text = StyledText()
        let shown = Keymap.standard.footer(in: state.place)
        // In a narrow window the first line says `?` and the other keys are worth more.
        let hasHelp = state.size.width >= Layout.widthOfOneLine
        let help = shown.first { hasHelp && $0.intent == .app(.help) }.map(entry)
        for binding in shown where binding.intent != .app(.help) {
            guard binding.requirement.refusal(in: state) == nil else { continue }
            let next = entry(binding)
            let gap = text.width > 0 ? 2 : 0
            if text.width + gap + next.width + (help.map { $0.width + 2 } ?? 0) > width { break }
            text.append(.blanks(gap))
            text.append(next)
        }
        guard let help, text.width + help.width + 2 <= width else { return text }
        if text.width > 0 { text.append("  ") }
        return text + help
    }

    private func entry(_ binding: Binding) -> StyledText {
        var text = StyledText(DisplayText(untrusted: binding.keyText), .key.bold)
        text.append(" \(untrusted: binding.footer ?? "")", .muted)
        return text
    }

    /// What can follow the keys typed so far, before anything is done.
    private func drawChoices(in rect: Rect, into frame: inout Frame) {
        for (index, line) in choices(width: rect.width).prefix(rect.height).enumerated() {
            frame.line(line, at: rect.point(x: 1, y: index), width: rect.width - 2, glyphs: glyphs)
        }
    }

    private func choices(width: Int) -> [StyledText] {
        let depth = state.typed.count
        let found = Keymap.standard.continuations(of: state.typed, in: state.place)
        var lines = [
            StyledText(DisplayText(untrusted: state.typed.text) + " ", Style(.key, [.bold, .reverse]))
        ]
        var shown: Set<Key> = []
        for binding in found where shown.insert(binding.keys[depth]).inserted {
            let family = found.filter { $0.keys[depth] == binding.keys[depth] }
            let text = choice(binding, at: depth, leadsOn: family.count > 1)
            if lines[lines.count - 1].width + text.width + 3 > width { lines.append(StyledText("   ")) }
            lines[lines.count - 1].append("  ")
            lines[lines.count - 1].append(text)
        }
        return lines
    }

    private func choice(_ binding: Binding, at depth: Int, leadsOn: Bool) -> StyledText {
        var text = StyledText(DisplayText(untrusted: binding.keys[depth].text), .key.bold)
        if leadsOn, case .character(let letter) = binding.keys[depth] {
            text.append(" \(untrusted: Keymap.choices[letter] ?? "")\(glyphs.ellipsis)", .accent)
        } else {
            let isPossible = binding.requirement.refusal(in: state) == nil
            text.append(" \(untrusted: binding.brief)", isPossible ? .plain : Style(.muted, [.dim]))
        }
        return text
    }
}

extension TextField {
    /// The field with a dot in the place of every letter.
    fileprivate var masked: TextField {
        var field = TextField(String(repeating: "•", count: text.count))
        field.move(by: cursor - text.count)
        return field
    }
}
