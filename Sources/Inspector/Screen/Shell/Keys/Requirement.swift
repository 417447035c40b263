import ClientEngine

/// A condition for a key to do anything.
enum Requirement: Hashable, Sendable {
    case nothing
    case task, anyTask, repeatableTask, liveTask, anyLive, waitingTask, ownTask
    case response, body, formattedBody, linesOfBody, shownBody, responseOrMock, deletion, selectedMock
    case otherMock, marked, sendable, editable, anyMock, anySaved, filterText, searchText, anyEnvironment
    case fileProblem, route
    case program, runningProgram
    case holdable, heldTask, heldRequest, anyHold
    case view(Int)
}

/// The reason why a key does nothing.
struct Refusal: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Requirement {
    /// Returns the reason why the key does nothing now; nil when it does something.
    func refusal(in state: State) -> String? {
        switch self {
        case .nothing: nil
        case .task: state.selectedTask == nil ? noTask(state) : nil
        case .anyTask:
            state.list.shown.isEmpty && state.list.marked.isEmpty ? "the list shows no task" : nil
        case .repeatableTask: refusalOfRepeating(state)
        case .liveTask: refusalOfLiveTask(state)
        case .anyLive: state.tasks.live.isEmpty ? "no task is live" : nil
        case .waitingTask: refusalOfWaitingTask(state)
        case .ownTask: refusalOfOwnTask(state)
        case .response: refusalOfResponse(state)
        case .body: state.detail.body == nil ? "there is no body here" : refusalOfDroppedBody(state)
        case .formattedBody:
            state.detail.body?.isFormatted == true ? nil : "only formatted JSON and XML have lines that fold"
        case .linesOfBody:
            state.detail.body?.hasCursor == true ? nil : "nothing folds in a body like this"
        case .shownBody: state.detail.page == .sent ? refusalOfRepeating(state) : refusalOfResponse(state)
        case .responseOrMock: state.mockOfSelectedTask == nil ? refusalOfResponse(state) : nil
        case .selectedMock: refusalOfMock(state)
        case .otherMock: state.mocks.rows.count < 2 ? "there is no other mock" : nil
        case .marked:
            state.list.marked.isEmpty ? "no task is marked; \(key(.task(.mark), state)) marks one" : nil
        case .deletion: refusalOfUndoing(state)
        case .sendable, .editable: refusalOfSending(state)
        case .anyMock:
            state.mocks.rows.isEmpty ? "there is no mock; \(key(.mock(.choose), state)) makes one" : nil
        case .anySaved: state.saved.isEmpty ? "there are no saved requests" : nil
        case .filterText:
            state.list.filter.text.isEmpty
                ? "there is no filter; \(key(.find(.filter), state)) makes one" : nil
        case .searchText:
            state.detail.search.text.isEmpty
                ? "nothing was searched; \(key(.find(.filter), state)) searches" : nil
        case .view(let digit):
            state.list.views[digit] == nil
                ? "there is no view \(digit); \(key(.find(.saveView(digit)), state)) saves the filter as it"
                : nil
        case .route: refusalOfMocking(state)
        case .fileProblem: state.saved.problemCount == 0 ? "the saved files have no problem" : nil
        case .program: state.program == nil ? "no program is watched" : nil
        case .runningProgram: state.program?.isRunning == true ? nil : "no program is running"
        case .holdable: state.heldRoute == nil ? refusalOfHolding(state) : nil
        case .heldTask: state.selectedHold == nil ? "nothing of this task is held" : nil
        case .heldRequest:
            state.selectedHold?.part == .request ? nil : "no request of this task is held"
        case .anyHold: state.holds?.isIdle == false ? nil : "nothing is held"
        case .anyEnvironment:
            state.environments.names.isEmpty ? "there is no http-client.env.json here" : nil
        }
    }

    private func key(_ intent: Intent, _ state: State) -> String { state.settings.keymap.text(of: intent) }

    /// Says why there is nothing known of a selected task.
    private func noTask(_ state: State) -> String {
        state.list.selectedTask == nil ? "no task is selected" : "it is still being read"
    }

    private func name(_ state: State) -> String { "task \(state.list.selectedTask?.number ?? 0)" }

    private func refusalOfResponse(_ state: State) -> String? {
        state.shownExchange?.head == nil ? "there is no response yet" : refusalOfDroppedBody(state)
    }

    private func refusalOfDroppedBody(_ state: State) -> String? {
        guard state.shownExchange?.droppedBody != nil else { return nil }
        return state.sentenceOfMissingBody
    }

    private func refusalOfUndoing(_ state: State) -> String? {
        if state.compose.shown != nil {
            return state.compose.draft?.deletedRows.isEmpty == false ? nil : "no row was deleted"
        }
        if state.overlays[MocksOverlay.self] != nil {
            return state.mocks.deleted.isEmpty ? "no mock was deleted" : nil
        }
        return state.list.deleted.isEmpty ? "no task was deleted" : nil
    }

    private func refusalOfMock(_ state: State) -> String? {
        if state.mocks.rows.isEmpty { return "there is no mock; \(key(.mock(.choose), state)) makes one" }
        return state.selectedMock == nil ? "this is a scenario, which its mocks make" : nil
    }

    private func refusalOfLiveTask(_ state: State) -> String? {
        guard let task = state.selectedTask else { return noTask(state) }
        return task.state.isFinished ? "\(name(state)) has ended" : nil
    }

    private func refusalOfWaitingTask(_ state: State) -> String? {
        guard let task = state.selectedTask else { return noTask(state) }
        return task.state.name == .waiting ? nil : "\(name(state)) is not waiting for another attempt"
    }

    private func refusalOfOwnTask(_ state: State) -> String? {
        guard let task = state.selectedTask else { return noTask(state) }
        if state.list.selectedTask?.isStored == true {
            return "it is kept in the history (inspector history --erase)"
        }
        return task.state.isFinished
            ? nil : "\(name(state)) is live; \(key(.task(.cancel), state)) cancels it"
    }

    private func refusalOfSending(_ state: State) -> String? {
        if state.focus == .saved {
            return state.saved.selectedRequest == nil ? "no request is selected" : nil
        }
        return refusalOfRepeating(state)
    }

    private func refusalOfMocking(_ state: State) -> String? {
        guard state.focus == .saved else {
            guard let task = state.selectedTask else { return noTask(state) }
            return task.isTunnel ? Self.tunnel : nil
        }
        if state.saved.selectedRequest == nil { return "no request is selected" }
        return state.saved.preview.rules == nil ? "its URL is not known before it is sent" : nil
    }

    private func refusalOfHolding(_ state: State) -> String {
        guard state.holds != nil else { return "nothing of other programs comes through here" }
        guard let task = state.selectedTask else { return noTask(state) }
        return task.isTunnel ? Self.tunnel : "it is not of a program whose requests come through here"
    }

    private static let tunnel = "what was said in a tunnel is not known"

    private func refusalOfRepeating(_ state: State) -> String? {
        guard let task = state.selectedTask else { return noTask(state) }
        if let key = state.list.selectedTask, !state.tasks.isWhole(key) { return "it is still being read" }
        if task.isTunnel { return Self.tunnel }
        guard task.droppedRequestBody != nil else { return nil }
        return state.sentenceOfMissingBody
    }
}
