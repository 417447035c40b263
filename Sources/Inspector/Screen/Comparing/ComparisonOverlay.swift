import InspectorCanvas
import InspectorValues

/// Two tasks, or two attempts of one, compared part by part.
///
/// ```
///  COMPARISON  task 181, 14:02:11 → task 182, 14:05:40 ───── difference 2 of 7
///  Headers
///    5 the same
///  - x-cache: hit
///  Body
///  ~ $.price: 3 -> 4
///  Times
///    wait         44 ms -> 900 ms    20 times as long
/// ```
struct ComparisonOverlay: ListOverlay {
    /// The two that are compared.
    struct Subject: Equatable, Sendable {
        /// The names and the times of both.
        var left: String
        var right: String
        /// The reason for comparing these two.
        var reason: String
    }

    /// The ways to lay it out.
    enum Columns: Equatable, Sendable { case automatic, one, two }

    let subject: Subject
    let job: ComparisonJob
    var scroll = ScrollState()
    /// Nil while it is compared.
    private(set) var rows: ComparisonRows?
    private var columns = Columns.automatic
    /// The first column of the lines that is seen.
    private var left = 0

    private static let widthOfColumns = 120
    /// A line is drawn no further than this: nobody scrolls there.
    private static let widthOfHugeLines = 20_000

    static let places: [Place] = [.comparison]
    static let bindings = [
        Binding(
            "d", in: Keymap.tasksAndDetail, .comparison(.show), .comparing,
            "compare the two marked tasks, or the selected task or attempt with the one before"
        ).requiring(.task),
        Binding("n", in: [.comparison], .comparison(.next), .comparing, "next difference")
            .inFooter("next"),
        Binding("N", in: [.comparison], .comparison(.previous), .comparing, "previous difference")
            .inFooter("previous"),
        Binding(
            .enter, in: [.comparison], .pane(.accept), .comparing,
            "unfold what is the same, or fold it again"
        ).inFooter("unfold"),
        Binding(
            " ", in: [.comparison], .pane(.accept), .comparing,
            "unfold what is the same, or fold it again"),
        Binding(
            "+", in: [.comparison], .comparison(.unfoldAll), .comparing,
            "unfold all that is the same"
        ).inFooter("unfold all"),
        Binding(
            "-", in: [.comparison], .comparison(.foldAll), .comparing,
            "fold all that is the same"),
        Binding(
            "x", in: [.comparison], .comparison(.columns), .comparing,
            "show it in two columns, or in one"
        ).inFooter("columns"),
        Binding(.left, in: [.comparison], .move(.left), .moving, "scroll left"),
        Binding(.right, in: [.comparison], .move(.right), .moving, "scroll right"),
    ]
    var isWide: Bool { true }

    init(_ subject: Subject, _ job: ComparisonJob) {
        (self.subject, self.job) = (subject, job)
        if !job.isLong { show(job.done) }
    }

    // MARK: Changing

    /// Takes in what has come of the comparison, and goes to the first difference.
    mutating func show(_ comparison: CallComparison) {
        arrange(ComparisonRows(comparison, hasColumns: columns == .two))
        scroll.select(differences.first ?? 0)
    }

    /// The lines in which differences begin.
    private var differences: [Int] { (rows?.differences ?? []).map { $0 + 1 } }

    private mutating func arrange(_ rows: ComparisonRows) {
        self.rows = rows
        // The first line says why it is these two.
        scroll.resize(count: rows.rows.count + 1)
    }

    mutating func move(_ motion: Motion, in state: inout State) {
        switch motion {
        case .left: left = max(0, left - 8)
        case .right: left = min(Self.widthOfHugeLines, left + 8)
        default: scroll.move(motion)
        }
    }

    /// Goes to the next difference; false where there is none.
    mutating func step(by step: Int) -> Bool {
        let next =
            step > 0
            ? differences.first { $0 > scroll.selection } : differences.last { $0 < scroll.selection }
        if let next { scroll.select(next) }
        return next != nil
    }

    /// Shows all in one column, or in two.
    mutating func changeColumns(in width: Int) {
        columns = hasColumns(width) ? .one : .two
    }

    mutating func unfold(all isAll: Bool) {
        guard let rows else { return }
        rearrange(rows, unfolded: isAll ? rows.runs : [])
    }

    func accept(in state: inout State) throws(Refusal) -> [Effect] {
        guard let rows, let run = rows.run(at: scroll.selection - 1) else {
            throw Refusal(rows == nil ? "still comparing" : "nothing is folded in this line")
        }
        var overlay = self
        overlay.rearrange(rows, unfolded: rows.unfolded.symmetricDifference([run]))
        overlay.scroll.select(
            overlay.rows?.rows.indices.first { overlay.rows?.run(at: $0) == run }.map { $0 + 1 } ?? 0)
        state.overlays.replaceTop(with: overlay)
        return []
    }

