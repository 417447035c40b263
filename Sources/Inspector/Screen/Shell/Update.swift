import ClientEngine
import InspectorCanvas
import InspectorValues

/// Changes the state as a message says and returns what is to be done outside; nothing else changes it.
package func update(_ state: inout State, _ message: Message) -> [Effect] {
    var effects: [Effect] = []
    let (compose, mocks) = (state.compose, state.mocks)
    state.dropBodies()
    switch message {
    case .key(let key): effects = state.press(key)
    case .resized(let size):
        state.size = size
        effects = state.sizeProgram()
    case .engine(let events): state.apply(events)
    case .tick(let now): state.pass(to: now)
    case .task(let message): state.receive(message)
    case .saved(let message): state.receive(message)
    case .draft(let message): state.receive(message)
    case .mock(let message): state.receive(message)
    case .hold(let message): state.receive(message)
    case .body(let message): state.detail.receive(message, page: state.pageSize)
    case .history(let message): effects = state.receive(message)
    case .ask(let question): effects = state.ask(question)
    case .fileExists(let file): state.overlays.add(Confirmation(replacing: file))
    case .compared(let comparison, let number): state.receive(comparison, of: number)
    case .archived(let archive, let number): state.receive(archive, of: number)
    case .program(let news): effects = state.receive(news)
    case .notice(let notice): state.notices.receive(notice)
    case .configuration(let notices): state.notices.replaceConfiguration(with: notices)
    case .waiting(let work): state.notices.wait(for: work)
    case .images(let images): state.settings.images = images
    }
    state.notices.putErrorsFirst()
    return effects + state.settle() + state.settleDraft(after: compose, mocks)
}

extension State {
    /// Brings everything that depends on size and selection into line.
    fileprivate mutating func settle() -> [Effect] {
        var effects =
            layOutBody() + (detail.takeLeftQuery() ? [.body(.stopQuery)] : []) + findNearMisses()
            + previewRequest() + recallCalls() + listPast()
            + searchTexts()
        detail.searchOn(pageSize)
        detail.followBody()
        let layout = Layout(self)
        list.reveal(in: tasks, height: layout.listRows?.height ?? 0)
        let rows = list.visibleRows(of: tasks, height: layout.listRows?.height ?? 0)
        tasks.unfold(rows.map(\.task) + [list.selectedTask].compactMap(\.self))
        effects += readPast(drawn: rows) + recallUsual(drawn: rows)
        if let rows = layout.savedRows { saved.scroll.resize(height: rows.height) }
        // Only what was scrolled has to be measured for that.
        if let page = layout.detailPage, detail.top > 0 {
            detail.clamp(lines: DetailView(self).lineCount(width: page.width), height: page.height)
        }
        overlays = overlays.fitted(to: self, layout)
        return effects
    }

    fileprivate mutating func settleDraft(after before: ComposeState, _ mocksBefore: MocksState) -> [Effect] {
        guard compose != before || mocks != mocksBefore else { return [] }
        return compose.settle(after: before, mocks, height: draftHeight, &notices)
    }
}
