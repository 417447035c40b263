import InspectorCanvas
import InspectorValues

/// The tree of saved requests.
struct SavedView {
    let state: State

    /// From this width on the targets stand beside the titles.
    private static let widthForTargets = 56

    init(_ state: State) { self.state = state }

    func draw(in rect: Rect, into frame: inout Frame) {
        let rest = frame.section("SAVED", right: problems, in: rect, glyphs: glyphs, isFocused: isFocused)
        guard !state.saved.rows.isEmpty else {
            frame.line(
                StyledText(state.saved.isRead ? "no .http files here" : "looking", .muted),
                at: rest.point(x: 1), width: rest.width - 1,
                glyphs: glyphs)
            return
        }
        for (row, index) in state.saved.scroll.visible.enumerated() {
            let line = rest.row(row)
            let isSelected = index == state.saved.scroll.selection
            frame.line(
                text(state.saved.rows[index], width: rest.width - 2), at: line.point(x: 1),
                width: line.width - 1,
                glyphs: glyphs)
            if isSelected { frame.select(line, glyphs: glyphs, isFocused: isFocused) }
        }
    }

    private var isFocused: Bool { state.place == .saved }

    private var glyphs: Glyphs { state.settings.glyphs }

    private var problems: DisplayText {
        if state.saved.isReading { return "reading" }
        let count = state.saved.problemCount
        return count == 0 ? "" : DisplayText(untrusted: count.of("problem"))
    }

    private func text(_ row: SavedRow, width: Int) -> StyledText {
        switch row {
        case .folder(let path, let depth):
            return fold(path, depth) + name(path, depth, width: width - 1, .title) + StyledText("/", .title)
        case .file(let index, let depth):
            let file = state.saved.files[index]
            let mark = file.problems.isEmpty ? 0 : 2
            var text =
                fold(file.components, depth) + name(file.components, depth, width: width - mark, .plain)
            if !file.isRead { text.append(" \(glyphs.ellipsis)", .muted) }
            if !file.problems.isEmpty {
                let (sign, style) = look(isWarning: file.problems.allSatisfy(\.isWarning))
                text.append(" \(sign)", style.bold)
            }
            // Said in its row, because it is about the whole file, whose requests are those from before.
            if let failure = file.failure { text.append(" \(untrusted: failure.message)", .bad) }
            return text
        case .request(let file, let index, let depth):
            let request = state.saved.files[file].requests[index]
            return text(request, depth, isOld: state.saved.files[file].failure != nil, width: width)
        case .problem(let file, let index, let depth):
            let problem = state.saved.files[file].problems[index]
            let place = problem.line.map { "line \($0): " } ?? ""
            let (sign, style) = look(isWarning: problem.isWarning)
            return StyledText(.blanks(depth * 2))
                + StyledText("\(sign) \(untrusted: place + problem.message)", style)
        }
    }

    private func look(isWarning: Bool) -> (DisplayText, Style) {
        isWarning ? (glyphs.refused, .warn) : (glyphs.failed, .bad)
    }

    private func text(_ request: SavedEntry, _ depth: Int, isOld: Bool, width: Int) -> StyledText {
        let method = DisplayText(untrusted: request.method).fitted(to: 7, ellipsis: glyphs.ellipsis)
        let left =
            StyledText(.blanks(depth * 2))
            + StyledText(method + " ", isOld ? .muted : .method(request.method))
        let target = StyledText.target(request.target)
        let whole = target.path + target.query
        guard request.title != request.target else {
            let shown = isOld ? StyledText(DisplayText(untrusted: request.title), .muted) : whole
            return left + shown.truncatedInMiddle(to: width - left.width, ellipsis: glyphs.ellipsis)
        }
        let title = left + StyledText(DisplayText(untrusted: request.title), isOld ? .muted : .plain)
        guard width >= Self.widthForTargets else { return title }
        let column = width / 2
        return title.truncated(to: column - 2, ellipsis: glyphs.ellipsis).padded(to: column)
            + StyledText(DisplayText(untrusted: request.target), .muted)
            .truncatedInMiddle(to: width - column, ellipsis: glyphs.ellipsis)
    }

    /// The name of a folder or file, behind those of the folders that hold nothing else.
    private func name(_ components: [String], _ depth: Int, width: Int, _ style: Style) -> StyledText {
        let name = state.saved.name(of: components)
        let last = components.last ?? ""
        let text =
            StyledText(DisplayText(untrusted: name.dropLast(last.count)), .muted)
            + StyledText(DisplayText(untrusted: last), style)
        return text.truncatedInMiddle(to: max(8, width - depth * 2 - 2), ellipsis: glyphs.ellipsis)
    }

    private func fold(_ components: [String], _ depth: Int) -> StyledText {
        StyledText(
            .blanks(depth * 2) + (state.saved.isFolded(components) ? glyphs.folded : glyphs.unfolded) + " ",
            .muted)
    }
}
