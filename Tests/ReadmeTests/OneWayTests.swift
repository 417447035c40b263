import ClientEngine
import ClientEngineCompatibility
import Foundation
import Testing

/// Has the access of a user's package.
@Suite("The one public way to each thing", .timeLimit(.minutes(1)))
struct OneWayTests {
    @Test("fields are taken apart where they are, quotes and escapes respected")
    func fields() {
        let headers: Headers = ["Content-Disposition": #"form-data; name="a;\"b"; Lost"#]
        let parameters = headers.parameters(of: "content-disposition")
        #expect(parameters.map(\.name) == ["form-data", "name", "Lost"])
        #expect(parameters.map(\.value) == [nil, #"a;"b"#, nil])
        #expect(MediaType(path: "pages/LOGO.PNG") == "image/png")
    }

    @Test("older clients' queries take parameters in")
    func legacyQueries() {
        #expect(
            JewzruxinQuery.merging(["B": "2", "a": "1"], into: "http://h/p?A=0") == "http://h/p?a=0&a=1&b=2")
    }

    @Test("a client says which program it is, and previews say what goes out")
    func previews() throws {
        let client = Client(baseURL: "http://pets.test/") {
            $0.setUserAgent(name: "Reader", version: "2.1", build: "7")
        }
        let preview = try client.preview(.post("a").parameters(["item": "book"], in: .json))
        #expect(preview.url == "http://pets.test/a")
        #expect(preview.headers["User-Agent"]?.hasPrefix("Reader 2.1 rv:7 (device_model:") == true)
        #expect(preview.headers["Content-Length"] == "15")
        #expect(preview.body.bytes == Array(#"{"item":"book"}"#.utf8))
    }

    @Test("a policy of one's own asks for statuses, and its closure sees number, answer and error")
    func retries() async throws {
        let client = Client(baseURL: "http://pets.test/")
        try client.mocks.add(.get("a"), .status(409), .reply(Mock.Reply(status: 200, body: .text("done"))))
        let backoff = Backoff(from: .zero, hasJitter: false)
        let stubborn = Request.get("a").with {
            $0.retry = RetryPolicy(maximumRetries: 1, when: [.status(409)], backoff: backoff)
        }
        let answer = try await client.send(stubborn)
        #expect(answer.text == "done" && answer.record.attempts.count == 2)

        try client.mocks.add(.get("b"), .fault(.reset), .status(200))
        let judged = Request.get("b").with {
            $0.retry = .custom {
                $0.number == 1 && $0.error is ClientError && $0.response == nil ? .zero : nil
            }
        }
        let task = client.start(judged)
        #expect(try await task.value.status == 200)
        #expect(task.record.duration != nil)
    }

    @Test("attempts are reported before the completion, until nobody is named")
    func reports() async throws {
        let client = Client(baseURL: "http://pets.test/")
        try client.mocks.add(.any, .status(204))
        let queue = DispatchQueue(label: "reports")
        let (reports, continuation) = AsyncStream.makeStream(of: Int.self)
        client.onAttempt(on: .queue(queue)) {
            continuation.yield($1.number * 100 + ($0.id == 1 ? 1 : 0))
        }
        client.start(.get("a"), completingOn: .queue(queue)) { _ in continuation.yield(-1) }
        var told = reports.makeAsyncIterator()
        #expect(await told.next() == 101)
        #expect(await told.next() == -1)
        client.onAttempt(nil)
        client.start(.get("a"), completingOn: .queue(queue)) { _ in continuation.yield(-2) }
        #expect(await told.next() == -2)
    }
}
