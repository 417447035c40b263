import ClientEngine
import InspectorCanvas
import InspectorTaskFilter
import InspectorValues

/// The figures of the shown tasks, a line for each route.
///
/// ```
/// STATISTICS  this session ─────────────────────────────── sorted by tasks
///  ROUTE                        TASKS    ERR   AMP     P50     P95     MAX
///  GET    /users/{id}              41   4.9%  1.12   38 ms  412 ms  1.20 s
/// ```
struct StatisticsOverlay: ListOverlay {
    /// The signs that the figures may have changed.
    private struct Stamp: Equatable, Sendable {
        var tasks: Int
        var live: Int
        var errors: Int
        var second: Int64
        var window: RouteTable.Window
    }

    var scroll = ScrollState()
    private(set) var window = RouteTable.Window.session
    private var order = RouteOrder()
    private var table = RouteTable([], now: Instant(nanoseconds: 0))
    private var rows: [RouteTable.Row] = []
    private var stamp: Stamp?
    /// Indicates whether the history is being read.
    private var isReading = false
    private var summed = Instant(nanoseconds: 0)

    /// While tasks are live, the figures are summed up no more often than this.
    private static let interval = Duration.milliseconds(250)

    static let places: [Place] = [.statistics]
    static let bindings =
        [
            Binding(
                "T", in: Place.home, .statistics(.show), .statistics,
                "what the shown tasks of each route come to"),
            Binding(
                .enter, in: [.statistics], .pane(.accept), .statistics,
                "leave the tasks of the route in the list"
            ).inFooter("filter"),
            Binding(
                "w", in: [.statistics], .statistics(.window), .statistics,
                "the session, minute or hour"
            ).inFooter("window"),
            Binding(
                "O", in: [.statistics], .statistics(.sort(nil)), .statistics,
                "choose by what to sort the routes"
            ).inFooter("sort"),
        ]
        + columns.map { key, column in
            Binding(
                keys: ["O", key], places: [.statistics], intent: .statistics(.sort(column)),
                group: .statistics, help: "sort the routes by \(column.name)", footer: column.name)
        }
    private static let columns: [(Key, RouteColumn)] = [
        ("n", .tasks), ("e", .errors), ("r", .retried), ("a", .amplification), ("m", .p50), ("p", .p95),
        ("q", .p99), ("x", .longest), ("b", .bytes), ("h", .route),
    ]

    var isWide: Bool { true }

    // MARK: Changing

    mutating func showNextWindow(hasHistory: Bool) {
        window = window.next(hasHistory: hasHistory)
        isReading = window == .history
        if isReading { show(RouteTable([], now: summed)) }
    }

    /// Shows what the history comes to, where it is still asked for.
    mutating func showHistory(_ table: RouteTable) {
        guard window == .history else { return }
        isReading = false
        show(table)
    }

    private mutating func show(_ table: RouteTable) {
        self.table = table
        arrange()
    }

    mutating func sort(by column: RouteColumn) {
        order.sort(by: column)
        arrange()
        scroll.moveToStart()
    }

    /// Leaves the tasks of the selected route in the list.
    func accept(in state: inout State) -> [Effect] {
        guard rows.indices.contains(scroll.selection) else { return [] }
        let words = rows[scroll.selection].route.filter
        let filter = state.list.filter
        let before = filter.isOn && filter.problem == nil ? filter.text : ""
        state.overlays.removeTop()
        if !before.contains(words) {
            let others = before.isEmpty ? "" : (before.contains("|") ? "(\(before))" : before) + " "
            state.changeFilter(to: others + words)
        }
        state.focus = .tasks
        return []
    }

    var neededHeight: Int? { rows.isEmpty ? nil : rows.count + 1 }

