import ClientEngine
import EngineSupport
import FoundationEssentials

/// The record of a tunnel through the proxy, or of a connection that switched protocols.
///
/// It contains the sizes and times of the transferred data.
///
/// ```
///  created ─▶ dns ─▶ connect ─▶ connected, 200 ─▶ bytes out, bytes in … ─▶ ended
///                └───────┴─────────────── failed ──────────────────────────┘
/// ```
/// It is used by one thread at a time.
final class TunnelTask: Sendable {
    private let task: ExternalTask
    private let client: Client
    /// The status of the response.
    private let status = Locked<StatusCode>(200)

    fileprivate init(_ task: ExternalTask, of client: Client, to url: RequestURL) {
        (self.task, self.client) = (task, client)
        task.report(.attemptStarted(reason: nil, waited: nil), attempt: 1)
        tell(.exchangeStarted(ExchangeStart(method: task.request.method, url: url)))
    }

    var id: TaskID { task.id }
    /// The current date of the client's clock.
    var date: Date { client.configuration.time.date() }

    func enter(_ phase: Phase) { tell(.phase(phase)) }

    /// Reports that the tunnel is open over a connection.
    ///
    /// Returns the reason phrase for the program. If `why` is not `nil`, the phrase contains that reason for not
    /// opening TLS.
    func open(over connection: ConnectionRecord, unopened why: String?) -> String {
        var connection = connection
        connection.unopened = why
        let reason = why.map { "Not opened: \($0)" } ?? "Connection established"
        open(over: connection, answering: ResponseHead(status: 200, reason: reason, headers: [:]))
        return reason
    }

    /// Reports the connection and the response received over it.
    func open(over connection: ConnectionRecord, answering head: ResponseHead) {
        status.withLock { $0 = head.status }
        note(.connected(connection))
        note(.head(head))
        tell(.phase(.receive))
    }

    /// Reports the total number of bytes sent, and the number received since the last report.
    func move(sent total: Int, received count: Int) {
        note(.sent(total: total, expected: nil))
        if count > 0 { note(.delivered(count)) }
        task.publish()
    }

    /// Appends to the transcript.
    ///
    /// ``move(sent:received:)`` reports it.
    func note(transcript: [UInt8]) { note(.transcript(transcript)) }

    /// Reports the end once: both sides have finished, the connection failed, or the task was cancelled.
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
    /// Creates the record of a tunnel to a server, which is named as `https://HOST:PORT`.
    ///
    /// When the task is cancelled, `onCancel` is called on the loop's thread with its number.
    func tunnel(
        to url: RequestURL, from provenance: Provenance, onCancel: @escaping @Sendable (TaskID) -> Void
    ) -> TunnelTask {
        let request = Request(method: HTTPMethod(rawValue: "CONNECT"), url: url.text)
        return tunnel(request, to: url, from: provenance, onCancel: onCancel)
    }

    /// Creates the record of a request whose connection switches protocols.
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
