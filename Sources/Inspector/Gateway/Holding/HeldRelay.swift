import ClientEngine
import ClientEngineRecording
import EngineSupport
import InspectorTaskFilter
import InspectorValues

/// Holds the messages of one relay: the request before it is sent, and the response before it is forwarded.
///
/// ```
///  request ─▶ adapt: held? ─▶ network, or a mock ─▶ process: held? ─▶ program
///               └ answered by hand ─────────────────────────────────────┘
/// ```
/// The task waits for the verdict without blocking a thread. If the program disconnects, the task is cancelled as
/// usual.
final class HeldRelay: Interceptor {
    private struct State {
        var task: TaskID?
        /// The response that replaces the original one.
        var answer: EditedAnswer?
        /// Indicates whether the request has passed.
        ///
        /// A later resend from the list is not held.
        var hasPassed = false
    }

    private let client: Client
    private let holder: any MessageHolder
    private let route: Route
    private let parts: Set<Holds.Part>
    private let state = Locked(State())

    /// Creates a relay, or returns `nil` if the request's route is not held.
    init?(for request: Request, of client: Client, by holder: any MessageHolder) {
        guard let url = try? RequestURL(parsing: request.url) else { return nil }
        route = Route(request.method, url)
        parts = holder.heldParts(of: route)
        guard !parts.isEmpty else { return nil }
        (self.client, self.holder) = (client, holder)
    }

    /// Starts the relay of a request.
    ///
    /// See `Client.relay`.
    func relay(
        _ request: Request, from provenance: Provenance, onArrival: @escaping @Sendable () -> Void
    ) -> Relay {
        var request = request
        request.interceptors = .replacing([self])
        return client.relay(
            request, from: provenance, collectingAnswers: parts.contains(.answer),
            willBegin: { id in state.withLock { $0.task = id } }, onArrival: onArrival)
    }

    /// Returns the parts for the program in place of `part`.
    func handedOn(_ part: Relay.Part) -> [Relay.Part] {
        guard let answer = state.withLock(\.answer) else { return [part] }
        return switch part {
        case .head: [.head(answer.head), .body(answer.body)]
        case .body: []
        case .end: [part]
        }
    }

    // MARK: Interceptor

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
    /// Returns the request with the method, URL, fields, body and mock of `edited`.
    ///
    /// A binary body is kept if the edited request has none, because an editor cannot show it.
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
    /// Returns a mock that plays the user's response.
    fileprivate static func byHand(_ answer: EditedAnswer) -> Mock {
        let reply = Mock.Reply(
            status: answer.head.status, reason: answer.head.reason, headers: answer.head.headers,
            body: answer.body.isEmpty ? .none : .bytes(answer.body))
        let reference = MockReference.byHand
        return Mock(
            id: reference.id, name: reference.name, match: .any, answers: [Mock.Answer(.response(reply))])
    }
}