    private mutating func rearrange(_ rows: ComparisonRows, unfolded: Set<ComparisonRows.Run>) {
        arrange(ComparisonRows(rows.comparison, unfolded: unfolded, hasColumns: rows.hasColumns))
    }

    private func hasColumns(_ width: Int) -> Bool {
        columns == .two || columns == .automatic && width >= Self.widthOfColumns
    }

    mutating func fit(_ state: State, _ layout: Layout) {
        let hasColumns = hasColumns(layout.middle.width)
        if let rows, rows.hasColumns != hasColumns {
            arrange(ComparisonRows(rows.comparison, unfolded: rows.unfolded, hasColumns: hasColumns))
        }
        scroll.resize(height: layout.overlayRoom.height - 1)
    }

    var neededHeight: Int? { rows == nil ? nil : scroll.count }

    // MARK: Drawing

    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {
        let glyphs = state.settings.glyphs
        let title: DisplayText =
            "COMPARISON  \(untrusted: subject.left) \(glyphs.arrow) \(untrusted: subject.right)"
        let rest = frame.section(title, right: position, in: layout.overlay, glyphs: glyphs)
        guard let rows else {
            let (first, second) = job.sizes
            let sentence =
                "Comparing bodies of \(first.byteText) and \(second.byteText)\(glyphs.ellipsis.string)"
            return frame.advise([sentence, subject.reason, "Esc leaves it."], in: rest)
        }
        for (row, index) in scroll.visible.enumerated() {
            let line = rest.row(row)
            let text = index == 0 ? reason(rows) : styled(rows, index - 1, line.width - 2, state)
            frame.line(text, at: line.point(x: 1), width: line.width - 2, glyphs: glyphs)
            frame.link(line, .line(index))
            if index == scroll.selection { frame.select(line, glyphs: glyphs) }
        }
    }

    private var position: DisplayText {
        let lines = differences
        guard !lines.isEmpty else { return "" }
        let number = lines.count { $0 <= scroll.selection }
        return number == 0
            ? "\(untrusted: lines.count.of("difference"))" : "difference \(number) of \(lines.count)"
    }

    private func reason(_ rows: ComparisonRows) -> StyledText {
        let reason = StyledText("\(untrusted: subject.reason)", .muted)
        return rows.comparison.isSame
            ? StyledText("Nothing differs but the times.  ", .good) + reason : reason
    }

    private func styled(_ rows: ComparisonRows, _ index: Int, _ width: Int, _ state: State) -> StyledText {
        switch rows.rows[index] {
        case .part(let part):
            let section = rows.comparison.sections[part]
            let title = StyledText("\(untrusted: section.part.rawValue)", .header)
            guard section.isSame else { return title }
            let isAlone = section.lines.count == 1 && !rows.unfolded.contains { $0.part == part }
            let text =
                isAlone
                ? shown(section.lines[0], of: section.part, state).text : Self.same(section.lines.count)
            return title + StyledText("  \(untrusted: text)", isAlone ? .plain : .muted)
        case .folded(let run):
            return StyledText("    \(untrusted: Self.same(run.lines.count))", .muted)
        case .times: return StyledText("Times", .header)
        case .time(let time): return StyledText("  ") + rows.comparison.times[time].styled
        case .line(let part, let first, let second, _):
            let lines = [first, second].map { number in
                number.map { shown(rows.line(part, $0), of: rows.comparison.sections[part].part, state) }
            }
            guard rows.hasColumns else {
                return StyledText("  ") + (lines[0]?.styled.dropping(columns: left) ?? StyledText())
            }
            let column = (width - 5) / 2
            let texts = zip(lines, [ComparedLine.Side.left, .right]).map { line, side in
                (line?.styled(side) ?? StyledText()).dropping(columns: left)
                    .truncated(to: column, ellipsis: state.settings.glyphs.ellipsis)
            }
            return StyledText("  ") + texts[0].padded(to: column)
                + StyledText(" \(state.settings.glyphs.vertical) ", .border) + texts[1]
        }
    }

    private static func same(_ count: Int) -> String { "\(count.grouped) the same" }

    /// A line as it may be seen: secrets of what was sent are hidden as on its page, and what is very long is cut.
    private func shown(_ line: ComparedLine, of part: CallComparison.Part, _ state: State) -> ComparedLine {
        var line = line.cut(to: Self.widthOfHugeLines)
        guard part == .sentHeaders, !state.detail.showsSecrets else { return line }
        func masked(_ value: String, of name: String) -> String {
            SentPage.mask("\(name): \(value)")?.value ?? value
        }
        if case .changed(let from, let to) = line.kind {
            line.kind = .changed(from: masked(from, of: line.text), to: masked(to, of: line.text))
        } else if let (name, value) = SentPage.mask(line.text) {
            line.text = "\(name): \(value)"
        }
        return line
    }
}

extension Place {
    static let comparison = Place("comparison", .list, titled: "comparison")
}
