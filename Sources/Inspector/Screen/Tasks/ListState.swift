import ClientEngine
import InspectorTaskFilter

/// One line of the list below its heading.
enum ListRow: Hashable, Sendable {
    case task(TaskKey)
    /// The value that a task and those below it have in common.
    case heading(TaskKey)
    case attempt(TaskKey, number: Int)
    /// Attempts that are left out between the first and the last ones.
    case gap(TaskKey, count: Int)
    /// The border between earlier sessions and this one, above its first task.
    case border(TaskKey)

    var task: TaskKey {
        switch self {
        case .task(let task), .heading(let task), .attempt(let task, _), .gap(let task, _), .border(let task):
            task
        }
    }

    fileprivate var isHeading: Bool {
        switch self {
        case .heading, .border: true
        case .task, .attempt, .gap: false
        }
    }
}

/// The tasks that the list shows, the selected one, and the scroll position.
///
///     shown:  earlier sessions, as far as they were asked for │ this session, filtered
struct ListState: Equatable, Sendable {
    /// The tasks that pass the filter, in the order in which they stand.
    private(set) var shown: [TaskKey] = []
    /// The tasks of earlier sessions that the list goes on into; they stand above the others in their natural order alone.
    private(set) var earlier: [TaskKey] = []
    private(set) var order = TaskOrder()
    /// The values that decide about the places of the shown tasks; empty in their natural order.
    private var ranks: [TaskKey: TaskOrder.Rank] = [:]
    /// The selected line; a task, or one of the attempts unfolded below it.
    private(set) var selection: ListRow?
    /// The first visible line.
    private(set) var top: ListRow?
    var isFollowing = true
    /// The begin of bars, as chosen with a key: `true` at the left, `false` by the clock.
    ///
    /// `nil` lets the visible tasks decide.
    var barsStartAtZero: Bool?
    var filter = ListFilter()
    /// The filters that were typed, the newest first, each once.
    private(set) var earlierFilters: [String] = []
    /// The tasks that were marked.
    private(set) var marked: Set<TaskKey> = []
    /// The saved filters of the folder.
    var views = SavedViews()
    /// The tasks that were deleted and can come back, the last one last.
    var deleted: [KeptTask] = []
    /// The usual calls, which tell slow tasks.
    var usual = UsualCalls()
    /// The figures of the shown tasks.
    private(set) var statistics = Statistics()

    /// Indicates whether the bars of tasks with these times begin at the left, to be compared.
    ///
    /// They do if the list is not sorted by time. Otherwise the choice decides, or whether less than a third of the tasks
    /// ran at the same time as another one.
    func comparesBars(of times: [(start: Instant, end: Instant)]) -> Bool {
        !order.isNatural || (barsStartAtZero ?? !Self.areParallel(times))
    }

    /// Lets bars begin where they do not begin now.
    ///
    /// A second call leaves the decision to the tasks again.
    mutating func switchBars(of times: [(start: Instant, end: Instant)]) {
        let isDefault = !Self.areParallel(times)
        let switched = !(barsStartAtZero ?? isDefault)
        barsStartAtZero = switched == isDefault ? nil : switched
    }

    /// Returns whether at least a third of the tasks overlap with another one; `times` is sorted by start.
    private static func areParallel(_ times: [(start: Instant, end: Instant)]) -> Bool {
        var overlapping: Set<Int> = []
        var last = 0
        for index in times.indices.dropFirst() {
            if times[index].start < times[last].end { overlapping.formUnion([last, index]) }
            if times[index].end > times[last].end { last = index }
        }
        return !overlapping.isEmpty && overlapping.count * 3 >= times.count
    }

    var selectedTask: TaskKey? { selection?.task }

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

    mutating func admits(_ task: TaskSummary, now: Instant) -> Bool {
        filter.admits(task, now: now, isMarked: marked.contains(.session(task.id))) { [usual] in
            usual.isSlow(task, times: $0)
        }
    }

