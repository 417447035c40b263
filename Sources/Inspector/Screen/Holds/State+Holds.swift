import ClientEngine
import InspectorTaskFilter
import InspectorValues

// What is held of other programs.
extension State {
    mutating func receive(_ message: HoldMessage) {
        switch message {
        case .changed(let holds): self.holds = holds
        case .refused(let edit):
            overlays.add(Confirmation(question: edit.question, effects: [.edit(.answer(edit))]))
        }
    }

    /// The route of the selected task, where its messages can be held.
    var heldRoute: Route? {
        guard holds != nil, let task = selectedTask, let url = task.origin.url,
            [.proxy, .mock, .opened].contains(task.origin.provenance.source)
        else { return nil }
        return Route(task.origin.request.method, url)
    }

    /// The message of the selected task that is held.
    var selectedHold: Holds.Message? { list.selectedTask?.session.flatMap { holds?.message(of: $0) } }

    mutating func perform(_ verb: HoldVerb) -> [Effect] {
        switch verb {
        case .choose: typed = settings.keymap.keys(of: .hold(.choose))
        case .requests: return heldRoute.map { toggle(.request, of: $0) } ?? []
        case .answers: return heldRoute.map { toggle(.answer, of: $0) } ?? []
        case .release: return selectedHold.map { [.hold(.release($0.task))] } ?? []
        case .releaseAll: return [.hold(.releaseAll)]
        case .answer: return selectedHold.map { [.edit(.answer(AnswerEdit(byHandTo: $0.task)))] } ?? []
        case .edit: return editHeld() ?? []
        }
        return []
    }

    /// Edits what is held of the selected task: a request in the form, an answer in an editor; nil where nothing is.
    mutating func editHeld() -> [Effect]? {
        guard let message = selectedHold, let task = selectedTask else { return nil }
        switch message.part {
        case .request:
            openHeld(task, message.task)
            return []
        case .answer:
            guard let exchange = task.lastExchange, let head = exchange.head else { return nil }
            return [.edit(.answer(AnswerEdit(head, body: exchange.body, of: message.task)))]
        }
    }

    private mutating func openHeld(_ task: TaskRecord, _ id: TaskID) {
        // How it is sent is not for the form: the program has said nothing of that.
        let request = task.origin.request
        let (draft, warnings) = Draft.writing(
            Request(method: request.method, url: request.url, headers: request.headers, body: request.body))
        var state = DraftState(draft)
        state.held = id
        for warning in warnings { notices.add(.information("Not in the form: \(warning)")) }
        openCopy(state)
    }

    private mutating func toggle(_ part: Holds.Part, of route: Route) -> [Effect] {
        let noun = part == .request ? "requests" : "answers"
        let isHeld = holds?.parts(of: route).contains(part) == true
        let place = "\(route.method) \(route.host)\(route.path)"
        notices.show(
            .confirmation(
                isHeld ? "The \(noun) of \(place) pass again." : "The next \(noun) of \(place) are held."))
        return [.hold(.toggle(part, of: route))]
    }
}
