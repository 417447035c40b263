import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Building requests", .timeLimit(.minutes(1)))
struct RequestChainingTests {
    @Test("each link of the chain changes a copy")
    func chain() {
        let plain = Request.get("/a")
        let request = plain.header("A", "1").header("B", "2").header("a", "3").header("B", nil)
            .parameter("q", 1).parameter("q", "2").parameters(["r": true])
            .cookie("s", "x=y").cookie("t", "1").cookie("s", "z==")
        #expect(plain == .get("/a"))
        #expect(request.headers == ["A": "3", "Cookie": "t=1; s=z=="])
        #expect(request.parameters == ["q": 1, "q": "2", "r": true])
        let old = Request.get("/a").header("Cookie", "a=1=2;b").cookie("c", "3")
        #expect(old.headers["Cookie"] == "a=1=2; b; c=3")
    }

    @Test("with passes on what its closure throws")
    func throwing() {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) { try Request.get("/").with { _ in throw Refusal() } }
    }

    @Test("every verb takes a query, a URL of text or of Foundation, and has its method")
    func verbs() throws {
        let requests: [Request] = [
            .get("/", query: ["q": 1]), .head("/", query: ["q": 1]), .post("/", query: ["q": 1]),
            .put("/", query: ["q": 1]), .patch("/", query: ["q": 1]), .delete("/", query: ["q": 1]),
            .options("/", query: ["q": 1]), .trace("/", query: ["q": 1]),
        ]
        #expect(requests.map(\.method) == [.get, .head, .post, .put, .patch, .delete, .options, .trace])
        #expect(requests.allSatisfy { $0.url == "/?q=1" })
        #expect(
            requests.map(\.method.isIdempotent) == [true, true, false, true, false, true, true, true])
        #expect(!HTTPMethod.connect.isIdempotent && !HTTPMethod("REPORT").isIdempotent)
        let url = try #require(URL(string: "b?c", relativeTo: URL(string: "http://h/a/")))
        #expect(Request.get(url).url == "http://h/a/b?c")
        #expect(try Request.post(#require(URL(string: "x"))).url == "x")
    }

    @Test(
        "every method is sent under its name", arguments: ["OPTIONS", "TRACE", "PATCH", "DELETE", "REPORT"])
    func sent(method: String) async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        _ = try await client.send(Request(method: HTTPMethod(rawValue: method), url: "/inspect"))
        #expect(server.requests.map(\.method) == [method])
    }

    @Test("CONNECT, TRACE with a body and a method that is no token are errors before anything is sent")
    func refusedMethods() async {
        let requests: [(Request, String)] = [
            (Request(method: .connect, url: "http://127.0.0.1:1/"), "unsupported/queue"),
            (Request(method: .trace, url: "http://127.0.0.1:1/", body: .text("x")), "invalidRequest/queue"),
            (Request(method: "GET it", url: "http://127.0.0.1:1/"), "invalidRequest/queue"),
        ]
        for (request, label) in requests {
            let error = await #expect(throws: ClientError.self) { try await Client().send(request) }
            #expect(error?.label == label)
            #expect(error?.hint != nil)
        }
    }

    @Test("values of one's own are found by key and type, compared, and removed")
    func userInfo() {
        let number = UserInfo.Key<Int>("a")
        let text = UserInfo.Key<String>("a")
        let request = Request.get("/").userInfo(number, 7).userInfo(text, "seven")
        #expect(request.userInfo[number] == 7)
        #expect(request.userInfo[text] == "seven")
        #expect(request == Request.get("/").userInfo(text, "seven").userInfo(number, 7))
        #expect(request.hashValue == Request.get("/").userInfo(text, "seven").userInfo(number, 7).hashValue)
        #expect(request != request.userInfo(number, 8))
        #expect(request.userInfo(number, nil).userInfo[number] == nil)
        #expect(!request.userInfo.isEmpty && UserInfo().isEmpty)
    }

    @Test("values of one's own survive copies, retries and the task's record")
    func userInfoSurvives() async throws {
        let key = UserInfo.Key<[String]>("trail")
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) {
            $0.retry = RetryPolicy(maximumRetries: 1, backoff: Backoff(from: .zero, hasJitter: false))
        }
        let request = Request.get("/flaky/1", query: ["key": "info"]).userInfo(key, ["a"])
        let response = try await client.send(request.with { $0.name = "copy" })
        #expect(response.record.attempts.count == 2)
        #expect(response.record.origin.request.userInfo[key] == ["a"])
        #expect(server.requests.allSatisfy { request in !"\(request)".contains("trail") })
    }
}
