import ClientEngine
import InspectorCanvas
import InspectorValues

/// The detail pane: a title, the tabs, and the page that is open.
struct DetailView {
    let state: State

    init(_ state: State) { self.state = state }

    func draw(in rect: Rect, _ layout: Layout, into frame: inout Frame) {
        guard let page = layout.detailPage, let tabs = layout.tabs else { return }
        let lines = body == nil ? lines(width: page.width) : []
        let count = body?.lineCount ?? lines.count
        let (title, position) = heading(width: rect.width - 6, position(of: count, height: page.height))
        _ = frame.section(
            title, right: position, in: rect, glyphs: glyphs,
            isFocused: state.focus == .detail && state.overlays.isEmpty)
        frame.line(tabsText(width: tabs.width), at: tabs.point(x: 1), width: tabs.width - 2, glyphs: glyphs)
        if let answer = layout.answer { AnswerLine(state).draw(in: answer, into: &frame) }
        if let beside = layout.bodyBeside, let body = state.detail.body {
            let (edge, rest) = beside.splitLeft(1)
            frame.fill(edge, with: glyphs.vertical, style: .border)
            BodyPage(state, body: body, isBeside: true).draw(in: rest, into: &frame)
        }
        drawPage(in: page, lines, into: &frame)
        if layout.bodyBelow != nil { drawBody(below: lines, in: page, into: &frame) }
    }

    /// Draws the beginning of the body below the lines of a page, if there is room for it.
    private func drawBody(below lines: [StyledText], in page: Rect, into frame: inout Frame) {
        guard let body = state.detail.body, body.source.view != .picture, body.lineCount > 0 else { return }
        let rest = page.splitTop(lines.count + 1).rest
        guard lines.count + 1 < page.height else { return }
        BodyPage(state, body: body, isBeside: true).draw(in: rest, into: &frame)
    }

    /// Draws the page that is open, without title and tabs.
    func draw(page: Rect, into frame: inout Frame) {
        drawPage(in: page, body == nil ? lines(width: page.width) : [], into: &frame)
    }

    private func drawPage(in page: Rect, _ lines: [StyledText], into frame: inout Frame) {
        if let body { return body.draw(in: page, into: &frame) }
        for (row, line) in lines.dropFirst(state.detail.top).prefix(page.height).enumerated() {
            let shown = line.dropping(columns: state.detail.left)
            frame.line(shown, at: page.point(x: 2, y: row), width: page.width - 3, glyphs: glyphs)
        }
    }

    func lineCount(width: Int) -> Int { body?.lineCount ?? lines(width: width).count }