    mutating func fit(_ state: State, _ layout: Layout) {
        scroll.resize(height: max(0, layout.overlayRoom.height - 2))
        let stamp = Stamp(
            tasks: state.list.shown.count, live: state.tasks.live.count,
            errors: state.list.statistics.errors,
            second: state.now.nanoseconds / 1_000_000_000, window: window)
        guard window != .history, stamp != self.stamp else { return }
        let isEarly = state.now - summed < Self.interval && state.isLive
        if isEarly, stamp.window == self.stamp?.window { return }
        (self.stamp, summed) = (stamp, state.now)
        let tasks = state.list.shown.lazy.compactMap(\.session)
            .compactMap { state.tasks.summary(of: $0, now: state.now) }
        show(RouteTable(tasks, in: window, now: state.now))
    }

    /// Sorts the rows; the selected one stays selected.
    private mutating func arrange() {
        let selected = rows.indices.contains(scroll.selection) ? rows[scroll.selection].route : nil
        rows = order.sorted(table.rows)
        scroll.resize(count: rows.count)
        if let index = rows.firstIndex(where: { $0.route == selected }) { scroll.select(index) }
    }

    // MARK: Drawing

    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {
        let glyphs = state.settings.glyphs
        let rest = frame.section(
            title(state), right: "sorted by \(untrusted: order.text)", in: layout.overlay, glyphs: glyphs)
        guard !rows.isEmpty else { return frame.advise(advice(state), in: rest) }
        let shown = RouteColumn.allCases.filter { layout.middle.width >= $0.smallestTable }
        let columns = Columns(shown.map(\.width), in: rest.width - 3)
        let (heading, body) = rest.splitTop(1)
        for (index, column) in shown.enumerated() {
            let range = columns[index]
            let alignment: Alignment = column == .route || column == .activity ? .left : .right
            let place = heading.point(x: 2 + range.lowerBound)
            let style: Style = column == order.column ? .header.bold : .header
            frame.put(column.title.fitted(to: range.count, alignment: alignment), at: place, style: style)
            let keys = state.settings.keymap.keys(of: .statistics(.sort(column)))
            guard !keys.isEmpty else { continue }
            frame.link(Rect(origin: place, size: Size(width: range.count, height: 1)), .keys(keys))
        }
        for (row, index) in scroll.visible.enumerated() {
            let line = body.row(row)
            for (number, column) in shown.enumerated() {
                let range = columns[number]
                let cell = cell(column, rows[index], width: range.count, state)
                frame.put(cell, at: line.point(x: 2 + range.lowerBound), width: range.count)
            }
            frame.link(line, .line(index))
            if index == scroll.selection { frame.select(line, glyphs: glyphs) }
        }
    }

    private func cell(
        _ column: RouteColumn, _ row: RouteTable.Row, width: Int, _ state: State
    ) -> StyledText {
        let glyphs = state.settings.glyphs
        switch column {
        case .route:
            let host = row.route.host == state.tasks.mainHost ? "" : row.route.host
            let method = StyledText(
                DisplayText(untrusted: row.route.method).padded(to: 7), .method(row.route.method))
            let path =
                StyledText(DisplayText(untrusted: host), .muted)
                + StyledText(DisplayText(untrusted: row.route.path))
            return method + path.truncatedInMiddle(to: max(0, width - 7), ellipsis: glyphs.ellipsis)
        case .activity:
            return StyledText(Sparkline(ramp: glyphs.ramp).text(row.parts), .accent)
        default: return column.text(row).padded(to: width, alignment: .right)
        }
    }

    private func title(_ state: State) -> DisplayText {
        let filter = state.list.filter
        let filtered = filter.isOn && !filter.text.isEmpty ? "  /\(filter.text)" : ""
        let host = state.tasks.mainHost.map { "  \($0)" } ?? ""
        return
            "STATISTICS  \(untrusted: window.rawValue), \(untrusted: table.count.of("task"))\(untrusted: host)\(untrusted: filtered)"
    }

    private func advice(_ state: State) -> [String] {
        if isReading { return ["Reading the history…"] }
        let key = state.settings.keymap.text(of: .statistics(.window))
        return [
            window == .session
                ? "No task that is shown has ended yet."
                : "No task that is shown has ended in \(window.rawValue).",
            "\(key) looks at another time.",
        ]
    }
}

extension Place {
    static let statistics = Place("statistics", .list, titled: "statistics")
}
