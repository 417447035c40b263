import EngineJSON
import InspectorHTTPServer
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("A preview", .timeLimit(.minutes(1)))
struct PreviewTests {
    /// A request with a description.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: Request

        init(_ description: String, _ request: Request) {
            testDescription = description
            self.request = request
        }
    }

    private static let form = Multipart(["a": "b"], parts: [.data([1, 2], name: "c")])
    private static func stream(_ length: Int? = nil) -> Body {
        .stream(BodyStream(length: length) { AsyncBytes(["some ", "bytes"]) })
    }

    static let cases: [Case] = [
        Case("nothing special", .get("a")), Case("a query", .get("a", query: ["q": "x y"]).parameter("r", 1)),
        Case("a form", .post("a").parameter("item", "book").parameter("count", 2)),
        Case("parameters as JSON", .put("a").parameters(["item": "book"], in: .json).parameter("dry", true)),
        Case("an empty form", .post("a").with { $0.placement = .form }),
        Case("parts with parameters", .post("a", body: .multipart(form)).parameter("p", "q")),
        Case("JSON", .patch("a", body: .json(["x": [1, 2]] as JSONValue))),
        Case("a stream", .post("a", body: stream())),
        Case("a stream with its length", .post("a", body: stream(10))),
        Case(
            "a stream to a server that wants lengths",
            .post("a", body: stream()).with { $0.environment = "strict" }),
        Case(
            "a stream to a server that wants lengths, but not of this one",
            .post("a", body: stream()).with {
                $0.environment = "strict"
                $0.sendsContentLength = false
            }),
        Case("JSON that is made late", .post("a", body: .json(later: [1]))),
        Case("chunks of what is known", .post("a", body: .text("x")).header("Transfer-Encoding", "chunked")),
        Case("no body where one is usual", .post("a")), Case("no body where none is", .delete("a")),
        Case("no body asked for", .head("a")),
        Case("defaults of a server", .get("a").with { $0.environment = "strict" }),
        Case("no defaults", .get("a").with { $0.environmentDefaults = .never }),
        Case(
            "fields of its own",
            .get("a").header("Accept", "a/b").header("User-Agent", "me").header("X-All", "own")),
        Case("a coding", .get("a").header("Accept-Encoding", "gzip")),
        Case("a login", .get("a").with { $0.authentication = .basic(user: "u", password: "p") }),
        Case(
            "credentials of several fields, some of which are not theirs",
            .get("a").header("X-Key", "old").with {
                $0.authentication = .headers([
                    "X-Key": "k", "X-More": "m", "Accept": "no", "Content-Length": "9",
                ])
            }),
        Case("nobody", .get("a").with { $0.authentication = .anonymous }),
        Case("a cookie of its own", .get("a").cookie("own", "1")),
        Case("no cookies", .get("a").with { $0.usesCookies = false }),
    ]

    private let server: ScriptedServer
    private let client: Client

    init() throws {
        let server = try ScriptedServer(200)
        let plain = try ServerEnvironment("plain", baseURL: server.url, defaultHeaders: ["X-Server": "plain"])
        var strict = try ServerEnvironment(
            "strict", baseURL: server.url + "/strict", defaultHeaders: ["X-Server": "strict"])
        strict.sendsContentLength = true
        let environments = [plain, strict]
        let jar = CookieJar()
        jar.store(["Set-Cookie": "kept=1; Path=/"], from: try RequestURL(parsing: server.url))
        self.server = server
        client = Client(baseURL: server.url) {
            $0.environments = environments
            $0.defaultHeaders = ["X-All": "all"]
            $0.authentication = .bearer("of the client")
            $0.cookies = jar
        }
    }

    /// A request as a server receives it, without its URL.
    private struct Heard: Equatable {
        var method: String
        var target: String
        var fields: [String]

        init(_ request: ReceivedRequest) {
            (method, target) = (request.method, request.target)
            fields = request.headers.filter { $0.name != "Host" }.map { "\($0.name): \($0.value)" }.sorted()
        }

        init(_ preview: Request) throws {
            let url = try RequestURL(parsing: preview.url)
            method = preview.method.rawValue
            target = url.path + (url.query.map { "?" + $0 } ?? "")
            fields = preview.headers.map { "\($0.name): \($0.value)" }.sorted()
        }
    }

    @Test("shows what goes out: method, target, fields and body", arguments: cases)
    func agrees(example: Case) async throws {
        let preview = try client.preview(example.request)
        _ = try await client.send(example.request)
        let sent = try #require(server.server.requests.last)
        var heard = Heard(sent)
        // The length of a deferred body is unknown in a preview.
        let length = preview.headers["Content-Length"].flatMap { Int($0) }
        let isOpen = length == nil && preview.headers["Transfer-Encoding"] == nil && !sent.body.isEmpty
        if isOpen { heard.fields.removeAll { $0 == "Content-Length: \(sent.body.count)" } }
        #expect(try Heard(preview) == heard)
        if let length { #expect(length == sent.body.count) }
        if let bytes = preview.body.bytes { #expect(bytes == sent.body) }

        // A client that adds nothing itself sends the preview.
        let bare = Client {
            $0.cookies = nil
            $0.sendsContentLength = isOpen
        }
        _ = try await bare.send(preview)
        let again = try #require(server.server.requests.last)
        #expect(Heard(again) == Heard(sent))
        #expect(again.body == sent.body)
    }

    @Test("shows what a POST with parameters sends behind its head")
    func parameters() throws {
        let preview = try client.preview(.post("a").parameter("item", "book").parameter("count", 2))
        #expect(preview.body.bytes == Array("item=book&count=2".utf8))
        #expect(preview.headers["Content-Length"] == "17")
        #expect(preview.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }
}
