import ClientEngine
import Foundation

/// Builds the events of tasks, with times in milliseconds.
struct Story {
    private(set) var events: [Event] = []
    /// The time of the last event.
    var milliseconds = 0

    var now: Instant { Self.instant(milliseconds) }

    static func instant(_ milliseconds: Int) -> Instant {
        Instant(nanoseconds: Int64(milliseconds) * 1_000_000)
    }

    mutating func add(
        _ task: TaskID, _ attempt: Int = 0, _ exchange: Int = 0, at time: Int, _ what: Event.Kind
    ) {
        add(Event(task: task, attempt: attempt, exchange: exchange, at: Self.instant(time), what))
        milliseconds = max(milliseconds, time)
    }

    /// Adds an event unchanged.
    mutating func add(_ event: Event) { events.append(event) }

    mutating func create(
        _ task: TaskID, _ request: Request, at time: Int, attempts: Int = 1,
        from provenance: Provenance = .composed
    ) {
        let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(time) / 1_000)
        let url = try? RequestURL(parsing: request.url)
        add(
            task, at: time,
            .taskCreated(
                TaskOrigin(
                    request: request, url: url, attemptsAllowed: attempts, date: date, provenance: provenance)
            ))
    }

    /// Starts an attempt with its first exchange and, without a mock, a connection.
    mutating func begin(
        _ task: TaskID, _ attempt: Int = 1, at time: Int, _ request: Request,
        because reason: RetryReason? = nil,
        waited: Int? = nil, mock: MockReference? = nil
    ) {
        add(
            task, attempt, at: time, .attemptStarted(reason: reason, waited: waited.map { .milliseconds($0) })
        )
        guard let url = try? RequestURL(parsing: request.url) else { return }
        let start = ExchangeStart(method: request.method, url: url, body: request.body, mock: mock)
        add(task, attempt, 1, at: time, .exchangeStarted(start))
    }

    /// Enters phases, each at an offset from the start.
    mutating func phases(
        _ task: TaskID, _ attempt: Int = 1, from start: Int, _ phases: KeyValuePairs<Phase, Int>
    ) {
        for (phase, offset) in phases { add(task, attempt, 1, at: start + offset, .phase(phase)) }
    }

    mutating func connect(
        _ task: TaskID, _ attempt: Int = 1, at time: Int, id: Int, isReused: Bool = false, tls: Bool = false
    ) {
        var connection = ConnectionRecord(
            id: id, isReused: isReused, remote: ("10.2.0.14", tls ? 443 : 80), local: ("10.2.0.2", 50_112))
        if tls { connection.tls = .init(version: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256") }
        add(task, attempt, 1, at: time, .connected(connection))
    }

    /// Answers an exchange and ends its attempt.
    mutating func answer(
        _ task: TaskID, _ attempt: Int = 1, at time: Int, _ status: StatusCode, _ reason: String = "OK",
        headers: Headers = [:], body: String = "", retry: RetryPlan? = nil
    ) {
        let head = ResponseHead(status: status, reason: reason, headers: headers)
        add(task, attempt, 1, at: time, .head(head))
        if !body.isEmpty { add(task, attempt, 1, at: time, .received(Array(body.utf8))) }
        add(task, attempt, 1, at: time, .exchangeEnded(ExchangeEnd()))
        add(task, attempt, at: time, .attemptEnded(.response(status: status), retry: retry))
        if retry == nil { add(task, attempt, 1, at: time, .taskEnded(.succeeded)) }
    }

    mutating func fail(_ task: TaskID, _ attempt: Int = 1, at time: Int, _ error: ClientError) {
        add(task, attempt, 1, at: time, .exchangeEnded(ExchangeEnd(error: error)))
        add(task, attempt, at: time, .attemptEnded(.error(error), retry: nil))
        add(task, attempt, 1, at: time, .taskEnded(.failed(error)))
    }

    static func plan(_ status: StatusCode, delay: Int, until: Int, _ explanation: String) -> RetryPlan {
        RetryPlan(
            reason: .status(status), delay: .milliseconds(delay), until: instant(until),
            explanation: explanation)
    }
}
