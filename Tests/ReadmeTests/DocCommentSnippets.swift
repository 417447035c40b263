import ClientEngine
import ClientEngineCompatibility
import FoundationEssentials

private struct User: Decodable, Sendable { var name: String }

extension UserInfo.Key<Int> {
    static let customer = UserInfo.Key<Int>("customer")
}
let request = Request.get("orders").userInfo(.customer, 7)

// swift-format-ignore
func clientComments() {
    let client = Client(baseURL: "https://api.example.com/v1/") {
        $0.retry = .transientFailures(.retryTwice())  // an option, which a request or an environment may override
        $0.connections.proxy = "http://proxy:3128"  // how servers are reached
        $0.limits.collectedBody = 8 << 20  // how much is taken from them
    }
    _ = client
}

// swift-format-ignore
func requestComments(_ term: String) throws {
    let request = Request.get("users").with { $0.attemptTimeout = .seconds(5) }
    let search: Parameters = ["q": term, "page": 2, "tags": ["a", "b"], "exact": nil]
    print(request, search)
}

// swift-format-ignore
func templateComments() throws {
    let search = try URITemplate("/search{?q,page}")
    let url = try search.expanded(["q": "cute cats", "page": 2])    // /search?q=cute%20cats&page=2
    print(url)
}

// swift-format-ignore
func sendingComments(_ client: Client) async throws {
    let status = try await withTaskExecutorPreference(client.executor) { try await client.send(.get("status")) }
    print(status.status)
}

func externalComments(_ client: Client) {
    let task = client.externalTask(for: .get("https://example.com"), from: Provenance(.tunnel)) { command in
        print(command)
    }
    task.report(.attemptStarted(reason: nil, waited: nil), attempt: 1)
    task.report(.taskEnded(.succeeded))
    task.publish()
}

func annotationComments(_ client: Client, _ task: RequestTask<Response>) {
    client.annotate(task.id, Annotation("ticket", "SHOP-17"))
}

func convertibleComments(_ client: Client) async throws {
    struct GetUser: RequestConvertible {
        var id: Int
        var typedRequest: TypedRequest<User> { Request.get("users/\(id)").decoding() }
    }
    let user = try await client.send(GetUser(id: 1))
    print(user.name)
}

func bodyComments(_ name: String, _ count: Int) {
    let order = Body.json(["item": name, "count": count, "gift": true])
    print(order)
}

func decoderComments(_ response: Response) throws {
    let decoder = JSONBytesDecoder {
        $0.dateDecodingStrategy = .iso8601
        $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    let users = try decoder.decode([User].self, from: response.body)
    print(users)
}

func proxyComments(_ client: Client) {
    client.reconfigure { $0.connections.proxy = "socks5h://127.0.0.1:1080" }
}

func interceptorComments() {
    enum Trace {
        static let current = "1"
    }
    let client = Client { $0.interceptors = [.adapting { $0.headers["X-Trace"] = Trace.current }] }
    print(client)
}

func profileComments() throws {
    let profile = try ServiceProfile(["Resources": [["Name": "user", "URITemplate": "users/{id}"]]])
    print(profile)
}

func serviceComments(_ client: Client) async throws {
    let service = ServiceClient(try ServiceProfile(contentsOfFile: "api.json"), client: client)
    let user = try await client.send(service.request(for: "user", ["id": 1]))
    print(user.status)
    let task = try service.start("user", ["id": 1], identifier: "profile") { $0.decoding(User.self) }
    print(task.id)
}

func tokenComments(_ client: Client) {
    let session = RenewableToken("first") { token in
        ["Authorization": "Bearer \(token)"]
    } renew: { challenge, token in
        .renewed(try await client.send(.post("token").decoding(String.self)))
    }
    print(session)
}
