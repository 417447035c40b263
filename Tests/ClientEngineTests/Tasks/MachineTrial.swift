import EngineSupport
import Foundation

@testable import ClientEngine

/// Drives a task's machine: feeds inputs, returns events and actions as words, applies the events to a record.
struct MachineTrial {
    private(set) var machine: TaskMachine
    /// The current time in seconds.
    private let second: Locked<Int64>
    private let told = MovingQueue<Event>()
    private let asked = MovingQueue<TaskMachine.Action>()
    /// The last requested exchange.
    private(set) var lastOrder: ExchangeRequest?
    /// The record that results from the events.
    private(set) var record: TaskRecord
    /// The names of the record's states, without repetitions.
    private(set) var states: [TaskState.Name] = [.queued]

    init(
        _ request: Request = .get("http://a.test/x"), retries: Int? = 0,
        _ change: (inout Request) -> Void = { _ in }
    )
        throws
    {
        let backoff = Backoff(from: .seconds(10), maximum: .seconds(1000), hasJitter: false)
        let request = request.with {
            if $0.retry == nil { $0.retry = RetryPolicy(maximumRetries: retries, backoff: backoff) }
            change(&$0)
        }
        let prepared = PreparedRequest(request, ClientSettings(ClientConfiguration()))
        let created = Instant(nanoseconds: 0)
        let second = Locked<Int64>(0)
        self.second = second
        let chance = RetryInputs(
            date: { Date(timeIntervalSince1970: Double(second.withLock { $0 })) }, random: { 0 })
        machine = TaskMachine(id: 1, prepared, created: created, chance, telling: told, asking: asked)
        let origin = TaskOrigin(request: request, url: prepared.url, date: Date(timeIntervalSince1970: 0))
        record = TaskRecord(id: 1, origin: origin, created: created)
    }

    /// Feeds an input to the machine at a second.
    ///
    /// Returns its events, then its actions, in words.
    @discardableResult
    mutating func feed(_ input: TaskMachine.Input, at second: Int64 = 0) -> [String] {
        let now = Instant(nanoseconds: second * 1_000_000_000)
        self.second.withLock { $0 = second }
        machine.handle(input, at: now)
        let (events, actions) = (told.withElements(Array.init), asked.withElements(Array.init))
        told.removeAll()
        asked.removeAll()
        events.forEach { fold($0) }
        for case .finish in actions { if let end = machine.end { fold(end) } }
        for case .prepare(let exchangeRequest) in actions { lastOrder = exchangeRequest }
        return events.map(Self.words) + actions.flatMap(words)
    }

    private mutating func fold(_ event: Event) {
        record.apply(event)
        if states.last != record.state.name { states.append(record.state.name) }
    }

    /// Feeds several inputs at one second.
    ///
    /// Returns all events and actions.
    @discardableResult
    mutating func feed(_ inputs: [TaskMachine.Input], at second: Int64 = 0) -> [String] {
        inputs.flatMap { feed($0, at: second) }
    }

    /// Returns whether the machine expects an input in its current stage, without feeding it.
    func expects(_ input: TaskMachine.Input) -> Bool {
        var copy = self
        return !copy.feed(input).contains { $0.hasPrefix("unexpected") }
    }

    private static func words(_ event: Event) -> String {
        "\(event.attempt).\(event.exchange) \(words(event.kind))"
    }

    private func words(_ action: TaskMachine.Action) -> [String] {
        guard case .finish = action, let end = machine.end, case .taskEnded(let outcome) = end.kind else {
            return [Self.word(action)]
        }
        return [Self.words(end), "finish \(Self.words(outcome))"]
    }

    private static func word(_ action: TaskMachine.Action) -> String {
        switch action {
        case .adapt: "adapt"
        case .prepare(let exchangeRequest):
            "prepare \(exchangeRequest.method) \(exchangeRequest.url.path)"
                + (exchangeRequest.kept.map { " from \($0.use)" } ?? "")
                + (exchangeRequest.credentials.map { " with \($0)" } ?? "")
        case .challenge(let exchangeRequest):
            "challenge to \(exchangeRequest.credentials.map { "\($0)" } ?? "nobody")"
        case .decide(let ended): "decide about \(ended.number) \(words(ended.outcome))"
        case .abort: "abort"
        case .report(let words): "unexpected \(words)"
        case .set(let timer, let instant): "set \(timer) \(instant.nanoseconds / 1_000_000_000)"
        case .clear(let timer): "clear \(timer)"
        case .parse: "parse"
        case .finish: "finish"
        }
    }

    private static func words(_ what: Event.Kind) -> String {
        switch what {
        case .taskCreated: "created"
        case .attemptStarted(let reason, let waited):
            "attempt" + (reason.map { " after \($0)" } ?? "") + (waited.map { " \($0.brief)" } ?? "")
        case .exchangeStarted(let start):
            "exchange" + (start.mock.map { " of \($0.name)" } ?? "")
                + (start.reason.map { " for \($0.rawValue)" } ?? "")
        case .phase(let phase): "phase \(phase)"
        case .connected: "connected"
        case .requestHead: "request"
        case .sent(let total, _): "sent \(total)"
        case .interim(let head): "interim \(head.status)"
        case .head(let head): "head \(head.status)"
        case .received(let bytes): "received \(bytes.count)"
        case .cache(let use): "cache \(use)"
        case .delivered(let count): "delivered \(count)"
        case .anomaly(let anomaly): "anomaly \(anomaly.rawValue)"
        case .exchangeEnded(let end): "end" + (end.error.map { " \($0.label)" } ?? "")
        case .attemptEnded(let outcome, let retry):
            words(outcome) + (retry.map { " retry in \($0.delay.brief)" } ?? "")
        case .transcript(let text): "transcript \(text.count)"
        case .programLeft(let count): "program left after \(count)"
        case .processing: "processing"
        case .taskEnded(let outcome): "ended \(words(outcome))"
        case .annotated(let annotation): "annotated \(annotation.name)"
        case .missed(let count): "missed \(count)"
        }
    }

    private static func words(_ outcome: AttemptOutcome) -> String {
        switch outcome {
        case .response(let status): "answer \(status)"
        case .error(let error): "error \(error.label)"
        case .cancelled: "gone"
        }
    }

    private static func words(_ outcome: TaskOutcome) -> String {
        switch outcome {
        case .succeeded: "succeeded"
        case .failed(let error): "failed \(error.label)"
        case .cancelled: "cancelled"
        }
    }
}

extension [TaskMachine.Input] {
    /// A complete response: its head, then its end.
    static func answer(_ status: StatusCode, _ headers: Headers = [:]) -> Self {
        [
            .signal(.head(ResponseHead(status: status, reason: "", headers: headers))),
            .signal(.ended(ExchangeEnd())),
        ]
    }
}

extension TaskMachine.Input {
    /// An exchange that fails.
    static func failure(_ kind: ClientError.Kind, _ phase: Phase) -> TaskMachine.Input {
        .signal(.ended(ExchangeEnd(error: ClientError(kind, phase, "it broke"))))
    }
}
