import ClientEngine

/// One line of the list below its heading.
enum ListRow: Hashable, Sendable {
    case task(TaskID)
    case attempt(TaskID, number: Int)
    /// Attempts that are left out between the first and the last ones.
    case gap(TaskID, count: Int)

    var task: TaskID {
        switch self {
        case .task(let id), .attempt(let id, _), .gap(let id, _): id
        }
    }
}

/// Which tasks the list shows, which one is selected, and what is scrolled into view.
struct ListState: Equatable, Sendable {
    /// The tasks that pass the filter, ascending.
    private(set) var shown: [TaskID] = []
    /// The selected line; a task, or one of the attempts unfolded below it.
    private(set) var selection: ListRow?
    /// The first visible line.
    private(set) var top: ListRow?
    /// Whether the selection moves to each new task.
    var isFollowing = true
    /// Whether the bar of each task begins at the left, so that they can be compared.
    var barsStartAtZero = false
    var filter = ListFilter()
    /// The filters that were typed, the newest first, each once.
    private(set) var earlierFilters: [String] = []
    /// The tasks that were marked.
    private(set) var marked: Set<TaskID> = []
    /// What the shown tasks add up to.
    private(set) var statistics = Statistics()

    /// The attempts shown of a task that has many: the first few and the last many.
    static let firstAttempts = 3
    static let lastAttempts = 20

    var selectedTask: TaskID? { selection?.task }

    /// The attempt that is selected by itself.
    var selectedAttempt: Int? {
        if case .attempt(_, let number) = selection { number } else { nil }
    }

    /// Remembers the filter for who types another one later.
    mutating func rememberFilter() {
        guard !filter.text.isEmpty, filter.problem == nil else { return }
        earlierFilters.removeAll { $0 == filter.text }
        earlierFilters.insert(filter.text, at: 0)
        earlierFilters.removeLast(max(0, earlierFilters.count - 50))
    }

    // MARK: What is shown

    /// Whether a task passes the filter.
    mutating func admits(_ task: TaskSummary, now: Instant) -> Bool {
        filter.admits(task, now: now, isMarked: marked.contains(task.id))
    }

    /// Takes in a task that is new or has changed; the end of each may be told only once.
    mutating func update(_ task: TaskSummary, _ change: Tasks.Change, now: Instant) {
        let index = shown.partition(lowerBoundOf: task.id, by: { $0 })
        let isShown = index < shown.count && shown[index] == task.id
        let isAdmitted = admits(task, now: now)
        switch (isShown, isAdmitted) {
        case (false, true): shown.insert(task.id, at: index)
        case (true, false): shown.remove(at: index)
        case (true, true), (false, false): break
        }
        if change.hasEnded, isAdmitted { statistics.add(task) }
        if change.isNew || selection == nil { followNewest() }
    }

    /// Filters everything again, keeping the selection where it is still shown.
    mutating func filterAgain(_ tasks: Tasks, now: Instant) {
        shown = []
        statistics = Statistics()
        filter.startOver()
        for task in tasks.summaries(now: now) where admits(task, now: now) {
            shown.append(task.id)
            statistics.add(task)
        }
        guard let selected = selectedTask else { return followNewest() }
        let index = shown.partition(lowerBoundOf: selected, by: { $0 })
        if index < shown.count, shown[index] == selected { return }
        selection = shown.isEmpty ? nil : .task(shown[min(index, shown.count - 1)])
    }

    private mutating func followNewest() {
        guard let last = shown.last, isFollowing || selection == nil else { return }
        selection = .task(last)
    }

    // MARK: Rows

    /// The lines of one task: its own and, where they are unfolded, those of its attempts.
    func rows(of id: TaskID, in tasks: Tasks) -> [ListRow] {
        let isUnfolded = id == selectedTask || tasks.isLive(id)
        guard isUnfolded, let record = tasks[id], record.isTriedAgain else { return [.task(id)] }
        let attempts = record.attempts.map { ListRow.attempt(id, number: $0.number) }
        let left = attempts.count - Self.firstAttempts - Self.lastAttempts
        guard left > 0 else { return [.task(id)] + attempts }
        return [.task(id)] + attempts.prefix(Self.firstAttempts) + [.gap(id, count: left)]
            + attempts.suffix(Self.lastAttempts)
    }

    /// The lines that fit into so many rows, from the first visible one on.
    func visibleRows(of tasks: Tasks, height: Int) -> [ListRow] {
        guard let top, tasks.contains(top.task) else { return [] }
        let rows = rows(of: top.task, in: tasks)
        let start = rows.firstIndex(of: top) ?? 0
        return Array((rows[start...] + rowsBelow(top.task, in: tasks, limit: height)).prefix(height))
    }

    /// How many lines there are in all, counted up to a limit.
    func lineCount(of tasks: Tasks, limit: Int) -> Int {
        guard let first = shown.first else { return 0 }
        return min(limit, rowsBelow(first - 1, in: tasks, limit: limit).count)
    }

