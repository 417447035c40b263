import ClientEngine
import JSON

struct User: Decodable, Sendable { var name: String }

/// The snippets of docs/engine.md that send something.
func guideToSending() async throws {
    let client = Client(baseURL: "https://api.example.com/v1/")

    let page = try await client.send(.get("users", query: ["page": "2"]))
    print(page.status, page.headers["Content-Type"] ?? "", page.text)

    let order = try Request.post("orders", body: .json(["item": "book"])).with {
        $0.headers["Content-Type"] = "application/json"
        $0.timeout = .seconds(5)
    }
    let created = try await client.send(order)
    print(created.status)

    let users = Request.get("users").decoding([User].self)
    let names = users.map { users in users.map(\.name) }
    print(try await client.send(names))

    for attempt in page.record.attempts {
        let why = attempt.reason.map { "\($0)" } ?? "first"
        print(attempt.number, attempt.status ?? 0, why, attempt.waited ?? .zero)
        for exchange in attempt.exchanges {
            print(exchange.start.url, exchange.timings[.wait] ?? .zero, exchange.bodyReceived)
        }
    }
}

func guideToTasks(_ client: Client) async throws {
    let task = client.start(.get("report"))
    for await state in task.states {
        switch state {
        case .running(let phase): print("in the phase", phase)
        case .waiting(let plan): print("again in \(plan.delay), \(plan.reason): \(plan.explanation)")
        default: print(state.name)
        }
    }
    let report = try await task.value
    print(report.status)
}

func guideToErrors(_ client: Client) async throws {
    do {
        let user = try await client.send(Request.get("users/1").decoding(User.self))
        print(user.name)
    } catch let error as ResponseError {
        print("the server said", error.response.status, error.response.text)
    } catch let error as ClientError where error.kind == .timeout {
        print("nothing came in the phase", error.phase, "after", error.elapsed ?? .zero)
    } catch let error as ClientError {
        print(error.label, error.message, error.hint ?? "")
    } catch is CancellationError {
        print("cancelled, which is not an error")
    }
}

func guideToRetries() async throws {
    let retrying = Client(baseURL: "https://api.example.com/v1/") {
        $0.retry = .transientFailures(.exponential(from: .milliseconds(200), attempts: 4))
    }
    let stubborn = Request.post("orders").with {
        $0.retry = RetryPolicy(
            maximumRetries: 2, when: [.status(409), .statusClass(5), .kind(.timeout)],
            backoff: Backoff(from: .milliseconds(100), hasJitter: false), ignoresIdempotence: true)
    }
    let answer = try await retrying.send(stubborn)
    print(answer.status)
}

func guideToDeadlines() async throws {
    let careful = Client {
        $0.deadlines = Deadlines(connect: .seconds(3), firstByte: .seconds(10), idle: .seconds(10))
    }
    let bounded = Request.get("https://api.example.com/v1/report").with {
        $0.timeout = .seconds(5)  // one attempt, its redirects included
        $0.deadline = .seconds(20)  // the whole task, its waits included
    }
    let report = try await careful.send(bounded)
    print(report.status)
}

func guideToMocks(_ client: Client) throws {
    try client.mocks.add(.get("users/:id"), .json(["id": 1]), times: 2)
    try client.mocks.add(.post("orders"), .fault(.reset), .status(503), .status(201))
    client.mocks.isOn = false
}

func guideToEvents(_ client: Client) async {
    for await event in client.events {
        if case .attemptEnded(_, let retry?) = event.what {
            print("task \(event.task) tries again in \(retry.delay): \(retry.explanation)")
        }
    }

    let observation = client.observe { event in
        if case .phase(let phase) = event.what { print(event.task, phase) }
    }
    observation.cancel()

    var records: [TaskID: TaskRecord] = [:]
    for await event in client.events {
        if let new = TaskRecord(event) { records[new.id] = new }
        records[event.task]?.apply(event)
    }
}

func guideToLimits() {
    let modest = Client {
        $0.limits.collectedBody = 8 << 20
        $0.maximumConcurrentExchanges = 16
    }
    print(modest.configuration.limits)
}

/// The snippet of docs/mocks.md.
func mocksFromCode() async throws {
    let client = Client(baseURL: "https://api.example.com/v1/")

    try client.mocks.add(.get("users/:id"), .json(["id": 1, "name": "Ada"]))
    try client.mocks.add(.post("orders"), .fault(.reset), .status(503), .status(201))
    let id = try client.mocks.add(.delete("orders/:id"), .status(204).after(.seconds(1)), times: 2)

    let user = try await client.send(.get("users/7"))
    print(user.status, user.text, user.record.isMocked)

    client.mocks.setEnabled(false, id: id)
    client.mocks.isOn = false
    for status in client.mocks.all { print(status.mock.name, status.hits, status.isSpent) }
}

func mocksByCode() throws {
    let client = Client(baseURL: "https://api.example.com/v1/")

    try client.mocks.add(
        .get("users/:id"),
        .made { question in
            .json([
                "id": .string(question.parameters["id"] ?? ""),
                "page": .string(question.query.first?.value ?? "1"),
            ])
        })
    try client.mocks.add(
        .post("counter"),
        .made(remembering: 0) { count, question in
            count += 1
            if count == 1 { throw ClientError(.connectionLost, .wait, "not the first time") }
            return .text("\(count): \(question.text)")
        })
}

func mocksAfterTheirLastAnswer(_ client: Client) throws {
    try client.mocks.add(.get("a"), .status(503), .text("ready"))
    try client.mocks.add(.get("b"), .status(503), .text("ready"), afterLast: .stepsAside)
    try client.mocks.add(.get("c"), .status(503), .text("ready"), afterLast: .fails)
}

func mocksAndTheRest(_ client: Client) async throws {
    client.mocks.unmocked = .intercepted()
    client.mocks.unmocked = .intercepted(.external, status: 500)
    let response = try await client.send(.get("https://elsewhere.example.com/"))
    print(response.isUnmocked, response.record.isMocked)
}

func mocksOfOneRequest() {
    let request = Request.get("users/7").mocked(.status(503), .json(["id": 7]).after(.seconds(1)))
    let name = Request.get("users/7").parsingJSON().map { $0["name"]?.string }
    let mocked = name.mocked("Ada", delay: .milliseconds(50))
    print(request, mocked)
}
