import ClientEngine

// The events of tasks, and the passing of time.
extension State {
    mutating func receive(_ message: TaskMessage) {
        switch message {
        case .found(let ids, let number, let isLast):
            guard list.filter.found.add(ids, of: number, isLast: isLast) else { return }
            list.filterAgain(tasks, now: now)
        case .views(let views): list.views = SavedViews(views)
        }
    }

    mutating func apply(_ events: [Event]) {
        var changes: [TaskID: Tasks.Change] = [:]
        for event in events {
            changes[event.task, default: Tasks.Change()].add(tasks.apply(event))
            now = max(now, event.at)
        }
        for (id, change) in changes.sorted(by: { $0.key < $1.key }) {
            guard let task = tasks.summary(of: id, now: now) else { continue }
            if change.hasEnded { list.filter.found.add(ended: id) }
            list.update(task, change, now: now)
            if change.isJudgedAgain { mocks.recording?.removeAll { $0 == id } }
            if change.hasEnded || change.isJudgedAgain { keepRecorded(task) }
        }
        // What was counted as one thing has become another.
        if changes.values.contains(where: \.isJudgedAgain) { list.filterAgain(tasks, now: now) }
    }

    /// Lets time pass; what a live task takes may decide whether the filter shows it.
    mutating func pass(to instant: Instant) {
        now = max(now, instant)
        guard list.filter.isOn, !list.filter.text.isEmpty else { return }
        for task in tasks.live.sorted().compactMap({ tasks.summary(of: $0, now: now) }) {
            list.update(task, Tasks.Change(), now: now)
        }
    }

    /// Drops the oldest bodies above the limit, except those of selected, marked and recorded tasks.
    ///
    /// A body that has just ended stays until the next message: whoever looks at responses has seen it by then.
    mutating func dropBodies() {
        let chosen = list.marked.union([list.selectedTask].compactMap(\.self)).compactMap(\.session)
        let spared = Set(chosen).union(mocks.recording ?? [])
        tasks.dropBodies(beyond: settings.keptBodies, sparing: spared.contains)
    }
}
