import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("URLs that cannot be used", .timeLimit(.minutes(1)))
struct UnusableURLTests {
    static let unusable = ["http://", "ftp://a.test/", "http://a b/", "http://a.test:99999/", "relative"]

    @Test(
        "fail the task and the preview with the error that making a URL of them throws", arguments: unusable)
    func requests(text: String) async throws {
        let client = Client()
        let request = Request.get(text)
        let error = await #expect(throws: ClientError.self) { try await client.send(request) }
        #expect(error?.label == "invalidRequest/queue")
        #expect(#expect(throws: ClientError.self) { try client.preview(request) } == error)
        let task = client.start(request)
        #expect(await task.result.error as? ClientError == error)
        #expect(task.record.attempts.isEmpty)
        if text != "relative" {
            #expect(#expect(throws: ClientError.self) { try RequestURL(parsing: text) } == error)
        }
    }

    @Test("A URL or a field of 1 MiB is an error of the request, before anything is sent")
    func tooLong() async throws {
        let server = try SandboxServer.start()
        let long = String(repeating: "x", count: 1 << 20)
        for request in [
            Request.get(server.url + "/" + long), .get(server.url + "/?q=" + long),
            .get(server.url + "/hello").header("X-Long", long),
        ] {
            let task = Client().start(request)
            let error = await task.result.error as? ClientError
            #expect(error?.label == "invalidRequest/queue")
            #expect(error?.message.contains("at most 1000000 can be sent") == true)
            #expect(task.record.attempts.isEmpty)
        }
        #expect(server.requests.isEmpty)
        let fits = Request.get(server.url + "/hello").header("X-Long", String(repeating: "x", count: 900_000))
        let error = await Client().start(fits).result.error as? ClientError
        #expect(error?.kind != .invalidRequest)
    }

    @Test("as a client's base URL they fail every request of the client, before anything is sent")
    func baseURL() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: "ftp://a.test/")
        let expected = #expect(throws: ClientError.self) { try BaseURL("ftp://a.test/") }
        for url in ["hello", server.url + "/hello"] {
            let error = await #expect(throws: ClientError.self) { try await client.send(.get(url)) }
            #expect(error == expected)
        }
        #expect(server.requests.isEmpty)
    }
}
