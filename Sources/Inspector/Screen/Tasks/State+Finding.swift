import EnginePatterns
import InspectorCanvas

extension State {
    mutating func perform(_ verb: FindVerb) throws(Refusal) -> [Effect] {
        switch verb {
        case .savedRequest:
            overlays.show(FinderOverlay(saved.allRequests, at: saved.selectedRequest?.reference))
        case .filter:
            if var help = overlays.top as? HelpOverlay {
                help.beginSearch()
                overlays.replaceTop(with: help)
            } else if place == .body {
                overlays.show(SearchOverlay(detail.search.text))
            } else {
                overlays.show(FilterOverlay(list.filter.text, earlier: list.earlierFilters))
            }
        case .filterOnOff:
            list.filter.toggle()
            list.filterAgain(tasks, now: now)
        case .next: try detail.stepToMatch(by: 1, pageSize)
        case .previous: try detail.stepToMatch(by: -1, pageSize)
        case .sort(let key?): list.sort(by: key, tasks, now: now)
        case .sort(nil): typed = settings.keymap.keys(of: .find(.sort(nil)))
        case .nextFailure: try stepToFailure(by: 1)
        case .previousFailure: try stepToFailure(by: -1)
        case .nextProblem:
            focus = .saved
            saved.selectNextProblem()
        case .offer:
            guard var overlay = overlays[FilterOverlay.self] else { return [] }
            overlay.offer(self)
            overlays[FilterOverlay.self] = overlay
        case .views: typed = settings.keymap.keys(of: .find(.views))
        case .view(let digit): show(view: digit)
        case .saveView(let digit): return try save(view: digit)
        }
        return []
    }

    /// Shows what a saved view finds; the second time everything again.
    private mutating func show(view digit: Int) {
        guard let text = list.views[digit] else { return }
        changeFilter(to: list.filter.isOn && list.filter.text == text ? "" : text)
        if focus == .saved { focus = .tasks }
    }

    private mutating func save(view digit: Int) throws(Refusal) -> [Effect] {
        if let complaint = list.filter.problem?.message { throw Refusal(complaint) }
        list.views[digit] = list.filter.text
        notices.show(.confirmation("View \(digit) is \(list.filter.text); '\(digit) shows it."))
        return [.task(.keepViews(list.views.filters))]
    }

    /// Changes what the list shows.
    mutating func changeFilter(to text: String) {
        list.filter.change(to: text)
        list.filterAgain(tasks, now: now)
    }

    /// Looks for the texts of the filter in the tasks that have ended since that was done last.
    mutating func searchTexts() -> [Effect] {
        guard list.filter.isFiltering, let query = list.filter.query, !query.texts.isEmpty,
            let (ids, number) = list.filter.found.begin()
        else { return [] }
        var budget = StepBudget()
        let search = tasks.search(query, number, in: ids) {
            query.filter.matches(
                $0, now: now, isMarked: list.marked.contains(.session($0.id)), within: &budget
            ) { _ in
                true
            } != false
        }
        return [.task(.search(search))]
    }

    /// Goes on to the next task that has failed, from the last one to the first.
    private mutating func stepToFailure(by step: Int) throws(Refusal) {
        let shown = list.shown
        let start = list.selectedTask.flatMap(list.position) ?? 0
        let failed = (1...max(1, shown.count)).lazy.map {
            (start + $0 * step + shown.count) % max(1, shown.count)
        }
        .first { index in
            guard shown.indices.contains(index), let id = shown[index].session else { return false }
            return tasks.summary(of: id, now: now)?.verdict == .failed
        }
        guard let failed else { throw Refusal("no task has failed") }
        list.select(shown[failed])
        if focus == .saved { focus = .tasks }
        detail.scrollToStart()
    }
}