    /// Takes in a task that is new or has changed; the end of each may be told only once.
    mutating func update(_ task: TaskSummary, _ change: Tasks.Change, now: Instant) {
        let (key, isAdmitted) = (TaskKey.session(task.id), admits(task, now: now))
        let rank = order.rank(of: task)
        // What stays where it is need not be looked for.
        if !order.isNatural, !isAdmitted || ranks[key] != rank { remove(key) }
        if order.isNatural, !isAdmitted { remove(key) }
        if isAdmitted { insert(key, rank) }
        if change.hasEnded, isAdmitted { statistics.add(task) }
        if change.isNew || selection == nil { followNewest() }
    }

    /// Puts a task in its place, unless it is there.
    private mutating func insert(_ task: TaskKey, _ rank: TaskOrder.Rank) {
        guard !order.isNatural else {
            let index = shown.partitioningIndex { $0 >= task }
            if index == shown.count || shown[index] != task { shown.insert(task, at: index) }
            return
        }
        guard ranks[task] == nil else { return }
        shown.insert(task, at: place(for: rank))
        ranks[task] = rank
    }

    private mutating func remove(_ task: TaskKey) {
        if let index = position(of: task) { shown.remove(at: index) }
        ranks[task] = nil
    }

    /// Returns the number of shown tasks above a rank.
    private func place(for rank: TaskOrder.Rank) -> Int {
        shown.partitioningIndex { task in !(ranks[task].map { order.precedes($0, rank) } ?? false) }
    }

    /// Returns the place of a task; nil where the filter leaves it out.
    func position(of task: TaskKey) -> Int? {
        let index =
            order.isNatural
            ? shown.partitioningIndex { $0 >= task } : ranks[task].map(place) ?? shown.count
        return index < shown.count && shown[index] == task ? index : nil
    }

    /// Sorts by something else; nothing is followed then, unless that is asked for.
    mutating func sort(by key: TaskOrder.Key, _ tasks: Tasks, now: Instant) {
        order.sort(by: key)
        filterAgain(tasks, now: now)
        if order.isNatural { return }
        isFollowing = false
        selection = shown.first.map { .task($0) }
    }

    /// Filters everything again, keeping the selection where it is still shown.
    mutating func filterAgain(_ tasks: Tasks, now: Instant) {
        let place = selectedTask.flatMap(position) ?? 0
        shown = order.isNatural ? earlier : []
        ranks = [:]
        statistics = Statistics()
        filter.startOver()
        for task in tasks.summaries(now: now) where admits(task, now: now) {
            let key = TaskKey.session(task.id)
            shown.append(key)
            if !order.isNatural { ranks[key] = order.rank(of: task) }
            statistics.add(task)
        }
        if !order.isNatural {
            shown = shown.compactMap { ranks[$0] }.sorted(by: order.precedes).map { .session($0.id) }
        }
        guard let selected = selectedTask else { return followNewest() }
        if position(of: selected) != nil { return }
        selectNearest(
            to: order.isNatural ? shown.partitioningIndex { $0 >= selected } : min(place, shown.count))
    }

    private mutating func selectNearest(to index: Int) {
        selection = shown.isEmpty ? nil : .task(shown[min(index, shown.count - 1)])
    }

    // MARK: Earlier sessions

    /// The number of shown tasks that are of earlier sessions.
    var earlierCount: Int { order.isNatural ? earlier.count : 0 }

    /// The number of shown tasks of this session.
    var ownCount: Int { shown.count - earlierCount }

    private var firstOwn: TaskKey? { ownCount > 0 ? shown[earlierCount] : nil }

    /// Takes in other tasks of earlier sessions, ascending.
    mutating func replaceEarlier(with tasks: [TaskKey]) {
        if order.isNatural { shown.replaceSubrange(..<earlierCount, with: tasks) }
        earlier = tasks
        guard let selected = selectedTask else { return followNewest() }
        if position(of: selected) == nil { selectNearest(to: shown.partitioningIndex { $0 >= selected }) }
    }

