import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Where the body of a request ends", .timeLimit(.minutes(1)))
struct FramingTests {
    private let server: SandboxServer

    init() throws {
        server = try SandboxServer.start()
    }

    private func request(_ method: ClientEngine.HTTPMethod = .post, _ codings: String...) -> Request {
        Request(method: method, url: server.url + "/upload", body: method == .get ? .none : .text("abc")).with
        {
            for coding in codings { $0.headers.add("Transfer-Encoding", coding) }
        }
    }

    @Test(
        "A Transfer-Encoding other than chunked fails the request before anything is sent",
        arguments: [
            "gzip", "xchunked", "chunked, gzip", "gzip, chunked", "chunked, chunked", "identity", "",
            "chunked;a",
        ])
    func otherCodings(coding: String) async throws {
        let error = await #expect(throws: ClientError.self) {
            try await Client().send(request(.post, coding))
        }
        #expect(error?.label == "invalidRequest/queue")
        #expect(error?.message.contains("“\(coding)”") == true)
        #expect(throws: ClientError.self) { try Client().preview(request(.post, coding)) }
        #expect(server.requests.isEmpty)
    }

    @Test("Two fields of Transfer-Encoding, and one without a body, fail the request")
    func others() async throws {
        for request in [
            request(.post, "chunked", "chunked"), request(.post, "gzip", "chunked"), request(.get, "chunked"),
        ] {
            let error = await #expect(throws: ClientError.self) { try await Client().send(request) }
            #expect(error?.label == "invalidRequest/queue")
        }
        #expect(server.requests.isEmpty)
    }

    @Test(
        "chunked in any case sends chunks, without the caller's Content-Length",
        arguments: ["chunked", "Chunked", "CHUNKED"])
    func chunked(coding: String) async throws {
        let request = request(.put, coding).header("Content-Length", "1")
        let response = try await Client().send(request)
        let received = try #require(server.requests.last)
        #expect(received.body == Array("abc".utf8))
        #expect(received.headers(named: "Transfer-Encoding") == [coding])
        #expect(received.header("Content-Length") == nil)
        #expect(response.record.lastExchange?.bodySent == 3)
    }

    /// Adds framing fields to every attempt.
    private struct Framing: Interceptor {
        func headers(for request: Request, attempt: Int, of task: TaskID) async throws -> Headers {
            ["Transfer-Encoding": "gzip", "Content-Length": "7"]
        }
    }

    @Test("Interceptors and credentials cannot change where the body ends")
    func additions() async throws {
        let fields: Headers = ["Transfer-Encoding": "gzip", "Content-Length": "7"]
        for client in [
            Client { $0.interceptors = [Framing()] }, Client { $0.authentication = .headers(fields) },
        ] {
            #expect(try await client.send(request()).status == 200)
            let received = try #require(server.requests.last)
            #expect(received.body == Array("abc".utf8))
            #expect(received.headers(named: "Content-Length") == ["3"])
            #expect(received.header("Transfer-Encoding") == nil)
        }
        #expect(server.requests.count == 2)
    }
}