    /// The lines of the tasks below one, at least `limit` where there are so many.
    private func rowsBelow(_ id: TaskID, in tasks: Tasks, limit: Int) -> [ListRow] {
        var rows: [ListRow] = []
        var index = shown.partition(lowerBoundOf: id + 1, by: { $0 })
        while rows.count < limit, index < shown.count {
            rows += self.rows(of: shown[index], in: tasks)
            index += 1
        }
        return rows
    }

    /// The lines of the tasks above one, the nearest first.
    private func rowsAbove(_ id: TaskID, in tasks: Tasks, limit: Int) -> [ListRow] {
        var rows: [ListRow] = []
        var index = shown.partition(lowerBoundOf: id, by: { $0 }) - 1
        while rows.count < limit, index >= 0 {
            rows += self.rows(of: shown[index], in: tasks).reversed()
            index -= 1
        }
        return rows
    }

    // MARK: Moving

    /// Moves over tasks and over the attempts that are unfolded.
    mutating func move(by count: Int, in tasks: Tasks) {
        isFollowing = false
        for _ in 0..<min(abs(count), shown.count) { step(count > 0 ? 1 : -1, in: tasks) }
        if let selected = selectedTask, selected == shown.last, count > 0 { isFollowing = isAtLastRow(tasks) }
    }

    /// Moves over whole tasks, as Page Down does.
    mutating func page(by count: Int) {
        guard let selected = selectedTask, !shown.isEmpty else { return }
        isFollowing = false
        let index = shown.partition(lowerBoundOf: selected, by: { $0 }) + count
        selection = .task(shown[max(0, min(index, shown.count - 1))])
    }

    mutating func moveToStart() {
        isFollowing = false
        selection = shown.first.map { .task($0) }
    }

    mutating func moveToEnd() {
        isFollowing = true
        selection = shown.last.map { .task($0) }
    }

    mutating func select(_ id: TaskID) {
        isFollowing = false
        selection = .task(id)
    }

    /// Marks the selected task, or takes its mark away.
    mutating func toggleMark(in tasks: Tasks, now: Instant) {
        guard let id = selectedTask else { return }
        if marked.remove(id) == nil { marked.insert(id) }
        if filter.asksForMarks { filterAgain(tasks, now: now) }
    }

    /// Takes all marks away.
    mutating func unmarkAll(in tasks: Tasks, now: Instant) {
        marked = []
        if filter.asksForMarks { filterAgain(tasks, now: now) }
    }

    /// Takes the mark of a task away that is no more; the list has to be filtered again.
    mutating func forget(_ id: TaskID) { marked.remove(id) }

    private func isAtLastRow(_ tasks: Tasks) -> Bool {
        guard let id = shown.last else { return false }
        return selection == .task(id) && rows(of: id, in: tasks).count == 1
    }

    private mutating func step(_ direction: Int, in tasks: Tasks) {
        guard let selection, tasks.contains(selection.task) else { return }
        let rows = rows(of: selection.task, in: tasks)
        var position = (rows.firstIndex(of: selection) ?? 0) + direction
        if rows.indices.contains(position), case .gap = rows[position] { position += direction }
        if rows.indices.contains(position) {
            self.selection = rows[position]
            return
        }
        let next = shown.partition(lowerBoundOf: selection.task, by: { $0 }) + direction
        guard shown.indices.contains(next) else { return }
        let others = self.rows(of: shown[next], in: tasks)
        self.selection = direction > 0 ? others.first : others.last
    }

    // MARK: Scrolling

    /// Scrolls as little as needed to show the selection with the attempts below it, and leaves no gap at the end.
    mutating func reveal(in tasks: Tasks, height: Int) {
        guard height > 0, let selection, tasks.contains(selection.task) else {
            top = shown.first.map { .task($0) }
            return
        }
        let (id, own) = (selection.task, rows(of: selection.task, in: tasks))
        let position = own.firstIndex(of: selection) ?? 0
        if !own.contains(selection) { self.selection = .task(id) }
        let above =
            own[..<position].reversed() + rowsAbove(id, in: tasks, limit: height)
        let ownBelow = own.count - position - 1
        let below = min(height, ownBelow + rowsBelow(id, in: tasks, limit: height).count)
        let furthest = min(above.count, height - 1 - min(ownBelow, height - 1))
        let nearest = min(above.count, max(0, height - 1 - below))
        let distance = max(nearest, min(distanceToTop(above), furthest))
        top = distance == 0 ? self.selection : above[distance - 1]
    }

    /// How many lines the first visible one stands above the selection; a large number when it is further away.
    private func distanceToTop(_ above: [ListRow]) -> Int {
        guard let top, let selection else { return 0 }
        if top == selection { return 0 }
        if let index = above.firstIndex(of: top) { return index + 1 }
        return top.task < selection.task ? .max : 0
    }
}
