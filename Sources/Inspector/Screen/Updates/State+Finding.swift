import InspectorCanvas

extension State {
    mutating func perform(_ verb: FindVerb) {
        switch verb {
        case .savedRequest:
            overlay = .finder(Finder(saved.allRequests, height: Layout(self).savedRows.height - 1))
        case .filter:
            if place == .body {
                overlay = .search(TextField(detail.search.text))
            } else {
                overlay = .filter(TextField(list.filter.text))
            }
        case .filterOnOff:
            list.filter.toggle()
            list.filterAgain(tasks, now: now)
        case .next: stepToMatch(by: 1)
        case .previous: stepToMatch(by: -1)
        }
    }

    /// Begins a search of the body at its first visible line.
    mutating func search(_ text: String) {
        detail.search = BodySearch(text, from: detail.body?.start(ofLine: detail.top) ?? 0)
    }

    /// Searches the body a little further, and goes to what was waited for.
    mutating func searchOn() {
        guard let body = detail.body, !detail.search.text.isEmpty,
            let offset = detail.search.advance(in: body), let page = Layout(self).detailPage
        else { return }
        detail.reveal(offset, in: body, page: page.size)
    }

    private mutating func stepToMatch(by step: Int) {
        guard let body = detail.body, let page = Layout(self).detailPage else { return }
        guard let offset = detail.search.move(by: step) else {
            let isSearching = detail.search.isSearching
            refusal = isSearching ? "still searching" : "not found: \(detail.search.text)"
            return
        }
        detail.reveal(offset, in: body, page: page.size)
    }

    mutating func perform(_ verb: AppVerb) -> [Effect] {
        switch verb {
        case .help: overlay = .help(ScrollState())
        case .palette:
            let mocks: ScrollState? = if case .mocks(let scroll) = overlay { scroll } else { nil }
            let height = Layout(self).overlay.height - 2
            overlay = .palette(Palette(place: place, over: mocks, height: height))
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
        case .allow, .allowOnce: return allow(forGood: verb == .allow)
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
