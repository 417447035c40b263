import InspectorCanvas
import InspectorValues

/// The last line: the keys that matter here, the question that waits for an answer, or the field being typed in.
struct FooterLine {
    let state: State
    private let content: FooterContent

    init(_ state: State) {
        self.state = state
        content = state.footer
    }

    func draw(in rect: Rect, into frame: inout Frame) {
        if !state.typed.isEmpty { return drawChoices(in: rect, into: &frame) }
        let (line, below) = rect.splitTop(1)
        var x = 1
        switch content {
        case .keys where state.refusal != nil: return drawRefusal(in: rect, into: &frame)
        case .lines(let lines): return draw(lines, in: rect, into: &frame)
        case .longQuestion(let question): return draw(question, in: rect, into: &frame)
        case .question(let text):
            frame.line(
                StyledText(text, .warn.bold), at: line.point(x: 1), width: line.width - 2, glyphs: glyphs)
            x = min(line.width, text.width + 4)
        case .field(let field, let label, let note, let mistake):
            x = draw(field, label, note: note, mistake, in: line, into: &frame)
        case .keys: break
        }
        let rest = below.height > 0 ? below.splitLeft(1).rest : line.splitLeft(x).rest
        frame.line(
            complaint ?? keys(width: rest.width - 1), at: rest.origin, width: rest.width - 1, glyphs: glyphs)
    }

    func height(width: Int) -> Int {
        if !state.typed.isEmpty { return max(2, choices(width: width).count) }
        return switch content {
        case .keys: max(1, refusal(width: width).count)
        case .lines: state.size.height < 10 ? 2 : 3
        case .longQuestion(let question): height(of: question, width: width)
        case .question, .field: width < Layout.widthOfOneLine ? 2 : 1
        }
    }

    /// The complaint in the place of the keys.
    private var complaint: StyledText? {
        if let complaint = state.overlays.top?.complaint(state) {
            return StyledText("\(untrusted: complaint)", .bad)
        }
        return state.refusal.map { StyledText("\(untrusted: $0)", .warn) }
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

    /// Lines, and the keys below them; fewer where there is no room.
    private func draw(_ lines: [StyledText], in rect: Rect, into frame: inout Frame) {
        let gap = StyledText("  ")
        let shown =
            rect.height > lines.count
            ? lines : [lines.dropFirst().reduce(lines.first ?? StyledText()) { $0 + gap + $1 }]
        for (row, line) in (shown + [keys(width: rect.width - 2)]).prefix(rect.height).enumerated() {
            frame.line(line, at: rect.point(x: 1, y: row), width: rect.width - 2, glyphs: glyphs)
        }
    }

    /// Returns the column behind the note.
    private func draw(
        _ field: TextField, _ text: DisplayText, note: DisplayText, _ mistake: Int?, in rect: Rect,
        into frame: inout Frame
    ) -> Int {
        let label = text.truncated(to: max(8, rect.width * 3 / 5), ellipsis: glyphs.ellipsis)
        frame.put(label, at: rect.point(x: 1), style: .key)
        let width = fieldWidth(field, beside: label.width + note.width, in: rect.width)
        field.draw(into: &frame, at: rect.point(x: 1 + label.width), width: width)
        let end = frame.put(note, at: rect.point(x: 2 + label.width + width), style: .accent) - rect.origin.x
        if let mistake {
            let place = rect.point(x: 1 + label.width + min(mistake, width - 1))
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

    // MARK: Keys

    /// The keys that do something here, as many as fit.
    func keys(width: Int) -> StyledText {
        var text = StyledText()
        let shown = state.settings.keymap.footer(in: state.place)
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
        var text = StyledText()
        text.append(DisplayText(untrusted: binding.keyText), .key.bold, pressing: binding.keys)
        text.append(" \(untrusted: binding.footer ?? "")", .muted, pressing: binding.keys)
        return text
    }

    /// Draws the keys that can follow those typed so far, before anything is done.
    private func drawChoices(in rect: Rect, into frame: inout Frame) {
        for (index, line) in choices(width: rect.width).prefix(rect.height).enumerated() {
            frame.line(line, at: rect.point(x: 1, y: index), width: rect.width - 2, glyphs: glyphs)
        }
    }

    private func choices(width: Int) -> [StyledText] {
        let depth = state.typed.count
        let found = state.settings.keymap.continuations(of: state.typed, in: state.place)
        var lines = [
            StyledText(DisplayText(untrusted: state.typed.text) + " ", Style(.key, [.bold, .reverse]))
        ]
        var shown: Set<Key> = []
        for binding in found
        where binding.brief(in: state) != nil && shown.insert(binding.keys[depth]).inserted {
            let family = found.filter { $0.keys[depth] == binding.keys[depth] }
            let text = choice(binding, at: depth, leadsOn: family.count > 1)
            if lines[lines.count - 1].width + text.width + 3 > width { lines.append(StyledText("   ")) }
            lines[lines.count - 1].append("  ")
            lines[lines.count - 1].append(text)
        }
        return lines
    }

    private func choice(_ binding: Binding, at depth: Int, leadsOn: Bool) -> StyledText {
        let keys = Array(binding.keys.prefix(depth + 1))
        var text = StyledText()
        text.append(DisplayText(untrusted: binding.keys[depth].text), .key.bold, pressing: keys)
        if leadsOn, case .character(let letter) = binding.keys[depth] {
            text.append(
                " \(untrusted: Keymap.choices[letter] ?? "")\(glyphs.ellipsis)", .accent, pressing: keys)
        } else {
            let isPossible = binding.requirement.refusal(in: state) == nil
            text.append(
                " \(untrusted: binding.brief(in: state) ?? "")", isPossible ? .plain : Style(.muted, [.dim]),
                pressing: keys)
        }
        return text
    }
}

extension Layout {
    /// Measures what the notice and the footer need, and places everything above them.
    init(_ state: State) {
        let needed = state.size.height > 5 ? FooterLine(state).height(width: state.size.width) : 1
        // No more than a third of the screen.
        self.init(
            state, noticeHeight: NoticeLine(state).height,
            footerHeight: min(needed, max(1, state.size.height / 3)))
    }
}
