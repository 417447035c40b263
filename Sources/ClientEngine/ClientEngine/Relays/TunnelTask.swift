import FoundationEssentials

/// A task whose bytes somebody else moves: a tunnel through a proxy of ours, or a connection that has changed its protocol; only
/// sizes and times are known of what is said in it.
///
/// ```
///  created ─▶ dns ─▶ connect ─▶ connected, 200 ─▶ bytes out, bytes in … ─▶ ended
///                └───────┴─────────────── failed ──────────────────────────┘
/// ```
/// Its story is told by one thread at a time.
package final class TunnelTask: Sendable {
    private let core: TaskCore
    /// The status that was answered.
    private let status = Locked(200)
    private var now: Instant { core.configuration.time.now() }

    fileprivate init(_ core: TaskCore, to url: RequestURL, onCancel: @escaping @Sendable (TaskID) -> Void) {
        self.core = core
        // Cancelling hands what was never resumed to the loop, which has nothing else to do for a tunnel.
        core.suspend(.elsewhere { [id = core.id] _ in onCancel(id) })
        core.note(Event(task: core.id, attempt: 1, at: now, .firstAttempt))
        tell(.exchangeStarted(ExchangeStart(method: core.snapshot.origin.request.method, url: url)))
    }

    /// The number of the task.
    package var id: Int { core.id }
    /// The date of now, by the client's clock.
    package var date: Date { core.configuration.time.date() }

    package func enter(_ phase: Phase) { tell(.phase(phase)) }

    /// Tells that the tunnel is open, over a connection, and what its client was answered; returns the words of that, which say
    /// why its TLS is not opened where somebody wants that.
    package func open(over connection: ConnectionRecord, unopened why: String?) -> String {
        var connection = connection
        connection.unopened = why
        let reason = why.map { "Not opened: \($0)" } ?? "Connection established"
        open(over: connection, answering: ResponseHead(status: 200, reason: reason, headers: [:]))
        return reason
    }

    /// Tells that the connection stands, and what was answered on it.
    package func open(over connection: ConnectionRecord, answering head: ResponseHead) {
        status.withLock { $0 = head.status }
        note(.connected(connection))
        note(.head(head))
        tell(.phase(.receive))
    }

    /// Tells how many bytes have gone out in all, and how many have come in since the last time.
    package func move(sent total: Int, received count: Int) {
        note(.sent(total: total, expected: nil))
        if count > 0 { note(.delivered(count)) }
        core.publish()
    }

    /// Adds to the text of what is said; ``move(sent:received:)`` tells it.
    package func note(transcript: [UInt8]) { note(.transcript(transcript)) }

    /// Tells the end, once: both sides have said all, something went wrong, or somebody has cancelled it.
    package func end(_ outcome: TaskOutcome = .succeeded) {
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
        tell(.ended(outcome))
        core.close()
    }

    private func tell(_ kind: Event.Kind) {
        note(kind)
        core.publish()
    }

    private func note(_ kind: Event.Kind) {
        core.note(Event(task: core.id, attempt: 1, exchange: 1, at: now, kind))
    }
}

extension TaskRecord {
    /// The reason why the TLS in a tunnel was not opened, where somebody wanted that.
    package var unopenedReason: String? {
        isTunnel ? lastExchange?.connection?.unopened : nil
    }
}

extension Client {
    /// Begins the story of a tunnel to a server, which is named as `https://HOST:PORT`; `onCancel` is called with its number on the
    /// loop's thread when somebody cancels it.
    package func tunnel(
        to url: RequestURL, from provenance: Provenance, onCancel: @escaping @Sendable (TaskID) -> Void
    ) -> TunnelTask {
        let request = Request(method: HTTPMethod(rawValue: "CONNECT"), url: url.text)
        return tunnel(request, to: url, from: provenance, onCancel: onCancel)
    }

    /// The same for a request whose connection changes its protocol.
    package func tunnel(
        _ request: Request, to url: RequestURL, from provenance: Provenance,
        onCancel: @escaping @Sendable (TaskID) -> Void
    ) -> TunnelTask {
        let (core, _) = core(request, from: provenance, setup.withLock { $0 })
        return TunnelTask(core, to: url, onCancel: onCancel)
    }
}
