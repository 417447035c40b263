import Canvas
import ClientEngine

extension State {
    mutating func perform(_ verb: MockVerb) -> [Effect] {
        switch verb {
        case .choose: typed = [.character("m")]
        case .open: overlay = .mocks(ScrollState(count: mocks.rows.count))
        case .allOnOff: return [.setMocksOn(!mocks.isOn)]
        case .toggle:
            return selectedMock.map { [.setMockEnabled(!$0.mock.isEnabled, id: $0.mock.id)] } ?? []
        case .delete:
            if let row = selectedMock {
                overlay = .confirm(.deleteMock(id: row.mock.id, name: row.mock.name))
            }
        case .tighten: loosenDraft(by: -1)
        case .loosen: loosenDraft(by: 1)
        case .response: return mockThisResponse()
        case .status(let status): draft("\(status)", .status(status))
        case .empty: draft("empty 200", .status(200))
        case .fault(let fault): draft(fault.text, Mock.Answer(.fault(fault.fault)))
        case .delay(let milliseconds):
            let delay = Duration.milliseconds(milliseconds)
            draft("the real answer after \(delay.brief)", Mock.Answer(.passThrough, delay: delay))
        case .times(let times):
            if let answer = shownExchange.flatMap(Mock.Answer.init(repeating:)) {
                draft("\(answer.text), \(times.of("time"))", answer, times: times)
            }
        }
        return []
    }

    private var selectedMock: MocksState.Row? {
        guard case .mocks(let scroll) = overlay, mocks.rows.indices.contains(scroll.selection) else {
            return nil
        }
        return mocks.rows[scroll.selection]
    }

    /// Toggles the mock that answered the selected task; without one, drafts a mock of its response.
    private mutating func mockThisResponse() -> [Effect] {
        if let id = selectedTask?.mock?.id, let row = mocks.rows.first(where: { $0.mock.id == id }) {
            return [.setMockEnabled(!row.mock.isEnabled, id: id)]
        }
        if let answer = shownExchange.flatMap(Mock.Answer.init(repeating:)) { draft(answer.text, answer) }
        return []
    }

    private mutating func draft(_ text: String, _ answer: Mock.Answer, times: Int? = nil) {
        guard let task = selectedTask else { return }
        mocksMade += 1
        var draft = MockDraft(
            id: "screen-\(mocksMade)", answerText: text, answer: answer, times: times, for: task)
        draft.count(in: tasks)
        overlay = .mockDraft(draft)
    }

    private mutating func loosenDraft(by steps: Int) {
        guard case .mockDraft(var draft) = overlay else { return }
        draft.loosen(by: steps)
        draft.count(in: tasks)
        overlay = .mockDraft(draft)
    }
}

extension Mock.Answer {
    /// An answer of this status with an empty body.
    static func status(_ status: Int) -> Mock.Answer {
        let headers: Headers = status == 429 ? ["Retry-After": "1"] : [:]
        return Mock.Answer(.response(status: status, reason: nil, headers: headers, body: .none))
    }

    /// The answer of an exchange again, without the fields that speak of its way over the wire.
    init?(repeating exchange: ExchangeRecord) {
        guard let head = exchange.head else { return nil }
        let framing = ["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"]
        let fields = head.headers.filter { !framing.contains($0.name.lowercased()) }
        let body = exchange.body
        self.init(
            .response(
                status: head.status, reason: head.reason.isEmpty ? nil : head.reason,
                headers: Headers(fields), body: body.isEmpty ? .none : .data(body)))
    }

    /// What it answers, in a few words.
    var text: String {
        let text =
            switch kind {
            case .response(let status, _, _, .data(let bytes)): "\(status) with \(bytes.count.byteText)"
            case .response(let status, _, _, _): "\(status)"
            case .fault(let fault): fault.text
            case .passThrough: "the real answer"
            }
        return delay == .zero ? text : "\(text) after \(delay.brief)"
    }
}

extension MockFault {
    var fault: Mock.Fault {
        switch self {
        case .reset: .reset
        case .emptyReply: .emptyReply
        case .truncated: .truncate(afterBytes: 16)
        case .garbage: .garbage
        case .dns: .dns
        case .refused: .refused
        case .tls: .tls
        case .never: .never
        }
    }

    var text: String { fault.text }
}

extension Mock.Fault {
    /// The failure in words.
    var text: String {
        switch self {
        case .dns: "DNS failure"
        case .refused: "connection refused"
        case .connectTimeout: "connecting times out"
        case .tls: "TLS failure"
        case .never: "never answers"
        case .stall(let bytes): "stalls after \(bytes.byteText)"
        case .truncate(let bytes): "body cut off after \(bytes.byteText)"
        case .slow(let rate): "\(rate.byteText) per second"
        case .reset: "connection reset"
        case .emptyReply: "empty reply"
        case .malformedChunk: "malformed chunk"
        case .garbage: "garbage instead of HTTP"
        }
    }
}
