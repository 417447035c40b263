import ClientEngine
import InspectorCanvas
import RequestFormats

extension State {
    mutating func perform(_ verb: MockVerb) throws(Refusal) -> [Effect] {
        switch verb {
        case .choose: typed = settings.keymap.keys(of: .mock(.choose))
        case .open: overlays.show(MocksOverlay(lines: mocks.lineCount))
        case .allOnOff: return [.mock(.setAllOn(!mocks.isOn))]
        case .toggle: return try toggleSelectedLine()
        case .raise: return try moveSelectedLine(by: 1)
        case .lower: return try moveSelectedLine(by: -1)
        case .edit: return selectedMock.map { edit(.stored($0.mock)) } ?? []
        case .editOfTask: return editMockOfTask()
        case .sequence: try makeSequence()
        case .record: return toggleRecording()
        case .compare:
            mocks.closest.isWantedOfAnswered.toggle()
            detail.open(.mock)
        case .delete: return deleteSelectedMock()
        case .reset: return [.mock(.reset)]
        case .tighten: loosenDraft(by: -1)
        case .loosen: loosenDraft(by: 1)
        case .response, .status, .empty, .fault, .delay, .times: return make(verb)
        }
        return []
    }

    /// Makes a mock of the selected task's route, as far as the question whether to store it.
    private mutating func make(_ verb: MockVerb) -> [Effect] {
        let reply = shownReply
        switch verb {
        case .response:
            if let row = mockOfSelectedTask { return toggle(row) }
            if let reply { draft(Mock.Answer(.response(reply))) }
        case .status(let status): draft(.status(status), "\(status)")
        case .empty: draft(.status(200), "empty 200")
        case .fault(let fault): draft(Mock.Answer(fault.kind(of: reply)))
        case .delay(let milliseconds):
            draft(Mock.Answer(.passThrough, delay: .milliseconds(milliseconds)))
        case .times(let times):
            guard let reply else { break }
            let answer = Mock.Answer(.response(reply))
            draft(answer, "\(answer.text), \(times.of("time"))", times: times)
        default: break
        }
        return []
    }

    /// The mock that answered the selected task, as long as it is there.
    var mockOfSelectedTask: MocksState.Row? {
        guard let task = selectedTask, task.origin.request.mock == nil else { return nil }
        return task.mock.flatMap { mock in mocks.rows.first { $0.mock.id == mock.id } }
    }

    /// The response that the detail pane is about, for a mock to repeat.
    var shownReply: Mock.Reply? {
        guard let exchange = shownExchange, let head = exchange.head, exchange.droppedBody == nil else {
            return nil
        }
        return Mock.Reply(repeating: head, body: exchange.body)
    }

    func toggle(_ row: MocksState.Row) -> [Effect] {
        [.mock(.setEnabled(!row.mock.isEnabled, id: row.mock.id))]
    }

    private mutating func draft(_ answer: Mock.Answer, _ text: String? = nil, times: Int? = nil) {
        var draft: MockDraft
        let text = text ?? answer.text
        if focus == .saved {
            guard let rules = saved.preview.rules else { return }
            draft = MockDraft(answerText: text, answers: [answer], for: rules)
        } else {
            guard let task = selectedTask else { return }
            draft = MockDraft(answerText: text, answers: [answer], times: times, for: task)
        }
        draft.forecast(for: tasks, among: mocks.rows)
        overlays.add(draft)
    }

    private mutating func loosenDraft(by steps: Int) {
        guard var draft = overlays[MockDraft.self] else { return }
        draft.loosen(by: steps)
        draft.forecast(for: tasks, among: mocks.rows)
        overlays[MockDraft.self] = draft
    }
}

extension Mock.Answer {
    /// An answer of this status with an empty body.
    fileprivate static func status(_ status: StatusCode) -> Mock.Answer {
        Mock.Answer(
            .response(Mock.Reply(status: status, headers: status == 429 ? ["Retry-After": "1"] : [:])))
    }
}

extension MockFault {
    /// The failure; a body that is cut off is that of the response, where there is one.
    fileprivate func kind(of reply: Mock.Reply?) -> Mock.Answer.Kind {
        switch self {
        case .reset: .fault(.reset)
        case .emptyReply: .fault(.emptyReply)
        case .truncated: Self.truncated(reply)
        case .garbage: .fault(.garbage)
        case .dns: .fault(.dns)
        case .refused: .fault(.refused)
        case .tls: .fault(.tls)
        case .never: .fault(.never)
        }
    }

    private static func truncated(_ reply: Mock.Reply?) -> Mock.Answer.Kind {
        guard let bytes = reply?.body.bytes, reply?.body.isNone == false else {
            return .fault(.truncate(afterBytes: 16))
        }
        return .fault(.truncate(afterBytes: min(16, bytes.count / 2)), of: reply)
    }
}
