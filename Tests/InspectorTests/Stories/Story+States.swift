import ClientEngine

extension Story {
    /// A task in every possible state and outcome.
    static let states: [(name: String, story: Story)] = [
        ("queued", story { $0.create(1, order, at: 0) }),
        ("connecting", story(until: 1_240) { $0.start(1, order, .dns, .connect) }),
        ("live", story(until: 740) { $0.start(1, order.limited, .dns, .connect, .tls, .send, .wait) }),
        ("receiving", story(until: 1_900) { $0.arrive(1) }),
        ("processing", story { $0.process(1) }),
        ("waiting", story(until: 1_350) { $0.wait(1) }),
        ("retried", story { $0.recover(1) }),
        ("given-up", story { $0.giveUp(1) }),
        ("failed", story { $0.timedOut(1, .get(base + "/report?year=2023&format=long"), at: 0) }),
        ("unreachable", story { $0.fail(1, unreachable) }),
        ("untrusted", story { $0.fail(1, untrusted) }),
        ("exhausted", story { $0.exhaust(1) }),
        ("cancelled", story(until: 3_000) { $0.cancel(1) }),
        ("cancelled-waiting", story(until: 3_000) { $0.cancelWaiting(1) }),
        ("mocked", story { $0.mocked(1, .get(base + "/users/42"), at: 0) }),
        ("mock-failed", story { $0.failMocked(1) }),
        ("redirected", story { $0.redirect(1) }),
        ("rejected", story { $0.reject(1) }),
        ("sent-again", story { $0.sendAgain(1) }),
    ]

    /// All states in one list.
    static let everyState: Story = {
        var all = Story()
        for (index, state) in states.enumerated() {
            for var event in state.story.events {
                event.task = index + 1
                all.add(event)
            }
        }
        all.milliseconds = 1_350
        return all
    }()

    /// A body that is mostly missing.
    static let truncated = story {
        $0.arrive(1)
        $0.fail(1, at: 1_900, ClientError(.truncated, .receive, "the response ended early"))
    }

    /// A body that is cancelled before its end.
    static let interrupted = story {
        $0.arrive(1)
        $0.cancelNow(1, at: 1_900)
    }

