import ClientEngine

extension Story {
    /// The tasks of the product's picture: quick ones, a mock, a timeout, a retry in progress, and an arriving
    /// body.
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
        request.attemptTimeout = .seconds(5)
        create(id, request, at: start)
        begin(id, at: start, request)
        connect(id, at: start + 20, id: 1, isReused: true, tls: true)
        phases(id, from: start, [.dns: 0, .send: 20, .wait: 22])
        var error = ClientError(
            .timeout, .wait, "no byte of the answer within 5 s",
            hint:
                "The connection stands and the request was sent: the server is slow, or give it longer with # @timeout."
        )
        error.curlCode = 28
        error.curlMessage = "Operation timed out after 5000 milliseconds with 0 bytes received"
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
