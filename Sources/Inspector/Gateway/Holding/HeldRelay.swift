import ClientEngine
import ClientEngineRecording
import EngineSupport
import InspectorTaskFilter
import InspectorValues

/// Holds the messages of one relay: its request before it goes out, its answer before that is handed on.
///
/// ```
///  request ─▶ adapt: held? ─▶ network, or a mock ─▶ process: held? ─▶ program
///               └ answered by hand ─────────────────────────────────────┘
/// ```
/// The task waits for a decision, and no thread does; when its program leaves, it is cancelled as at any other time.
final class HeldRelay: Interceptor {
    private struct State {
        var task: TaskID?
        /// The answer that the program gets instead.
        var answer: EditedAnswer?
        /// Set once the request has passed: who sends it again from the list does so without being held.
        var hasPassed = false
    }

    private let client: Client
    private let holder: any MessageHolder
    private let route: Route
    private let parts: Set<Holds.Part>
    private let state = Locked(State())

    /// Nil where nothing is held of a request's route.
    init?(for request: Request, of client: Client, by holder: any MessageHolder) {
        guard let url = try? RequestURL(parsing: request.url) else { return nil }
        route = Route(request.method, url)
        parts = holder.heldParts(of: route)
        guard !parts.isEmpty else { return nil }
        (self.client, self.holder) = (client, holder)
    }

    /// Starts the relay of a request; see `Client.relay`.
    func relay(
        _ request: Request, from provenance: Provenance, onArrival: @escaping @Sendable () -> Void
    ) -> Relay {
        var request = request
        request.interceptors = .replacing([self])
        return client.relay(
            request, from: provenance, collectingAnswers: parts.contains(.answer),
            willBegin: { id in state.withLock { $0.task = id } }, onArrival: onArrival)
    }

    /// The parts that the program gets in the place of one.
    func handedOn(_ part: Relay.Part) -> [Relay.Part] {
        guard let answer = state.withLock(\.answer) else { return [part] }
        return switch part {
        case .head: [.head(answer.head), .body(answer.body)]
        case .body: []
        case .end: [part]
        }
    }

    // MARK: What the task asks

    func adapt(_ request: Request, for task: InterceptedTask) async throws -> Request {
        let (task, isFirst) = state.withLock { state in
            defer { state.hasPassed = true }
            return (state.task, !state.hasPassed)
        }
        guard let task, isFirst, parts.contains(.request) else { return request }
        switch await holder.verdict(on: .request, of: task, on: route) {
        case .release: return request
        case .answer(let answer):
            return request.mocked(.byHand(answer))
        case .send(let edited):
            let sent = request.sending(edited)
            if sent != request { client.annotate(task, .editedRequest) }
            return sent
        }
    }

    func process(_ answer: InterceptedAnswer) async throws -> InterceptedAnswer {
        guard parts.contains(.answer), answer.error == nil, let response = answer.response,
            let task = state.withLock(\.task), response.record.id == task,
            response.record.lastExchange?.start.mock != .byHand,
            response.head.isCollectable(upTo: client.configuration.limits.collectedBody)
        else { return answer }
        if case .answer(let edited) = await holder.verdict(on: .answer, of: task, on: route) {
            state.withLock { $0.answer = edited }
            client.annotate(task, Annotation(edited))
        }
        return answer
    }
}

extension Request {
    /// The request with what goes on the wire taken from another; a body that no text can have stays where that one has none.
    fileprivate func sending(_ edited: Request) -> Request {
        var request = self
        (request.method, request.url, request.headers) = (edited.method, edited.url, edited.headers)
        let isText = body.bytes.map { String(validating: $0, as: UTF8.self) != nil } ?? false
        let bytes = edited.body.bytes
        if isText || bytes?.isEmpty == false, bytes != body.bytes { request.body = edited.body }
        request.mock = edited.mock
        return request
    }

    fileprivate func mocked(_ mock: Mock) -> Request {
        var request = self
        request.mock = mock
        return request
    }
}

extension Mock {
    /// Plays what a person has answered.
    fileprivate static func byHand(_ answer: EditedAnswer) -> Mock {
        let reply = Mock.Reply(
            status: answer.head.status, reason: answer.head.reason, headers: answer.head.headers,
            body: answer.body.isEmpty ? .none : .bytes(answer.body))
        let reference = MockReference.byHand
        return Mock(
            id: reference.id, name: reference.name, match: .any, answers: [Mock.Answer(.response(reply))])
    }
}
