/// A task whose bytes somebody else moves: a tunnel through a proxy of ours, of which only sizes and times are known.
///
/// ```
///  created ─▶ dns ─▶ connect ─▶ connected, 200 ─▶ bytes out, bytes in … ─▶ ended
///                └───────┴─────────────── failed ──────────────────────────┘
/// ```
/// Its story is told by one thread at a time.
package final class TunnelTask: Sendable {
    private let core: TaskCore
    private var now: Instant { core.configuration.time.now() }

    fileprivate init(_ core: TaskCore, to url: RequestURL) {
        self.core = core
        core.note(Event(task: core.id, attempt: 1, at: now, .firstAttempt))
        tell(.exchangeStarted(ExchangeStart(method: core.snapshot.origin.request.method, url: url)))
    }

    package func enter(_ phase: Phase) { tell(.phase(phase)) }

    /// Tells that the tunnel is open, over a connection, and what its client was answered.
    package func open(over connection: ConnectionRecord, answering head: ResponseHead) {
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

    /// Tells the end, once: both sides have said all, or something went wrong.
    package func end(_ error: ClientError? = nil) {
        note(.exchangeEnded(ExchangeEnd(error: error)))
        note(.attemptEnded(error.map { .error($0) } ?? .response(status: 200), retry: nil))
        tell(.ended(error.map { .failed($0) } ?? .succeeded))
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

extension Client {
    /// Begins the story of a tunnel to a server, which is named as `https://HOST:PORT`.
    package func tunnel(to url: RequestURL, from provenance: Provenance) -> TunnelTask {
        let request = Request(method: HTTPMethod(rawValue: "CONNECT"), url: url.text)
        return TunnelTask(core(request, from: provenance).0, to: url)
    }
}
