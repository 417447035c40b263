import ClientEngine

private struct User: Decodable, Sendable { var name: String }

/// The snippets of docs/engine.md that send something.
func tourOfSending() async throws {
    let client = Client(baseURL: "https://api.example.com/v1/")

    let page = try await client.send(.get("users", query: ["page": 2]))
    print(page.status, page.headers["Content-Type"] ?? "", page.text)

    let order = Request.post("orders", body: .json(["item": "book"])).with {
        $0.headers["Accept-Language"] = "en"
        $0.attemptTimeout = .seconds(5)
    }
    let created = try await client.send(order)

    let users = Request.get("users").decoding([User].self)
    let names = users.map { users in users.map(\.name) }
    print(try await client.send(names))
    print(created.status)
}

func tourOfTasks(_ client: Client) async throws {
    let task = client.start(.get("report"))
    for await state in task.states {
        switch state {
        case .running(let phase): print("in the phase", phase)
        case .waiting(let plan): print("again in \(plan.delay), \(plan.reason): \(plan.explanation)")
        default: print(state)
        }
    }
    let report = try await task.value
    print(report.status)
}

func tourOfErrors(_ client: Client) async throws {
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

func tourOfRetries() {
    let retrying = Client(baseURL: "https://api.example.com/v1/") {
        $0.retry = .transientFailures(.exponential(from: .milliseconds(200), attempts: 4))
    }
    print(retrying.configuration.retry ?? .never)
}

func tourOfDeadlines() async throws {
    let careful = Client {
        $0.timeouts.connect = .seconds(3)
        $0.timeouts.firstByte = .seconds(10)
    }
    let bounded = Request.get("https://api.example.com/v1/report").with {
        $0.attemptTimeout = .seconds(5)  // one attempt, its redirects included
        $0.totalTimeout = .seconds(20)  // the whole task, its waits and its parsing included
    }
    let report = try await careful.send(bounded)
    print(report.status)

    let punctual = Client {
        $0.attemptTimeout = .seconds(10)
        $0.totalTimeout = .seconds(60)
    }
    print(punctual.configuration)
}

func tourOfMocks(_ client: Client) throws {
    try client.mocks.add(.get("users/:id"), .json(["id": 1]), times: 2)
    try client.mocks.add(.post("orders"), .fault(.reset), .status(503), .status(201))
    client.mocks.isEnabled = false
}

func tourOfOwnMocks(_ client: Client) async throws {
    let request = Request.get("https://api.example.com/users/1").mocked(.fault(.dns), .json(["id": 1]))
    let response = try await client.send(request)  // two attempts with a retry policy, no socket
    print(response.status)
}

func tourOfMockedRequests(_ client: Client) {
    let ready = Request.get("jobs/7").mocked(.status(503), .json(["state": "ready"]))  // this request alone
    let nobody = Request.get("users").decoding([User].self).mocked([])  // a value, and no parsing
    client.mocks.unmatchedRequests = .rejected  // nothing else reaches the network
    print(ready, nobody.request)
}

func tourOfLimits() {
    let modest = Client {
        $0.limits.collectedBody = 8 << 20
        $0.connections.maximumConcurrentExchanges = 16
    }
    print(modest.configuration.limits)
}

func tourOfClocks(_ clock: some Clock<Duration>) {
    let tested = Client { $0.clock = clock }
    print(tested.configuration.clock)
}
