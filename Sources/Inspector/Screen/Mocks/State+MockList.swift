import ClientEngine
import InspectorCanvas
import InspectorValues

// The mocks screen.
extension State {
    mutating func receive(_ message: MockMessage) {
        switch message {
        case .list(let rows, let isOn, let scenarios): updateMocks(rows, scenarios, isOn: isOn)
        case .nearMisses(let misses, let task): mocks.closest.update(misses, of: task)
        case .refused(let edit):
            overlays.add(Confirmation(question: edit.question, effects: [.edit(.mock(edit))]))
        case .offer(let offer): ask(about: offer)
        }
    }

    private mutating func updateMocks(
        _ rows: [MocksState.Row], _ scenarios: [MockStore.ScenarioStatus], isOn: Bool
    ) {
        let selected = selectedLine
        mocks.update(rows, scenarios, isOn: isOn)
        overlays[MocksOverlay.self]?.scroll.resize(count: mocks.lineCount)
        // A mock that is asked earlier now stays the selected one.
        if let index = selected.flatMap(mocks.index(of:)) {
            overlays[MocksOverlay.self]?.scroll.select(index)
        }
    }

    private var selectedLine: MocksState.Line? {
        overlays[MocksOverlay.self].flatMap { mocks.line(at: $0.scroll.selection) }
    }

    /// The mock that is selected on the mocks screen.
    var selectedMock: MocksState.Row? {
        if case .mock(let row) = selectedLine { row } else { nil }
    }

    mutating func toggleSelectedLine() throws(Refusal) -> [Effect] {
        switch selectedLine {
        case .mock(let row): return toggle(row)
        case .scenario: return try moveSelectedLine(by: 1)
        case nil: return []
        }
    }

    /// Has a mock asked earlier or later; sets the next state of a scenario, or the one before.
    mutating func moveSelectedLine(by step: Int) throws(Refusal) -> [Effect] {
        switch selectedLine {
        case .mock(let row):
            let priority = row.mock.priority - step
            guard priority >= 1 else { throw Refusal("+: nothing is asked before priority 1") }
            return [.mock(.setPriority(priority, id: row.mock.id))]
        case .scenario(let scenario):
            guard let index = scenario.states.firstIndex(of: scenario.state) else { return [] }
            let count = scenario.states.count
            let next = scenario.states[(index + step + count) % count]
            return [.mock(.setScenario(scenario.name, to: next))]
        case nil: return []
        }
    }

    /// Deletes at once: the list says so, and how to undo it.
    mutating func deleteSelectedMock() -> [Effect] {
        guard let mock = selectedMock?.mock else { return [] }
        mocks.delete(mock)
        overlays[MocksOverlay.self]?.scroll.resize(count: mocks.lineCount)
        return [.mock(.remove(mock))]
    }

    // MARK: Editing

    func edit(_ subject: MockEdit.Subject) -> [Effect] { [.edit(.mock(MockEdit(subject)))] }

    /// Edits the mock that answered the selected task; without one, a mock made of its response.
    mutating func editMockOfTask() -> [Effect] {
        if let row = mockOfSelectedTask { return edit(.stored(row.mock)) }
        guard let task = selectedTask, let reply = shownReply else { return [] }
        let answer = Mock.Answer(.response(reply))
        return edit(.new(MockDraft(answerText: answer.text, answers: [answer], for: task).mock))
    }

    // MARK: Questions over the mocks screen

    /// Asks whether an archive becomes mocks, unless keys were pressed since it was pasted; shows what was left out.
    private mutating func ask(about offer: MockOffer) {
        guard isAwaitingOffer, place == .mocks else {
            notices.add(.information("What was pasted was not used: paste it again, and wait."))
            return
        }
        isAwaitingOffer = false
        let report = offer.warnings.isEmpty ? nil : Report(title: "LEFT OUT", lines: offer.warnings)
        overlays.add(
            Confirmation(question: offer.question, effects: [.mock(.addAll(offer.batch))], report: report))
    }
}