    /// The page of a body that is there.
    private var body: BodyPage? {
        guard state.detail.page == .body, let body = state.detail.body, body.lineCount > 0 else { return nil }
        return BodyPage(state, body: body)
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    /// The number of a task; behind the time, where it is one of an earlier session, that in the history.
    private func number(of key: TaskKey, _ task: TaskRecord) -> DisplayText {
        guard key.isStored else { return "\(key.number)" }
        let (date, seconds) = (task.origin.date, state.settings.secondsFromGMT)
        let time = "\(date.dayText(secondsFromGMT: seconds)) \(date.clockText(secondsFromGMT: seconds))"
        return "\(untrusted: time) \(glyphs.dot) \(key.number)"
    }

    /// The request, and `position` at its right, in at most `width` columns.
    ///
    /// Of a text that is too long the query is cut first, then the path. The number of the attempt stays; `position` gives
    /// way to it.
    private func heading(
        width: Int, _ position: DisplayText
    ) -> (title: DisplayText, position: DisplayText) {
        guard let key = state.list.selectedTask, let task = state.selectedTask else {
            return ("no task", position)
        }
        let start: DisplayText =
            "\(number(of: key, task)) \(untrusted: task.origin.request.method.rawValue) "
        var end = DisplayText()
        if let original = task.origin.provenance.resendOf {
            end += " \(glyphs.horizontal) resend of \(original)"
        }
        if let attempt = state.shownAttempt, task.isTriedAgain {
            let isNarrow = state.size.width < Layout.widthOfOneLine
            let number = "\(attempt.number)"
            let words = isNarrow ? task.ordinalText(number) : task.attemptText(number)
            end += " \(glyphs.horizontal) \(untrusted: words)"
        }
        let room = width - start.width - end.width
        let beside = position.isEmpty ? room : room - position.width - 2
        let target = (state.tasks.otherHost(of: task) ?? "") + task.pathText.string
        guard beside < min(12, DisplayText(untrusted: target).width) else {
            return (start + shortened(target, to: beside) + end, position)
        }
        return (start + shortened(target, to: room) + end, end.isEmpty ? position : "")
    }

    /// A path and its query in at most `width` columns.
    private func shortened(_ target: String, to width: Int) -> DisplayText {
        let path = DisplayText(untrusted: target.prefix(before: "?"))
        let query = DisplayText(untrusted: target.dropFirst(target.prefix(before: "?").count))
        if path.width + query.width <= width { return path + query }
        let left = width - path.width
        guard left < 4 || query.isEmpty else {
            return path + middleCut(query, to: left)
        }
        return middleCut(path, to: width)
    }

    private func middleCut(_ text: DisplayText, to width: Int) -> DisplayText {
        guard text.width > width else { return text }
        let head = max(0, (width - 1) / 2)
        return text.prefix(columns: head) + glyphs.ellipsis + text.suffix(columns: max(0, width - 1 - head))
    }

    /// Returns the range of visible lines, where not all of them are.
    private func position(of count: Int, height: Int) -> DisplayText {
        let top = state.detail.top
        let lines: DisplayText =
            count > height && height > 0 ? "\(top + 1)-\(min(count, top + height)) of \(count)" : ""
        let following: DisplayText = state.detail.isFollowing ? "following" : ""
        return [query, path, layout, matches, following, lines].filter { !$0.isEmpty }
            .reduce("") { $0.isEmpty ? $1 : "\($0)  \($1)" }
    }

    /// The expression that has found what is shown.
    private var query: DisplayText {
        guard state.place == .body, let query = state.detail.query else { return "" }
        let text: DisplayText = "| \(untrusted: query.expression)"
        return text.width > 32 ? text.prefix(columns: 31) + glyphs.ellipsis : text
    }

    /// The path of the cursor in a formatted body.
    private var path: DisplayText {
        guard state.place == .body,
            let text = state.detail.body?.path(ofLine: state.detail.cursor, limit: 100_000)
        else { return "" }
        let path = DisplayText(untrusted: text)
        return path.width > 48 ? glyphs.ellipsis + path.suffix(columns: 47) : path
    }

    /// The layout and the encoding of the body, where they are not the usual ones.
    private var layout: DisplayText {
        guard state.detail.page == .body, let body = state.detail.body else { return "" }
        let isUsual = body.source.view == body.source.kind.views.first
        let names = [
            isUsual ? nil : body.source.view.title, body.encoding == .utf8 ? nil : body.encoding.description,
        ]
        return DisplayText(untrusted: names.compactMap(\.self).joined(separator: "  "))
    }

    /// The number of the match that the body page stands at, and of all.
    private var matches: DisplayText {
        guard state.detail.page == .body, state.detail.body != nil, !state.detail.search.text.isEmpty else {
            return ""
        }
        let search = state.detail.search
        let isFound = search.isSearching || !search.matches.isEmpty
        return (isFound ? "match " : "") + search.countText(glyphs)
    }

    private func tabsText(width: Int) -> StyledText {
        var text = StyledText()
        let names = tabNames(width: width)
        for page in DetailPage.allCases {
            let isOpen = page == state.detail.page
            let label: DisplayText = "\(page.rawValue)\(untrusted: names(page))"
            text.append(
                isOpen ? "[\(label)]" : " \(label) ", isOpen ? .selected.bold : .muted,
                pressing: state.settings.keymap.keys(of: .pane(.page(page))))
        }
        return text
    }

    /// The longest names for which there is room; where there is none for short ones, the open page alone has one.
    private func tabNames(width: Int) -> (DetailPage) -> String {
        let open = state.detail.page
        let all: [(DetailPage) -> String] = [
            { " " + $0.title }, { " " + ($0 == open ? $0.title : $0.shortTitle) }, { " " + $0.shortTitle },
        ]
        return all.first { names in DetailPage.allCases.reduce(0) { $0 + names($1).count + 3 } < width }
            ?? { $0 == open ? " " + $0.title : "" }
    }

    /// The bars; beside a body, where nothing else would stand below them, the head of the response too.
    private func timing(_ task: TaskRecord, width: Int) -> [StyledText] {
        let lines = TimingPage(state: state, task: task).lines(width: width)
        guard state.detail.body != nil, Layout(state).bodyBeside != nil else { return lines }
        return lines + [StyledText()]
            + HeadersPage(state: state, task: task).lines(width: width).folded(to: width, indent: 2)
    }

    private func lines(width: Int) -> [StyledText] {
        guard let task = state.selectedTask else { return [] }
        let room = width - 3
        switch state.detail.page {
        case .timing: return timing(task, width: room)
        case .body: return BodyPage.emptyLines(state, task: task, width: room)
        case .headers:
            return HeadersPage(state: state, task: task).lines(width: room).folded(to: room, indent: 2)
        case .sent: return SentPage(state: state, task: task).lines.folded(to: room, indent: 2)
        case .mock: return MockPage(state: state, task: task).lines(width: room).foldedFacts(to: room)
        case .connection: return ConnectionPage(state: state, task: task).lines.foldedFacts(to: room)
        case .tests: return TestsPage(state: state, task: task).lines.folded(to: room, indent: 4)
        }
    }
}
