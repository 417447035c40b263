import EnginePatterns
import InspectorCanvas

extension State {
    mutating func perform(_ verb: FindVerb) -> [Effect] {
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
        case .next: stepToMatch(by: 1)
        case .previous: stepToMatch(by: -1)
        case .sort(let key?): list.sort(by: key, tasks, now: now)
        case .sort(nil): typed = settings.keymap.keys(of: .find(.sort(nil)))
        case .nextFailure: stepToFailure(by: 1)
        case .previousFailure: stepToFailure(by: -1)
        case .nextProblem:
            focus = .saved
            saved.selectNextProblem()
        case .offer:
            guard var overlay = overlays[FilterOverlay.self] else { return [] }
            overlay.offer(self)
            overlays[FilterOverlay.self] = overlay
        case .views: typed = settings.keymap.keys(of: .find(.views))
        case .view(let digit): show(view: digit)
        case .saveView(let digit): return save(view: digit)
        }
        return []
    }

    /// Shows what a saved view finds; the second time everything again.
    private mutating func show(view digit: Int) {
        guard let text = views[digit] else { return }
        changeFilter(to: list.filter.isOn && list.filter.text == text ? "" : text)
        if focus == .saved { focus = .tasks }
    }

    private mutating func save(view digit: Int) -> [Effect] {
        if let complaint = list.filter.problem?.message {
            refusal = complaint
            return []
        }
        views[digit] = list.filter.text
        notices.insert(.confirmation("View \(digit) is \(list.filter.text); '\(digit) shows it."), at: 0)
        return [.task(.keepViews(views.filters))]
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

    /// Begins a search of the body at its first visible line.
    mutating func search(_ text: String) {
        detail.search = BodySearch(text, from: detail.body?.start(ofLine: detail.top) ?? 0)
    }

    /// Searches the body a little further, and goes to what was waited for.
    mutating func searchOn() {
        guard let body = detail.body, !detail.search.text.isEmpty,
            let offset = detail.search.advance(in: body)
        else { return }
        reveal(offset)
    }

    /// Goes to a place in the body, out of whatever it is folded into.
    private mutating func reveal(_ offset: Int) {
        detail.body?.reveal(offset)
        guard let body = detail.body, let page = Layout(self).detailPage else { return }
        detail.reveal(offset, in: body, page: page.size)
    }

    private mutating func stepToMatch(by step: Int) {
        guard detail.body != nil else { return }
        guard let offset = detail.search.move(by: step) else {
            let isSearching = detail.search.isSearching
            refusal = isSearching ? "still searching" : "not found: \(detail.search.text)"
            return
        }
        reveal(offset)
    }

    /// Goes on to the next task that has failed, from the last one to the first.
    private mutating func stepToFailure(by step: Int) {
        let shown = list.shown
        let start = list.selectedTask.flatMap(list.position) ?? 0
        let failed = (1...max(1, shown.count)).lazy.map {
            (start + $0 * step + shown.count) % max(1, shown.count)
        }
        .first { index in
            guard shown.indices.contains(index), let id = shown[index].session else { return false }
            return tasks.summary(of: id, now: now)?.verdict == .failed
        }
        guard let failed else {
            refusal = "no task has failed"
            return
        }
        list.select(shown[failed])
        if focus == .saved { focus = .tasks }
        detail.scrollToStart()
    }

    mutating func perform(_ verb: AppVerb) -> [Effect] {
        switch verb {
        case .help: overlays.add(HelpOverlay(settings.keymap))
        case .palette: overlays.add(PaletteOverlay(self))
        case .environments: overlays.add(EnvironmentsOverlay(environments))
        case .quit: return backOrQuit()
        case .undo: return undo()
        case .interrupt:
            if place.kind == .field { return perform(PaneVerb.back) }
            if overlays.top is QuitConfirmation { return [.quit] }
            return quit()
        case .allow, .allowOnce: return allow(forGood: verb == .allow)
        case .redraw: return [.terminal(.redraw)]
        case .mouse: return toggleMouse()
        case .suspend: return [.terminal(.suspend)]
        case .endProgram: return [.program(.end)]
        }
        return []
    }

    /// Goes back from wherever one is, and quits from the list.
    private mutating func backOrQuit() -> [Effect] {
        let isHome = focus == .tasks || tasks.isEmpty
        guard overlays.isEmpty, compose.shown == nil, !isZoomed, isHome else { return perform(PaneVerb.back) }
        guard !isLive, !isProgramRunning, !tasks.isEmpty, !settings.hasHistory else { return quit() }
        overlays.add(QuitConfirmation())
        return []
    }

    private var isProgramRunning: Bool { program?.isRunning == true }

    private mutating func quit() -> [Effect] {
        guard isLive || isProgramRunning else { return [.quit] }
        overlays.add(QuitConfirmation())
        return []
    }
}
