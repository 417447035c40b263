import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorTaskFilter
import InspectorValues

extension State {
    mutating func receive(_ message: HistoryMessage) -> [Effect] {
        switch message {
        case .calls(let calls, let reference): saved.preview.show(calls, of: reference)
        case .predecessor(let found, let key): return compare(key, with: found)
        case .list(let part): continueList(with: part)
        case .tasks(let past): tasks.past.keep(past)
        case .usual(let calls, let kinds):
            list.usual.learn(calls, of: kinds, count: tasks.count)
            if list.filter.asksForSlowness { list.filterAgain(tasks, now: now) }
        case .routes(let table): overlays[StatisticsOverlay.self]?.showHistory(table)
        case .keeping(let trouble): notices.receive(trouble)
        case .failure(let reason):
            tasks.past.motion = nil
            notices.add(.error("The history cannot be read: \(reason)"))
        }
        return []
    }

    /// Asks the history about the saved request that is shown before it is sent, each time that it comes into sight.
    mutating func recallCalls() -> [Effect] {
        guard settings.hasHistory else { return [] }
        let request = Layout(self).preview == nil ? nil : saved.selectedRequest
        guard saved.preview.recall(request), let request else { return [] }
        return [.history(.calls(of: request))]
    }

    // MARK: The list

    /// Goes on above the first task, into earlier sessions, when a motion finds no more of this one.
    mutating func openPast(after motion: Motion) {
        let goesUp = [.up, .pageUp, .first].contains(motion)
        guard list.order.isNatural, !tasks.past.isOpen, goesUp || list.shown.isEmpty else { return }
        guard settings.hasHistory else {
            if motion == .up { refusal = "there is nothing earlier: no history is kept here" }
            return
        }
        if list.filter.isFiltering { return }
        tasks.past.open(after: motion)
    }

    private mutating func continueList(with part: PastPart) {
        guard let isFirst = tasks.past.accept(part) else { return }
        let earlier = part.rows.map(TaskKey.stored)
        if isFirst { list.replaceEarlier(with: earlier) } else { list.addEarlier(earlier) }
        guard let motion = tasks.past.motion, part.isLast || !earlier.isEmpty else { return }
        tasks.past.motion = nil
        if list.earlier.isEmpty {
            refusal = "nothing was sent in earlier sessions"
        } else if list.ownCount > 0 {
            moveInList(motion)
        }
    }

    /// Asks for the list of earlier tasks when it is to be another one.
    mutating func listPast() -> [Effect] {
        guard settings.hasHistory else { return [] }
        let query = list.filter.isFiltering ? list.filter.query : tasks.past.isOpen ? .all : nil
        guard tasks.past.wish(query, marked: list.marked) else { return [] }
        guard let question = tasks.past.question else {
            list.replaceEarlier(with: [])
            return []
        }
        return [.history(.list(question))]
    }

    /// Asks for the earlier tasks that are drawn, and for those that will be with the next keys.
    mutating func readPast(drawn rows: [ListRow]) -> [Effect] {
        guard settings.hasHistory else { return [] }
        var drawn = rows.map(\.task)
        if let first = drawn.first.flatMap(list.position), let last = drawn.last.flatMap(list.position) {
            let past = list.shown[..<list.earlierCount]
            drawn = Array(past.prefix(last + 1 + rows.count).dropFirst(max(0, first - rows.count)))
        }
        let chosen = list.marked.union([list.selectedTask].compactMap(\.self))
        guard let missing = tasks.past.look(at: drawn, whole: chosen) else { return [] }
        return [.history(.tasks(missing))]
    }

    // MARK: What is usual

    /// Asks what calls like those that are drawn usually take, and with a filter for slow ones, like all.
    mutating func recallUsual(drawn rows: [ListRow]) -> [Effect] {
        guard settings.hasHistory else { return [] }
        let drawn = rows.map(\.task) + [list.selectedTask].compactMap(\.self)
        var kinds = Set(drawn.compactMap { tasks[$0].flatMap { CallKind($0.origin) } })
        if list.filter.asksForSlowness { kinds.formUnion(tasks.kinds) }
        guard let asked = list.usual.look(at: kinds, of: tasks.count) else { return [] }
        return [.history(.usual(asked))]
    }
}