    /// Takes in more of them, which stand above the others.
    mutating func addEarlier(_ tasks: [TaskKey]) {
        earlier.insert(contentsOf: tasks, at: 0)
        if order.isNatural { shown.insert(contentsOf: tasks, at: 0) }
        if selection == nil { followNewest() }
    }

    private mutating func followNewest() {
        guard let newest = order.isNatural ? shown.last : shown.max(), isFollowing || selection == nil else {
            return
        }
        selection = .task(newest)
    }

    // MARK: Rows

    /// The lines of one task: its own and, where they are unfolded, those of its attempts.
    func rows(of task: TaskKey, in tasks: Tasks) -> [ListRow] {
        let rows = rowsBelowHeading(of: task, in: tasks)
        if earlierCount > 0, task == firstOwn { return [.border(task)] + rows }
        return beginsGroup(task) ? [.heading(task)] + rows : rows
    }

    /// Indicates whether a task has nothing in common with the one above.
    private func beginsGroup(_ task: TaskKey) -> Bool {
        guard order.isGrouped, let index = position(of: task) else { return false }
        return index == 0 || ranks[shown[index - 1]]?.text != ranks[task]?.text
    }

    /// Returns the number of tasks in the group that one begins.
    func groupCount(from task: TaskKey) -> Int {
        guard let index = position(of: task) else { return 0 }
        return shown[index...].prefix { ranks[$0]?.text == ranks[task]?.text }.count
    }

    private func rowsBelowHeading(of task: TaskKey, in tasks: Tasks) -> [ListRow] {
        let isUnfolded = task == selectedTask || tasks.isLive(task)
        guard isUnfolded, let record = tasks[task], record.isTriedAgain else { return [.task(task)] }
        let (first, left, last) = record.shownAttempts
        let rows = (first + last).map { ListRow.attempt(task, number: $0.number) }
        guard left > 0 else { return [.task(task)] + rows }
        return [.task(task)] + rows.prefix(first.count) + [.gap(task, count: left)]
            + rows.dropFirst(first.count)
    }

    /// The lines that fit into so many rows, from the first visible one on.
    func visibleRows(of tasks: Tasks, height: Int) -> [ListRow] {
        guard let top, tasks.contains(top.task) else { return [] }
        let rows = rows(of: top.task, in: tasks)
        let start = rows.firstIndex(of: top) ?? 0
        return Array((rows[start...] + rowsBelow(top.task, in: tasks, limit: height)).prefix(height))
    }

    /// Returns the number of lines in all, counted up to a limit.
    func lineCount(of tasks: Tasks, limit: Int) -> Int {
        min(limit, rows(from: 0, in: tasks, limit: limit).count)
    }

    /// The lines of the tasks below one, at least `limit` where there are so many.
    private func rowsBelow(_ task: TaskKey, in tasks: Tasks, limit: Int) -> [ListRow] {
        rows(from: position(of: task).map { $0 + 1 } ?? shown.count, in: tasks, limit: limit)
    }

    private func rows(from index: Int, in tasks: Tasks, limit: Int) -> [ListRow] {
        var (rows, index): ([ListRow], Int) = ([], index)
        while rows.count < limit, index < shown.count {
            rows += self.rows(of: shown[index], in: tasks)
            index += 1
        }
        return rows
    }

    /// The lines of the tasks above one, the nearest first.
    private func rowsAbove(_ task: TaskKey, in tasks: Tasks, limit: Int) -> [ListRow] {
        var rows: [ListRow] = []
        var index = (position(of: task) ?? 0) - 1
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
        guard order.isNatural, let selected = selectedTask, selected == shown.last, count > 0 else { return }
        isFollowing = isAtLastRow(tasks)
    }

    /// Moves over whole tasks, as Page Down does.
    mutating func page(by count: Int) {
        guard let selected = selectedTask, !shown.isEmpty else { return }
        isFollowing = false
        let index = (position(of: selected) ?? 0) + count
        selection = .task(shown[max(0, min(index, shown.count - 1))])
    }