    private static let base = "https://api.acme.test"
    private static let order = Request.post(base + "/orders", body: .text(#"{"item":7}"#))

    private static func story(until end: Int? = nil, _ tell: (inout Story) -> Void) -> Story {
        var story = Story()
        tell(&story)
        story.milliseconds = end ?? story.milliseconds
        return story
    }

    private static let unreachable = ClientError(
        .connect, .connect, "connection refused by 10.2.0.14:443",
        hint: "Nothing listens there. Is the server running, and is the port right?"
    ).reported(7, "Failed to connect to api.acme.test port 443 after 3 ms: Couldn't connect to server")

    private static let untrusted = ClientError(
        .tls, .tls, "the certificate is not trusted: self-signed certificate",
        hint: "Name its authority with --cacert FILE, or go on without checking with -k."
    ).reported(60, "SSL certificate problem: self-signed certificate")
}

extension Story {
    /// Starts a task that enters phases 30 ms apart.
    fileprivate mutating func start(_ id: TaskID, _ request: Request, _ phases: Phase...) {
        create(id, request, at: 0)
        begin(id, at: 0, request)
        for (index, phase) in phases.enumerated() {
            if phase == .send { connect(id, at: index * 30, id: 4, tls: true) }
            add(id, 1, 1, at: index * 30, .phase(phase))
        }
    }

    fileprivate mutating func arrive(_ id: TaskID) {
        start(id, .get(Self.base + "/export.csv"), .dns, .connect, .tls, .send, .wait, .receive)
        let head: Headers = ["Content-Type": "text/csv", "Content-Length": "2500000"]
        add(id, 1, 1, at: 150, .head(ResponseHead(status: 200, reason: "OK", headers: head)))
        let rows = (1...60_000).map { "\($0),widget,\($0 % 97)\n" }.joined()
        add(id, 1, 1, at: 1_800, .received(Array(rows.utf8)))
    }

    fileprivate mutating func process(_ id: TaskID) {
        start(id, .get(Self.base + "/big.json"), .dns, .connect, .tls, .send, .wait, .receive)
        add(id, 1, 1, at: 150, .head(ResponseHead(status: 200, reason: "OK", headers: [:])))
        add(id, 1, 1, at: 160, .received(Array(#"{"ok":true}"#.utf8)))
        add(id, 1, 1, at: 170, .exchangeEnded(ExchangeEnd()))
        add(id, 1, 1, at: 180, .processing)
    }

    /// Answers 503 repeatedly, every 500 ms.
    private mutating func refuse(_ id: TaskID, attempts: Int, of allowed: Int) {
        create(id, Self.order, at: 0, attempts: allowed)
        for number in 1...attempts {
            let at = (number - 1) * 500
            begin(
                id, number, at: at, Self.order, because: number == 1 ? nil : .status(503),
                waited: number == 1 ? nil : 400)
            connect(id, number, at: at + 10, id: 4, isReused: number > 1, tls: true)
            phases(id, number, from: at, [.send: 10, .wait: 12, .receive: 98])
            let plan =
                number < allowed
                ? Self.plan(503, delay: 400, until: at + 500, "100ms x2 = 400ms") : nil
            answer(
                id, number, at: at + 100, 503, "Service Unavailable", headers: ["Retry-After": "1"],
                body: "try again later\n", retry: plan)
        }
    }

    fileprivate mutating func wait(_ id: TaskID) { refuse(id, attempts: 3, of: 5) }

    fileprivate mutating func recover(_ id: TaskID) {
        refuse(id, attempts: 3, of: 5)
        begin(id, 4, at: 1_500, Self.order, because: .status(503), waited: 400)
        connect(id, 4, at: 1_510, id: 4, isReused: true, tls: true)
        phases(id, 4, from: 1_500, [.send: 10, .wait: 12, .receive: 90])
        answer(id, 4, at: 1_600, 201, "Created", body: #"{"order":1}"#)
    }

    fileprivate mutating func giveUp(_ id: TaskID) {
        refuse(id, attempts: 2, of: 5)
        add(id, 2, 1, at: 800, .processing)
        add(id, 2, 1, at: 800, .taskEnded(.succeeded))
    }

    fileprivate mutating func exhaust(_ id: TaskID) { refuse(id, attempts: 3, of: 3) }

    fileprivate mutating func fail(_ id: TaskID, _ error: ClientError) {
        start(id, .get(Self.base + "/users"), .dns, .connect)
        fail(id, at: 60, error)
    }

    fileprivate mutating func cancel(_ id: TaskID) {
        start(id, .get(Self.base + "/slow"), .dns, .connect, .tls, .send, .wait)
        cancelNow(id, at: 2_000)
    }

    fileprivate mutating func cancelNow(_ id: TaskID, at time: Int) {
        add(
            id, 1, 1, at: time,
            .exchangeEnded(ExchangeEnd(error: ClientError(.cancelled, .wait, "cancelled"))))
        add(id, 1, at: time, .attemptEnded(.cancelled, retry: nil))
        add(id, 1, 1, at: time, .taskEnded(.cancelled))
    }

    fileprivate mutating func cancelWaiting(_ id: TaskID) {
        refuse(id, attempts: 1, of: 5)
        add(id, 1, 1, at: 300, .taskEnded(.cancelled))
    }

    fileprivate mutating func failMocked(_ id: TaskID) {
        let request = Request.get(Self.base + "/users/42")
        create(id, request, at: 0)
        begin(id, at: 0, request, mock: MockReference(id: "m1", name: "GET /users/42 → reset"))
        phases(id, from: 0, [.wait: 0])
        fail(id, at: 1, ClientError(.connectionLost, .wait, "the connection was reset, as the mock asks"))
    }

    /// A reused connection closes before any response, and a new one delivers it.
    fileprivate mutating func sendAgain(_ id: TaskID) {
        let request = Request.get(Self.base + "/orders/7")
        create(id, request, at: 0)
        begin(id, at: 0, request)
        connect(id, at: 1, id: 4, isReused: true, tls: true)
        phases(id, from: 1, [.send: 0, .wait: 1])
        let lost = ClientError(
            .connectionLost, .wait, "api.acme.test:443 closed the connection without an answer")
        add(id, 1, 1, at: 30, .exchangeEnded(ExchangeEnd(error: lost)))
        guard let url = try? RequestURL(parsing: request.url) else { return }
        var start = ExchangeStart(method: .get, url: url)
        start.reason = .connectionLost
        add(id, 1, 2, at: 30, .exchangeStarted(start))
        var connection = ConnectionRecord(
            id: 5, isReused: false, remote: ("10.2.0.14", 443), local: ("10.2.0.2", 50_113))
        connection.tls = .init(version: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256")
        for (offset, phase) in [Phase.dns, .connect, .tls, .send, .wait, .receive].enumerated() {
            if phase == .send { add(id, 1, 2, at: 30 + offset * 9, .connected(connection)) }
            add(id, 1, 2, at: 30 + offset * 9, .phase(phase))
        }
        add(id, 1, 2, at: 80, .head(ResponseHead(status: 200, reason: "OK", headers: [:])))
        add(id, 1, 2, at: 80, .received(Array("seven\n".utf8)))
        add(id, 1, 2, at: 82, .exchangeEnded(ExchangeEnd()))
        add(id, 1, at: 82, .attemptEnded(.response(status: 200), retry: nil))
        add(id, 1, 2, at: 82, .taskEnded(.succeeded))
    }

    fileprivate mutating func redirect(_ id: TaskID) {
        let paths = ["/old", "/moved/to/a/place/with/a/long/name", "/new"]
        let request = Request.get(Self.base + paths[0])
        create(id, request, at: 0)
        add(id, 1, at: 0, .attemptStarted(reason: nil, waited: nil))
        for (index, path) in paths.enumerated() {
            guard let url = try? RequestURL(parsing: Self.base + path) else { continue }
            let (number, at) = (index + 1, index * 50)
            var start = ExchangeStart(method: .get, url: url)
            if index > 0 { start.reason = .redirect }
            add(id, 1, number, at: at, .exchangeStarted(start))
            for (offset, phase) in [Phase.send, .wait, .receive].enumerated() {
                add(id, 1, number, at: at + offset * 15, .phase(phase))
            }
            let isLast = number == paths.count
            let headers: Headers = isLast ? ["Content-Type": "text/plain"] : ["Location": paths[index + 1]]
            let head = ResponseHead(
                status: isLast ? 200 : 302, reason: isLast ? "OK" : "Found", headers: headers)
            add(id, 1, number, at: at + 40, .head(head))
            if isLast { add(id, 1, number, at: at + 42, .received(Array("here\n".utf8))) }
            add(id, 1, number, at: at + 45, .exchangeEnded(ExchangeEnd()))
        }
        add(id, 1, at: 145, .attemptEnded(.response(status: 200), retry: nil))
        add(id, 1, 3, at: 145, .taskEnded(.succeeded))
    }

    fileprivate mutating func reject(_ id: TaskID) {
        start(id, .get(Self.base + "/users/43"), .dns, .connect, .tls, .send, .wait, .receive)
        answer(
            id, at: 180, 404, "Not Found", headers: ["Content-Type": "application/problem+json"],
            body: #"{"title":"no such user","id":43}"#)
    }
}

extension Request {
    fileprivate var limited: Request {
        var copy = self
        copy.attemptTimeout = .seconds(5)
        return copy
    }
}

extension ClientError {
    fileprivate func reported(_ code: Int, _ text: String) -> ClientError {
        var copy = self
        (copy.curlCode, copy.curlMessage) = (code, text)
        return copy
    }
}
