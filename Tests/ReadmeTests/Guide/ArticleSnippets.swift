import ClientEngine
import Testing

/// The snippets of the articles in ClientEngine.docc.
private struct User: Decodable, Sendable { var id: Int; var name: String }

func articleOnSending() async throws {
    let client = Client(baseURL: "https://api.example.com/v1/")
    let order = Request.post("orders", body: .json(["item": "book", "count": 2]))
    let created = try await client.send(order)
    print(created.status, created.headers["Location"] ?? "", created.text)

    do {
        let report = try await client.send(.get("report"))
        print(report.status == .notFound ? "there is no report" : report.text)
    } catch let error as ClientError {
        print(error.label, error.message, error.hint ?? "")
    }

    let urgent = Request.get("report").with {
        $0.attemptTimeout = .seconds(5)
        $0.totalTimeout = .seconds(20)
    }
    print(urgent.url)
}

func articleOnDecoding(_ client: Client) async throws {
    let users = Request.get("users").decoding([User].self)
    for user in try await client.send(users) { print(user.id, user.name) }

    do {
        print(try await client.send(Request.get("users/1").decoding(User.self)).name)
    } catch let error as ResponseError {
        print(error.response.status, error.problem?.message ?? error.response.text)
    }

    let title = Request.get("page").parsing { response in response.text.prefix(80) }
    let tree = Request.get("tree").parsingJSON()
    let first = tree.map { json in json["items"]?[0] }
    print(title, first)
}

func articleOnRetrying() async throws {
    let client = Client(baseURL: "https://api.example.com/v1/") {
        $0.retry = .transientFailures(.exponential(from: .milliseconds(200), attempts: 4))
    }
    let report = try await client.send(.get("report"))
    print(report.record.attempts.count, report.status)

    let order = Request.post("orders", body: .json(["item": "book"])).with { $0.isIdempotent = true }

    let onConflict = RetryPolicy.custom { context in
        guard context.response?.status == 409, context.number < 3 else { return nil }
        return .milliseconds(100)
    }
    let update = Request.put("orders/7").with { $0.retry = onConflict }
    print(order, update)
}

func articleOnCancelling(_ client: Client) async throws {
    let loading = Task { try await client.send(.get("report")) }
    loading.cancel()

    let task = client.start(.get("report"))
    task.cancel()
    print(await task.result.response?.status.description ?? "cancelled")

    let query = Request.get("search", query: ["q": "cat"]).with { $0.identifier = "search" }
    client.start(query)
    client.start(query, existing: .replace)
    client.reset()
}

func articleOnObserving(_ client: Client) async throws {
    let task = client.start(.put("photo", body: .upload(path: "beach.jpg")))
    for await state in task.states { print(state) }
    print(task.record.duration ?? .zero)

    for await event in client.events() {
        if case .attemptEnded(_, let retry?) = event.kind {
            print("task \(event.task) tries again in \(retry.delay): \(retry.explanation)")
        }
    }

    client.onAttempt { record, attempt in
        print(record.id, attempt.number, attempt.status ?? 0)
    }
}

func articleOnMocking(_ client: Client) async throws {
    try client.mocks.add(.get("users/:id"), .json(["id": 1, "name": "Ada"]))
    let user = try await client.send(.get("users/1"))
    print(user.text)

    try client.mocks.add(.post("orders"), .fault(.reset), .status(503), .json(["id": 7], status: 201))
}

func articleOnMockingOneRequest() {
    let slow = Request.get("report").mocked(.status(200).after(.seconds(3)))
    let user = Request.get("users/1").decoding(User.self).mocked(User(id: 1, name: "Ada"))
    print(slow, user)
}

@Suite("The article on tests")
struct ArticleOnTests {
    func title(of user: Int, client: Client) async throws -> String {
        let response = try await client.send(.get("users/\(user)"))
        return response.status == .notFound ? "No such user" : response.text
    }

    @Test("The page title of a missing user is a hint")
    func missingUser() async throws {
        let client = Client(baseURL: "https://api.example.com/v1/")
        client.mocks.unmatchedRequests = .rejected
        try client.mocks.add(.get("users/:id"), .status(404))

        #expect(try await title(of: 1, client: client) == "No such user")
        #expect(client.mocks.all.map(\.hits) == [1])
    }
}

func articleOnClocks(_ clock: some Clock<Duration>) {
    let client = Client {
        $0.clock = clock
        $0.retry = .transientFailures(.exponential(from: .seconds(1), attempts: 3))
    }
    print(client)
}

func articleOnLoggingIn() {
    let client = Client(baseURL: "https://api.example.com/v1/") {
        $0.authentication = .bearer("secret")
    }
    let admin = Request.get("users").with { $0.authentication = .basic(user: "root", password: "sesame") }
    let open = Request.get("status").with { $0.authentication = .anonymous }
    print(client, admin, open)

    let key = AWSKey(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: "secret", region: "eu-west-1", service: "s3")
    let bucket = Client(baseURL: "https://my-bucket.s3.eu-west-1.amazonaws.com/") {
        $0.authentication = .aws(key)
    }
    print(bucket)

    let login = Client(baseURL: "https://login.example.com/")
    let token = RenewableToken("first") { token in
        ["Authorization": "Bearer \(token)"]
    } renew: { _, _ in
        .renewed(try await login.send(Request.post("token").decoding(String.self)))
    }
    let api = Client(baseURL: "https://api.example.com/") { $0.authentication = .authenticator(token) }
    print(api)
}

func articleOnStreaming(_ client: Client) async throws {
    let log = try await client.stream(.get("log"), accepting: .successful)
    for try await line in log.lines { print(line) }

    let feed = try await client.stream(.get("feed"))
    for try await event in feed.serverSentEvents {
        print(event.type, event.data)
    }

    let numbers = BodyStream {
        AsyncStream([UInt8].self) { continuation in
            for number in 1...1000 { continuation.yield(Array("\(number)\n".utf8)) }
            continuation.finish()
        }
    }
    let uploaded = try await client.send(.put("numbers", body: .stream(numbers)))
    print(uploaded.status)
}

func articleOnDownloading(_ client: Client) async throws {
    let download = client.start(Request.get("large.iso").downloading(to: "large.iso", resuming: true))
    for await progress in download.progress {
        if let fraction = progress.fractionReceived { print(Int(fraction * 100), "%") }
    }
    let file = try await download.value
    print(file.path, file.byteCount)
}

/// The snippet of the landing page.
func landingPage() async throws {
    let client = Client(baseURL: "https://api.example.com/v1/") {
        $0.retry = .transientFailures(.exponential(from: .milliseconds(200), attempts: 4))
    }
    let page = try await client.send(.get("users", query: ["page": 2]))
    print(page.status, page.text)
}