    /// Moves to the first task of this session, and from there to the first of all.
    mutating func moveToStart() {
        isFollowing = false
        let own = firstOwn.map { ListRow.task($0) }
        let isBelow = firstOwn.map { own in selectedTask.map { $0 > own } ?? false } ?? false
        selection = order.isNatural && isBelow ? own : shown.first.map { .task($0) }
    }

    mutating func moveToEnd() {
        isFollowing = order.isNatural
        selection = shown.last.map { .task($0) }
    }

    mutating func select(_ task: TaskKey) {
        isFollowing = false
        selection = .task(task)
    }

    /// Selects a task, or one of its attempts that are unfolded.
    mutating func select(_ row: ListRow) {
        guard case .attempt = row else { return select(row.task) }
        isFollowing = false
        selection = row
    }

    /// Marks the selected task, or takes its mark away.
    mutating func toggleMark(in tasks: Tasks, now: Instant) {
        guard let task = selectedTask else { return }
        if marked.remove(task) == nil { marked.insert(task) }
        if filter.asksForMarks { filterAgain(tasks, now: now) }
    }

    /// Takes all marks away.
    mutating func unmarkAll(in tasks: Tasks, now: Instant) {
        marked = []
        if filter.asksForMarks { filterAgain(tasks, now: now) }
    }

    /// Takes the mark of a task away that is no more; the list has to be filtered again.
    mutating func forget(_ task: TaskKey) { marked.remove(task) }

    private func isAtLastRow(_ tasks: Tasks) -> Bool {
        guard let task = shown.last else { return false }
        return selection == .task(task) && rows(of: task, in: tasks).count == 1
    }

    private mutating func step(_ direction: Int, in tasks: Tasks) {
        guard let selection, tasks.contains(selection.task) else { return }
        let rows = rows(of: selection.task, in: tasks)
        var position = (rows.firstIndex(of: selection) ?? 0) + direction
        if rows.indices.contains(position), case .gap = rows[position] { position += direction }
        if rows.indices.contains(position), !rows[position].isHeading {
            self.selection = rows[position]
            return
        }
        let next = (self.position(of: selection.task) ?? 0) + direction
        guard shown.indices.contains(next) else { return }
        let others = self.rows(of: shown[next], in: tasks).filter { !$0.isHeading }
        self.selection = direction > 0 ? others.first : others.last
    }

    // MARK: Scrolling

    /// Scrolls as little as needed to show the selection with the attempts below it, and leaves no gap at the end.
    mutating func reveal(in tasks: Tasks, height: Int) {
        guard height > 0, let selection, tasks.contains(selection.task) else {
            top = shown.first.map { .task($0) }
            return
        }
        let (task, own) = (selection.task, rows(of: selection.task, in: tasks))
        let position = own.firstIndex(of: selection) ?? 0
        if !own.contains(selection) { self.selection = .task(task) }
        let above =
            own[..<position].reversed() + rowsAbove(task, in: tasks, limit: height)
        let ownBelow = own.count - position - 1
        let below = min(height, ownBelow + rowsBelow(task, in: tasks, limit: height).count)
        let furthest = min(above.count, height - 1 - min(ownBelow, height - 1))
        let nearest = min(above.count, max(0, height - 1 - below))
        let distance = max(nearest, min(distanceToTop(above), furthest))
        top = distance == 0 ? self.selection : above[distance - 1]
    }

    /// Returns the number of lines from the first visible one to the selection; a large number when it is further away.
    private func distanceToTop(_ above: [ListRow]) -> Int {
        guard let top, let selection else { return 0 }
        if top == selection { return 0 }
        if let index = above.firstIndex(of: top) { return index + 1 }
        return (position(of: top.task) ?? 0) < (position(of: selection.task) ?? 0) ? .max : 0
    }
}
