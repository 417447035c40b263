import ClientEngine
import Foundation

@testable import Inspector

/// Tells what happened to tasks, in milliseconds, as events.
struct Story {
    private(set) var events: [Event] = []
    /// The story's end.
    var milliseconds = 0

    var now: Instant { Self.instant(milliseconds) }

    static func instant(_ milliseconds: Int) -> Instant {
        Instant(nanoseconds: Int64(milliseconds) * 1_000_000)
    }

    /// Adds one event.
    mutating func add(
        _ task: TaskID, _ attempt: Int = 0, _ exchange: Int = 0, at time: Int, _ what: Event.What
    ) {
        events.append(Event(task: task, attempt: attempt, exchange: exchange, at: Self.instant(time), what))
        milliseconds = max(milliseconds, time)
    }

    mutating func create(
        _ task: TaskID, _ request: Request, at time: Int, attempts: Int = 1,
        from provenance: Provenance = .composed
    ) {
        let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(time) / 1_000)
        let url = try? RequestURL(parsing: request.url)
        add(
            task, at: time,
            .created(
                Origin(
                    request: request, url: url, attemptsAllowed: attempts, date: date, provenance: provenance)
            ))
    }

    /// Begins an attempt with its first exchange and, without a mock, a connection.
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

    /// Passes through phases, each beginning so long after the start.
    mutating func phases(
        _ task: TaskID, _ attempt: Int = 1, from start: Int, _ phases: KeyValuePairs<Phase, Int>
    ) {
        for (phase, offset) in phases { add(task, attempt, 1, at: start + offset, .phase(phase)) }
    }

    mutating func connect(
        _ task: TaskID, _ attempt: Int = 1, at time: Int, id: Int, isReused: Bool = false, tls: Bool = false
    ) {
        var connection = Connection(
            id: id, isReused: isReused, remote: ("10.2.0.14", tls ? 443 : 80), local: ("10.2.0.2", 50_112))
        if tls { connection.tls = .init(version: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256") }
        add(task, attempt, 1, at: time, .connected(connection))
    }

    /// Answers an exchange and ends its attempt.
    mutating func answer(
        _ task: TaskID, _ attempt: Int = 1, at time: Int, _ status: Int, _ reason: String = "OK",
        headers: Headers = [:], body: String = "", retry: RetryPlan? = nil
    ) {
        let head = ResponseHead(status: status, reason: reason, headers: headers)
        add(task, attempt, 1, at: time, .head(head))
        if !body.isEmpty { add(task, attempt, 1, at: time, .received(Array(body.utf8))) }
        add(task, attempt, 1, at: time, .exchangeEnded(ExchangeEnd()))
        add(task, attempt, at: time, .attemptEnded(.response(status: status), retry: retry))
        if retry == nil { add(task, attempt, 1, at: time, .ended(.succeeded)) }
    }

    mutating func fail(_ task: TaskID, _ attempt: Int = 1, at time: Int, _ error: ClientError) {
        add(task, attempt, 1, at: time, .exchangeEnded(ExchangeEnd(error: error)))
        add(task, attempt, at: time, .attemptEnded(.error(error), retry: nil))
        add(task, attempt, 1, at: time, .ended(.failed(error)))
    }

    static func plan(_ status: Int, delay: Int, until: Int, _ explanation: String) -> RetryPlan {
        RetryPlan(
            reason: .status(status), delay: .milliseconds(delay), until: instant(until),
            explanation: explanation)
    }
}

extension Story {
    /// The tasks of the product's drawing: quick ones, a mock, a timeout, a retry under way, a body arriving.
    static let home: Story = {
        var story = Story()
        let base = "https://api.acme.test"
        story.quick(201, .get(base + "/health"), at: 0, took: 38, body: #"{"ok":true}"#)
        story.quick(
            202, .post(base + "/login", body: .text(#"{"user":"ada"}"#)), at: 60, took: 212,
            body: #"{"token":"t"}"#)
        story.mocked(203, .get(base + "/users/42"), at: 300)
        story.timedOut(204, .get(base + "/report"), at: 340)
        story.retried(205, .post(base + "/orders", body: .text(#"{"item":7}"#)), at: 3_000)
        story.streaming(206, .get(base + "/events?since=2024-01-01&limit=500"), at: 4_300)
        story.milliseconds = 5_500
        return story
    }()

    mutating func quick(_ id: TaskID, _ request: Request, at start: Int, took: Int, body: String) {
        create(id, request, at: start, from: Provenance(.saved, file: "users.http", line: 3))
        begin(id, at: start, request)
        connect(id, at: start + took / 4, id: 1, tls: true)
        phases(
            id, from: start,
            [
                .dns: 0, .connect: took / 10, .tls: took / 6, .send: took / 4, .wait: took / 3,
                .receive: took * 9 / 10,
            ])
        let head =
            "\(request.method) \(request.url.dropFirst(21)) HTTP/1.1\r\nHost: api.acme.test\r\nAccept: */*\r\n\r\n"
        add(id, 1, 1, at: start + took / 4, .requestHead(Array(head.utf8)))
        answer(
            id, at: start + took, 200, headers: ["Content-Type": "application/json", "Server": "nginx"],
            body: body)
    }

    mutating func mocked(_ id: TaskID, _ request: Request, at start: Int) {
        create(id, request, at: start)
        begin(id, at: start, request, mock: MockReference(id: "m1", name: "GET /users/42 → 200"))
        phases(id, from: start, [.wait: 0])
        answer(id, at: start + 2, 200, body: #"{"id":42}"#)
    }

    mutating func timedOut(_ id: TaskID, _ request: Request, at start: Int) {
        var request = request
        request.timeout = .seconds(5)
        create(id, request, at: start)
        begin(id, at: start, request)
        connect(id, at: start + 20, id: 1, isReused: true, tls: true)
        phases(id, from: start, [.dns: 0, .send: 20, .wait: 22])
        var error = ClientError(
            .timeout, .wait, "no byte of the answer within 5 s",
            hint:
                "The connection stands and the request was sent: the server is slow, or give it longer with # @timeout."
        )
        error.code = 28
        error.text = "Operation timed out after 5000 milliseconds with 0 bytes received"
        fail(id, at: start + 5_000, error)
    }

    mutating func retried(_ id: TaskID, _ request: Request, at start: Int) {
        create(id, request, at: start, attempts: 5)
        begin(id, at: start, request)
        connect(id, at: start + 30, id: 2, tls: true)
        phases(id, from: start, [.dns: 0, .connect: 5, .tls: 12, .send: 30, .wait: 31])
        answer(
            id, at: start + 312, 503, "Service Unavailable",
            retry: Self.plan(503, delay: 200, until: start + 512, "200ms x2"))
        begin(id, 2, at: start + 512, request, because: .status(503), waited: 200)
        connect(id, 2, at: start + 512, id: 2, isReused: true, tls: true)
        phases(id, 2, from: start, [.send: 512, .wait: 513])
        answer(
            id, 2, at: start + 810, 503, "Service Unavailable", headers: ["Retry-After": "1"],
            retry: Self.plan(503, delay: 1_000, until: start + 1_810, "Retry-After: 1"))
        begin(id, 3, at: start + 1_810, request, because: .status(503), waited: 1_000)
        connect(id, 3, at: start + 1_810, id: 2, isReused: true, tls: true)
        phases(id, 3, from: start, [.send: 1_810, .wait: 1_812])
    }

    mutating func streaming(_ id: TaskID, _ request: Request, at start: Int) {
        create(id, request, at: start)
        begin(id, at: start, request)
        connect(id, at: start + 40, id: 3, tls: true)
        phases(id, from: start, [.dns: 0, .connect: 10, .tls: 20, .send: 40, .wait: 41, .receive: 90])
        add(
            id, 1, 1, at: start + 90,
            .head(ResponseHead(status: 200, reason: "OK", headers: ["Content-Type": "text/plain"])))
        add(id, 1, 1, at: start + 900, .received(Array(repeating: 0x61, count: 41_000)))
    }
}

extension SavedFile {
    /// A small folder of saved requests, one of its files with a mistake.
    static let sample: [SavedFile] = [
        file(["auth.http"], [("POST", "login", "{{base}}/login")]),
        file(
            ["shop", "orders.http"],
            [("GET", "list orders", "{{base}}/orders"), ("POST", "create order", "{{base}}/orders")],
            problems: [Problem(line: 12, message: "a header needs a colon")]),
        file(
            ["users.http"],
            [("GET", "one user", "{{base}}/users/42"), ("DELETE", "{{base}}/users/42", "{{base}}/users/42")]),
    ]

    static func file(
        _ components: [String], _ requests: [(String, String, String)], problems: [Problem] = []
    ) -> SavedFile {
        let path = "/api/" + components.joined(separator: "/")
        return SavedFile(
            path: path, components: components,
            requests: requests.enumerated().map { index, request in
                SavedEntry(
                    reference: .init(file: path, number: index + 1, line: 3 + index * 5), title: request.1,
                    method: request.0, url: request.2)
            },
            problems: problems)
    }
}
