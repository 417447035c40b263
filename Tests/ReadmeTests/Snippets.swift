import ClientEngine

struct Cat: Decodable, Sendable { var name: String }

// The comments are aligned, as in the README.
// swift-format-ignore
func snippets() async throws {
    let client = Client(baseURL: "https://api.example.com/v1/") {
        $0.retry = .transientFailures(.exponential(from: .milliseconds(200), attempts: 4))
    }
    let search = Request.get("search", query: ["q": "cute cats"]).decoding([Cat].self)
    let task = client.start(search)                           // returns at once
    for await state in task.states { print(state) }           // queued, running(dns), … succeeded
    let cats = try await task.value
    print(cats.count)
}

func mocks() async throws {
    let client = Client(baseURL: "https://api.example.com/v1/")
    try client.mocks.add(.get("users/:id"), .json(["id": 1]), times: 2)
    try client.mocks.add(.post("orders"), .fault(.reset), .status(503), .status(201))
    _ = client
}

func observing(_ client: Client) async {
    for await event in client.events() {
        if case .attemptEnded(_, let retry?) = event.kind {
            print("task \(event.task) tries again in \(retry.delay): \(retry.explanation)")
        }
    }
}
