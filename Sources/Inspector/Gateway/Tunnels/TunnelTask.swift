import ClientEngine
import EngineSupport
import FoundationEssentials

/// The record of a tunnel through the proxy, or of a connection that has changed its protocol.
///
/// It holds sizes and times of the bytes that pass.
///
/// ```
///  created ─▶ dns ─▶ connect ─▶ connected, 200 ─▶ bytes out, bytes in … ─▶ ended
///                └───────┴─────────────── failed ──────────────────────────┘
/// ```
/// One thread at a time reports to it.
final class TunnelTask: Sendable {
    private let task: ExternalTask
    private let client: Client
    /// The status that was answered.
    private let status = Locked<StatusCode>(200)

    fileprivate init(_ task: ExternalTask, of client: Client, to url: RequestURL) {
        (self.task, self.client) = (task, client)
        task.report(.attemptStarted(reason: nil, waited: nil), attempt: 1)
        tell(.exchangeStarted(ExchangeStart(method: task.request.method, url: url)))
    }

    /// The number of the task.
    var id: TaskID { task.id }
    /// The current date, by the client's clock.
    var date: Date { client.configuration.time.date() }

    func enter(_ phase: Phase) { tell(.phase(phase)) }

    /// Reports that the tunnel is open over a connection, and returns the reason phrase for the program, which says why its TLS is not
    /// opened if `why` does.
    func open(over connection: ConnectionRecord, unopened why: String?) -> String {
        var connection = connection
        connection.unopened = why
        let reason = why.map { "Not opened: \($0)" } ?? "Connection established"
        open(over: connection, answering: ResponseHead(status: 200, reason: reason, headers: [:]))
        return reason
    }

    /// Reports the connection, and the answer that came over it.
    func open(over connection: ConnectionRecord, answering head: ResponseHead) {
        status.withLock { $0 = head.status }
        note(.connected(connection))
        note(.head(head))
        tell(.phase(.receive))
    }

    /// Reports the bytes that have gone out in all, and those that have come in since the last time.
    func move(sent total: Int, received count: Int) {
        note(.sent(total: total, expected: nil))
        if count > 0 { note(.delivered(count)) }
        task.publish()
    }

    /// Adds to the text of the conversation; ``move(sent:received:)`` reports it.
    func note(transcript: [UInt8]) { note(.transcript(transcript)) }

    /// Reports the end, once: both sides have finished, the connection failed, or the task was cancelled.
    func end(_ outcome: TaskOutcome = .succeeded) {
        switch outcome {
        case .succeeded:
            note(.exchangeEnded(ExchangeEnd()))
            note(.attemptEnded(.response(status: status.withLock(\.self)), retry: nil))
        case .failed(let error):
            note(.exchangeEnded(ExchangeEnd(error: error)))
            note(.attemptEnded(.error(error), retry: nil))
        case .cancelled:
            note(.exchangeEnded(ExchangeEnd()))
            note(.attemptEnded(.cancelled, retry: nil))
        }
        tell(.taskEnded(outcome))
    }

    private func tell(_ kind: Event.Kind) {
        note(kind)
        task.publish()
    }

    private func note(_ kind: Event.Kind) { task.report(kind, attempt: 1, exchange: 1) }
}

extension Client {
    /// Begins the record of a tunnel to a server, which is named as `https://HOST:PORT`.
    ///
    /// `onCancel` is called with its number on the
    /// loop's thread when someone cancels it.
    func tunnel(
        to url: RequestURL, from provenance: Provenance, onCancel: @escaping @Sendable (TaskID) -> Void
    ) -> TunnelTask {
        let request = Request(method: HTTPMethod(rawValue: "CONNECT"), url: url.text)
        return tunnel(request, to: url, from: provenance, onCancel: onCancel)
    }

    /// Begins the record of a request whose connection changes its protocol.
    func tunnel(
        _ request: Request, to url: RequestURL, from provenance: Provenance,
        onCancel: @escaping @Sendable (TaskID) -> Void
    ) -> TunnelTask {
        let number = Locked<TaskID?>(nil)
        let task = externalTask(for: request, from: provenance) { command in
            if command == .cancel, let id = number.withLock(\.self) { onCancel(id) }
        }
        number.withLock { $0 = task.id }
        return TunnelTask(task, of: self, to: url)
    }
}
