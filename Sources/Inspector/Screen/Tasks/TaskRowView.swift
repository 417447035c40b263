import ClientEngine
import InspectorCanvas
import InspectorValues

/// One row of the list: a task, one of its attempts, or what some tasks have in common.
struct TaskRowView {
    let state: State
    let row: ListRow
    let columns: TaskColumns
    let axis: TimeAxis

    func draw(in rect: Rect, into frame: inout Frame) {
        guard let task = state.tasks[row.task] else { return }
        switch row {
        case .border:
            let rule = DisplayText.repeating(glyphs.horizontal, count: 2)
            frame.line(
                StyledText("\(rule) this session \(rule)", .header), at: rect.point(x: 1),
                width: rect.width - 2, glyphs: glyphs)
        case .task: draw(task, in: rect, into: &frame)
        case .attempt(_, let number):
            guard let attempt = task.attempts.first(where: { $0.number == number }) else { return }
            let text = AttemptLine(task: task, attempt: attempt, state: state)
                .text(width: rect.width - indent, isNarrow: columns.isNarrow)
            let isLast = number == task.lastAttempt?.number
            let branch = isLast ? glyphs.lastBranch : glyphs.branch
            frame.put(branch, at: rect.point(x: indent - 2), style: .border)
            frame.line(text, at: rect.point(x: indent), width: rect.width - indent, glyphs: glyphs)
        case .heading(let id):
            var text = StyledText(heading(of: task), .title.bold)
            text.append("  \(untrusted: state.list.groupCount(from: id).of("task"))", .muted)
            frame.line(text, at: rect.point(x: 1), width: rect.width - 2, glyphs: glyphs)
        case .gap(_, let count):
            frame.put(
                "\(glyphs.ellipsis) \(count) more attempts \(glyphs.ellipsis)", at: rect.point(x: indent),
                style: .muted)
        }
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    private func heading(of task: TaskRecord) -> DisplayText {
        guard state.list.order.key == .request else {
            return DisplayText(untrusted: task.origin.url?.hostText ?? "no host")
        }
        let path = task.pathText.string.prefix(before: "?")
        return DisplayText(untrusted: "\(task.origin.request.method.rawValue) \(path)")
    }

    private var indent: Int { columns.isNarrow ? 3 : 6 }

    private func draw(_ task: TaskRecord, in rect: Rect, into frame: inout Frame) {
        for column in TaskColumn.allCases where column != .timeline && !columns[column].isEmpty {
            let range = columns[column]
            let text = text(of: column, task, width: range.count)
                .truncated(to: range.count, ellipsis: glyphs.ellipsis)
                .padded(to: range.count, alignment: column.alignment)
            frame.put(text, at: rect.point(x: range.lowerBound))
        }
        // In the gap behind the glyph, where the pointer of the selected row leaves it.
        if state.list.marked.contains(row.task) { frame.put("*", at: rect.point(x: 2), style: .accent.bold) }
        if state.list.usual.isSlow(task) {
            frame.put(glyphs.slow, at: rect.point(x: columns[.total].lowerBound), style: .warn.bold)
        }
        TaskBar(task, on: axis).draw(at: rect.point(x: columns[.timeline].lowerBound), into: &frame)
    }

    private func text(of column: TaskColumn, _ task: TaskRecord, width: Int) -> StyledText {
        switch column {
        case .glyph: StyledText(" ") + task.glyph(glyphs)
        case .number:
            StyledText("\(row.task.number)", .muted)
        case .start: StyledText(DisplayText(untrusted: start(of: task)), .muted)
        case .name: Self.name(of: task, in: state)
        case .method:
            StyledText(
                DisplayText(untrusted: task.origin.request.method.rawValue),
                .method(task.origin.request.method.rawValue))
        case .path: path(task, width: width)
        case .status: status(task, width: width)
        case .attempts: task.tryText
        case .size: size(task)
        case .firstByte: firstByte(task)
        case .total: total(task)
        case .timeline: StyledText()
        }
    }

    /// The time of day; of a task of an earlier day that day.
    private func start(of task: TaskRecord) -> String {
        let (date, seconds) = (task.origin.date, state.settings.secondsFromGMT)
        let day = date.dayText(secondsFromGMT: seconds)
        return row.task.isStored && day != state.settings.day
            ? String(day.dropFirst(5)) : date.clockText(secondsFromGMT: seconds)
    }

    /// The title of the saved request, or where else the task comes from.
    static func name(of task: TaskRecord, in state: State) -> StyledText {
        let provenance = task.origin.provenance
        if let entry = state.saved.request(at: provenance, task.origin.request.method.rawValue) {
            return StyledText(DisplayText(untrusted: entry.title))
        }
        let other =
            provenance.resendOf.map { "resend of \($0)" } ?? provenance.program?.text
            ?? provenance.source.rawValue
        return StyledText(DisplayText(untrusted: other), .muted)
    }

    /// The tag after the path, as far as both fit: the mock that answered and the server that it asked, or that the content is encrypted.
    private static func tag(of task: TaskRecord, width: Int = .max) -> StyledText? {
        if let mock = task.mock {
            let tag = StyledText(" MOCK", .mock.bold)
            let server = mock.server?.split(at: "/").last.map {
                StyledText(" → \(untrusted: String($0))", .mock)
            }
            guard let server, task.pathText.width + tag.width + server.width <= width else {
                return width > 12 ? tag : nil
            }
            return tag + server
        }
        guard task.isTunnel else { return nil }
        let tags = [StyledText(" not decrypted", .muted), StyledText(" tunnel", .muted)]
        return tags.first { task.pathText.width + $0.width <= width }
    }

    /// The path, and at its right end what is special.
    private func path(_ task: TaskRecord, width: Int) -> StyledText {
        guard let tag = Self.tag(of: task, width: width) else { return target(of: task, width: width) }
        let room = width - tag.width
        return target(of: task, width: room).padded(to: room) + tag
    }

    /// The path with its last part in sight, and before it the host, unless the title says it.
    private func target(of task: TaskRecord, width: Int) -> StyledText {
        let (path, query) = StyledText.target(task.pathText.string)
        guard path.width < width else { return path.truncatedInMiddle(to: width, ellipsis: glyphs.ellipsis) }
        var text = path
        let room = width - path.width - min(query.width, 8)
        if room >= 5, let host = state.tasks.otherHost(of: task) {
            let host = StyledText(DisplayText(untrusted: host), .muted)
            text = host.truncated(to: room, ellipsis: glyphs.ellipsis) + path
        }
        return (text + query).truncated(to: width, ellipsis: glyphs.ellipsis)
    }

    /// The width that the path of a task needs, its host included.
    static func pathWidth(of task: TaskRecord, in state: State) -> Int {
        (state.tasks.otherHost(of: task)?.utf8.count ?? 0) + task.pathText.width + (tag(of: task)?.width ?? 0)
    }

    /// The status; while a body arrives, how much of it is there, and without a column for them the attempts.
    private func status(_ task: TaskRecord, width: Int) -> StyledText {
        if let held = row.task.session.flatMap({ state.holds?.message(of: $0) }) {
            return StyledText("held \(untrusted: (state.now - held.since).clock)", .warn.bold)
        }
        var text = task.statusText + assertions(of: task)
        if columns[.attempts].isEmpty, task.tryText.width > 0 {
            // The word is cut rather than the count.
            let tries = StyledText(" ") + task.tryText
            text = text.truncated(to: max(0, width - tries.width), ellipsis: glyphs.ellipsis) + tries
        }
        guard case .running(.receive) = task.state, let exchange = task.lastExchange,
            let progress = progress(exchange)
        else { return text }
        guard text.width + 1 + progress.width <= width else { return StyledText(progress, .accent) }
        return text.padded(to: width - progress.width) + StyledText(progress, .accent)
    }

    /// The assertions that hold, of all, if one fails: the reason for the mark beside a good status.
    private func assertions(of task: TaskRecord) -> StyledText {
        guard task.hasFailedTests, task.state == .succeeded else { return StyledText() }
        let passed = task.testResults.count { $0.outcome == .passed }
        return StyledText(" \(passed)/\(passed + task.testResults.count(where: \.isFailure))", .bad.bold)
    }

    /// The part of a body that has arrived; where its length is not known and no column tells it, its size.
    private func progress(_ exchange: ExchangeRecord) -> DisplayText? {
        if let percent = exchange.percentReceived { return "\(percent) %" }
        guard columns[.size].isEmpty, exchange.bodyReceived > 0 else { return nil }
        return DisplayText(untrusted: exchange.bodyReceived.byteText)
    }

    /// The decoded body's size, or what of it has arrived.
    private func size(_ task: TaskRecord) -> StyledText {
        guard let exchange = task.lastExchange, exchange.head != nil else { return StyledText() }
        return StyledText(DisplayText(untrusted: exchange.bodySize.byteText))
    }

    private func firstByte(_ task: TaskRecord) -> StyledText {
        guard let exchange = task.lastExchange, exchange.head != nil,
            let mark = exchange.phases.first(where: { $0.phase == .receive })
        else { return StyledText() }
        return StyledText(DisplayText(untrusted: (mark.at - exchange.started).shortText), .muted)
    }

    private func total(_ task: TaskRecord) -> StyledText {
        let elapsed = task.elapsed(now: state.now)
        if task.state.isFinished { return StyledText(DisplayText(untrusted: elapsed.shortText)) }
        let text = elapsed < .seconds(100) ? elapsed.counting : elapsed.shortText
        return StyledText(DisplayText(untrusted: text), .accent)
    }
}
