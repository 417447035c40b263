import ClientEngine
import ClientEngineCompatibility
import Foundation

func guideToRequests() {
    let page = Request.get("articles/7")
        .header("Accept-Language", "en")
        .cookie("theme", "dark")
        .parameter("format", "short")
        .with { $0.attemptTimeout = .seconds(5) }
    let report = Request(method: "REPORT", url: "https://dav.example.com/calendar")
    print(page, report)
}

func guideToHeaders() {
    var fields: Headers = ["Accept": "text/html"]
    fields.add("Via", "1.1 a")
    fields.add("Via", "1.1 b")
    print(fields["via"] ?? "", fields.values(of: "Via"))
    print(fields.merging(["accept": "*/*"]).normalized)
}

func guideToParameters(_ client: Client) throws {
    let term = "cute cats"
    let search = Request.get("search", query: ["q": term, "page": 2, "tags": ["a", "b"], "exact": nil])
    // search?q=cute%20cats&page=2&tags=a&tags=b&exact

    let order = Request.post("orders").parameter("item", "book").parameter("count", 2)
    // body item=book&count=2, Content-Type: application/x-www-form-urlencoded

    let both = Request.post("orders")
        .parameters(["item": "book"], in: .json)
        .parameters(["dry": true], in: .query)
    let placed = try client.preview(both)  // what will be sent: url, body and headers
    print(placed.url, placed.headers["Content-Type"] ?? "")
    print(search, order)
}

func guideToBaseRequests() {
    let base = Request.get("https://api.example.com/v1").header("Accept", "text/html").parameter("key", "abc")
    let users = Request.get("users").inheriting(from: base)  // https://api.example.com/v1/users?key=abc
    print(users.url)
}

func guideToServers() async throws {
    let api = try ServerEnvironment(
        "api", baseURL: "https://api.example.com/v1", defaultHeaders: ["Accept-Language": "en"],
        authentication: .bearer("token"))
    let files = try ServerEnvironment("files", baseURL: "https://files.example.com/")
    let client = Client { $0.environments = [api, files] }

    let user = try await client.send(.get("users/1"))  // below the first one
    let file = try await client.send(Request.get("a.txt").with { $0.environment = "files" })
    print(user.status, file.status)
}

func guideToOptions() throws {
    var slow = try ServerEnvironment("reports", baseURL: "https://reports.example.com/")
    slow.timeouts.firstByte = .seconds(120)
    slow.usesCookies = false
    let client = Client { [slow] in
        $0.environments = [slow]
        $0.retry = .transientFailures(.exponential(from: .milliseconds(200), attempts: 3))
        $0.attemptTimeout = .seconds(60)
        $0.acceptedStatuses = .matching { $0.rawValue < 400 }
    }
    let yearly = Request.get("https://reports.example.com/2026").with { $0.attemptTimeout = .unlimited }
    print(client, yearly)
}

private struct User: Decodable, Sendable { var name: String }

private struct GetUser: RequestConvertible {
    var id: Int
    var typedRequest: TypedRequest<User> { Request.get("users/\(id)").decoding() }
}

extension RequestConvertible where Self == Request {
    static var health: Request { .get("health") }
}

func guideToOwnRequests(_ client: Client) async throws {
    let user = try await client.send(GetUser(id: 7))
    let health = try await client.send(.health)
    print(user, health.status)
}

func guideToUserAgents() {
    let reader = Client { $0.setUserAgent(name: "Reader", version: "2.1") }
    print(reader.configuration.userAgent)
}

func guideToEndpoints() async throws {
    let text = #"""
        {"BaseURL": "https://api.example.com/v1/",
         "Resources": [{"Name": "user", "URITemplate": "users/{id}{?fields*}"},
                       {"Name": "addUser", "URITemplate": "users", "Method": "POST"}]}
        """#
    let profile = try ServiceProfile(parsing: Data(text.utf8))
    let service = ServiceClient(profile, client: Client()) { name, request in
        if name == "addUser" { request.attemptTimeout = .seconds(5) }
    }
    let user = try service.request(for: "user", ["id": 7, "fields": ["name", "age"]])
    print(user.url)
    let task = try service.start("user", ["id": 7], identifier: "profile page", existing: .replace)
    print(task.id)
}

func guideToIdentifiers(_ client: Client) {
    let first = client.start(Request.get("feed").with { $0.identifier = "feed" })
    let same = client.start(Request.get("feed").with { $0.identifier = "feed" }, existing: .reuse)
    print(first.id == same.id, client.liveTask(identifiedBy: "feed")?.record.state ?? .succeeded)
}

func guideToTemplates() throws {
    let template = try URITemplate("/search{?q,page}")  // throws with the offset of what is wrong
    print(try template.expanded(["q": "a b"]))  // /search?q=a%20b
    let (text, errors) = URITemplate.expand("/x{!y}", leniently: [:])  // as good as can be, and what is wrong
    print(text, errors)
}

func guideToUnixSockets(_ client: Client) throws {
    let containers = Request.get("http://localhost/v1.41/containers/json").with {
        $0.unixSocket = "/var/run/docker.sock"
    }
    print(try client.preview(containers).url)
}

extension UserInfo.Key<String> {
    static var screen: UserInfo.Key<String> { UserInfo.Key("screen") }
}

func guideToUserInfo() {
    let marked = Request.get("status").userInfo(.screen, "home")
    print(marked.userInfo[.screen] ?? "")
}

func guideToPreviews(_ client: Client) throws {
    let preview = try client.preview(.post("albums", body: .text("summer")))
    print(preview.url, preview.headers["Content-Type"] ?? "none", preview.headers["Content-Length"] ?? "")
}
