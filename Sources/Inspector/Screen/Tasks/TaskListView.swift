import ClientEngine
import InspectorCanvas
import InspectorValues

/// The list of tasks: title, heading, and as many rows as fit.
struct TaskListView {
    let state: State
    let hasStrip: Bool

    func draw(in rect: Rect, into frame: inout Frame) {
        let rest = frame.section(
            titleText, right: following, in: rect, glyphs: glyphs,
            isFocused: state.focus == .tasks && state.overlays.isEmpty)
        guard !state.list.shown.isEmpty else { return drawEmpty(in: rest, into: &frame) }
        let (heading, body) = rest.splitTop(1)
        let rows = state.list.visibleRows(of: state.tasks, height: body.height)
        let columns = TaskColumns(width: rect.width, needs(of: rows))
        let axis = TimeAxis(of: rows, in: state, width: columns[.timeline].count)
        drawHeading(columns, axis, in: heading, into: &frame)
        for (index, row) in rows.enumerated() {
            let line = body.row(index)
            TaskRowView(state: state, row: row, columns: columns, axis: axis).draw(in: line, into: &frame)
            guard row == state.list.selection else { continue }
            frame.select(line, glyphs: glyphs, isFocused: state.focus == .tasks)
        }
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    private func key(_ intent: Intent) -> String { state.settings.keymap.text(of: intent) }

    /// Returns the widths that rows ask for, and the columns that say the same in each.
    private func needs(of rows: [ListRow]) -> TaskColumns.Needs {
        let tasks = Set(rows.map(\.task)).compactMap { state.tasks[$0] }
        var needs = TaskColumns.Needs(
            path: tasks.map { TaskRowView.pathWidth(of: $0, in: state) }.max() ?? 0,
            attempts: tasks.map(\.tryText.width).max() ?? 0, number: longestNumber(rows))
        if needs.attempts == 0 { needs.alike.insert(.attempts) }
        guard tasks.count > 1 else { return needs }
        if Set(tasks.map { TaskRowView.name(of: $0, in: state) }).count == 1 { needs.alike.insert(.name) }
        if Set(tasks.map(\.origin.request.method)).count == 1 { needs.alike.insert(.method) }
        return needs
    }

    private func longestNumber(_ rows: [ListRow]) -> Int {
        guard rows.contains(where: { $0.task.isStored }), let newest = state.list.earlier.last else {
            return 0
        }
        return "\(newest.number)".count
    }

    private var titleText: DisplayText {
        let filter = state.list.filter
        guard !filter.text.isEmpty, !hasStrip else {
            return state.tasks.mainHost.map { "TASKS  \(untrusted: $0)" } ?? "TASKS"
        }
        if !filter.isOn { return "TASKS  filter off: \(untrusted: filter.text)" }
        return "TASKS  \(state.hitText)  /\(untrusted: filter.text)"
    }

    private var following: DisplayText {
        if state.list.selectedTask?.isStored == true { return "earlier" }
        if let order = state.list.order.text {
            return "\(state.list.order.isGrouped ? "grouped" : "sorted") by \(untrusted: order)"
        }
        return state.list.isFollowing && !state.tasks.isEmpty
            ? "following" : ""
    }

    private func drawHeading(_ columns: TaskColumns, _ axis: TimeAxis, in rect: Rect, into frame: inout Frame)
    {
        for column in TaskColumn.allCases where column != .timeline {
            let range = columns[column]
            frame.put(
                column.title.fitted(to: range.count, alignment: column.alignment),
                at: rect.point(x: range.lowerBound), style: .muted)
            guard let order = column.order, !range.isEmpty else { continue }
            let title = Rect(
                origin: rect.point(x: range.lowerBound), size: Size(width: range.count, height: 1))
            frame.link(title, .keys(state.settings.keymap.keys(of: .find(.sort(order)))))
        }
        frame.put(axis.heading, at: rect.point(x: columns[.timeline].lowerBound), style: .muted)
    }

    /// Where tasks of earlier sessions are; empty where none are kept.
    private var earlier: String {
        state.settings.hasHistory ? "\(key(.move(.up))) shows what was sent earlier." : ""
    }

    /// Says what to do next where there is nothing to show.
    private func drawEmpty(in rect: Rect, into frame: inout Frame) {
        let sentences: [String]
        if !state.tasks.isEmpty || state.list.filter.isFiltering {
            sentences = [
                state.tasks.past.isReading ? "Looking in earlier sessions." : "No task matches the filter.",
                "\(key(.find(.filter))) changes it, \(key(.find(.filterOnOff))) switches it off.",
            ]
        } else if let program = state.program {
            sentences =
                ["Every request of \(program.name) will show here as it happens.", ""] + program.variables
        } else if !state.saved.isRead {
            sentences = ["Reading the saved requests."]
        } else if state.saved.allRequests.isEmpty {
            sentences = [
                "Nothing has been sent yet.", earlier,
                "There are no saved requests here: put some into a .http file, or press \(key(.task(.compose))) to write one now.",
                "", "\(key(.app(.help))) lists all keys.",
            ]
        } else {
            sentences = [
                "Nothing has been sent yet.", "",
                "Press \(key(.find(.savedRequest))) to find a request, Enter to send it.",
                "Every task, attempt and phase will show here as it happens.", earlier,
                "\(key(.task(.compose))) writes a new request, \(key(.app(.help))) lists all keys.",
            ]
        }
        frame.advise(sentences, in: rect)
    }
}

extension State {
    /// The number of tasks that the filter finds: `12 of 340, and 56 earlier`.
    var hitText: DisplayText {
        guard settings.hasHistory else { return "\(list.ownCount) of \(tasks.count)" }
        let earlier: DisplayText = "\(untrusted: earlierText) earlier"
        return tasks.isEmpty ? earlier : "\(list.ownCount) of \(tasks.count), and \(earlier)"
    }

    /// The same in short: `12/340 +56`.
    var briefHitText: DisplayText {
        let own: DisplayText = "\(list.ownCount)/\(tasks.count)"
        return settings.hasHistory ? "\(own) +\(untrusted: earlierText)" : own
    }

    /// The number of earlier tasks so far.
    private var earlierText: String {
        list.earlier.count.grouped + (tasks.past.isReading ? settings.glyphs.ellipsis.string : "")
    }
}
