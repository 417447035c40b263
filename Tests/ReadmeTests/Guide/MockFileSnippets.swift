import ClientEngine
import EngineJSON

/// The snippets of docs/mocks.md.
func mocksFromCode() async throws {
    let client = Client(baseURL: "https://api.example.com/v1/")

    try client.mocks.add(.get("users/:id"), .json(["id": 1, "name": "Ada"]))
    try client.mocks.add(.post("orders"), .fault(.reset), .status(503), .status(201))
    let id = try client.mocks.add(.delete("orders/:id"), .status(204).after(.seconds(1)), times: 2)

    let user = try await client.send(.get("users/7"))
    print(user.status, user.text, user.record.mock?.name ?? "no mock")

    client.mocks.setEnabled(false, id: id)
    client.mocks.isEnabled = false
    for status in client.mocks.all { print(status.mock.name, status.hits) }
}

func mocksWithConditions(_ client: Client) throws {
    var match = Mock.Match.post("orders")
    match.headers = [Mock.Condition("Content-Type", .contains("json"))]
    match.body = [.equalToJSON(Mock.JSONBody(["item": "book"], ignoresExtraElements: true))]
    try client.mocks.add(Mock(id: "order", match: match, answers: [.status(201)], priority: 1))
}

func mocksByCode() throws {
    let client = Client(baseURL: "https://api.example.com/v1/")

    try client.mocks.add(
        .get("users/:id"),
        .computed { question in
            .json([
                "id": .string(question.parameters["id"] ?? ""),
                "page": .string(question.query.first?.value ?? "1"),
            ])
        })
    try client.mocks.add(
        .post("counter"),
        .computed(remembering: 0) { count, question in
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
    client.mocks.unmatchedRequests = .rejected
    client.mocks.unmatchedRequests = .rejected(.external, status: 500)
    let response = try await client.send(.get("https://elsewhere.example.com/"))
    print(response.isUnmatched)
}

func mocksOfOneRequest() {
    let request = Request.get("users/7").mocked(.status(503), .json(["id": 7]).after(.seconds(1)))
    let name = Request.get("users/7").parsingJSON().map { $0["name"]?.string }
    let mocked = name.mocked("Ada", delay: .milliseconds(50))
    print(request, mocked)
}
