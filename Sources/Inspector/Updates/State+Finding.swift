import Canvas

extension State {
    mutating func perform(_ verb: FindVerb) {
        switch verb {
        case .savedRequest:
            overlay = .finder(Finder(saved.allRequests, height: Layout(self).savedRows.height - 1))
        case .filter:
            if place == .body {
                overlay = .search(TextField(detail.search))
            } else {
                overlay = .filter(TextField(list.filter.text))
            }
        case .filterOnOff:
            list.filter.toggle()
            list.filterAgain(tasks, now: now)
        case .next: jumpToMatch(from: detail.top + 1, direction: 1)
        case .previous: jumpToMatch(from: detail.top - 1, direction: -1)
        }
    }

    /// Scrolls to the next line of the body that contains the searched text, around the end if need be.
    mutating func jumpToMatch(from start: Int, direction: Int) {
        guard let body = detail.body, !detail.search.isEmpty else { return }
        guard let line = body.line(containing: detail.search, from: start, direction: direction) else {
            refusal = "not found: \(detail.search)"
            return
        }
        detail.scroll(to: line)
    }

    mutating func perform(_ verb: AppVerb) -> [Effect] {
        switch verb {
        case .help: overlay = .help(ScrollState())
        case .palette:
            let height = Layout(self).overlay.height - 2
            overlay = .palette(Palette(place: place, over: overlay, height: height))
        case .environments:
            var scroll = ScrollState(count: environments.names.count + 1)
            scroll.select(
                environments.selected.flatMap { environments.names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
            overlay = .environments(scroll)
        case .quit: return quit()
        case .interrupt:
            if Place.fields.contains(place) { return perform(PaneVerb.back) }
            if case .confirm(.quit) = overlay { return [.quit] }
            return quit()
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        }
        return []
    }

    private mutating func quit() -> [Effect] {
        guard isLive else { return [.quit] }
        overlay = .confirm(.quit)
        return []
    }
}
