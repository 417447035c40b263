import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Connections and odd exchanges", .timeLimit(.minutes(1)))
struct ConnectionTests {
    private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// Requests that leave as much state as possible in a handle.
    static let marks: [Request] = [
        .get("/hello").with { $0.authentication = .basic(user: "u", password: "p") },
        .get("/hello").with { $0.authentication = .digest(user: "u", password: "p") },
        .get("/hello").with { $0.authentication = .headers(["X-Key": "k"]) },
        .get("/hello").with { $0.headers = ["User-Agent": "x", "Accept-Encoding": "br", "Cookie": "a=b"] },
        .get("/cookies/set?a=b"), .head("/hello"), .delete("/hello"), .post("/upload", body: .bytes([0x61])),
        .put("/upload", body: .bytes([UInt8](repeating: 0x61, count: 100_000))),
        .get("/hello").with { $0.attemptTimeout = .seconds(20) }, .get("/gzip"), .get("/status/500"),
    ]

    @Test("what a request sends does not tell which one came before it", arguments: marks)
    func traces(of mark: Request) async throws {
        let server = try SandboxServer.start()
        func head(with client: Client) async throws -> String {
            let response = try await client.send(.get("/hello"))
            #expect(response.status == 200)
            return String(decoding: response.record.lastExchange?.requestHead ?? [], as: UTF8.self)
        }
        let expected = try await head(with: Client(baseURL: server.url) { $0.cookies = nil })
        let client = Client(baseURL: server.url) {
            $0.connections.maximumConcurrentExchanges = 1
            $0.cookies = nil
        }
        for _ in 0..<3 {
            #expect(try await head(with: client) == expected)
            _ = try await client.send(mark)
            #expect(try await head(with: client) == expected)
        }
        #expect(server.requests.suffix(1).map(\.body.count) == [0])
    }

    @Test("exchanges on one connection carry nothing over from those before")
    func settings() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) { $0.connections.maximumConcurrentExchanges = 1 }
        let marked = Request.get("/hello").with {
            $0.headers = ["X-Mark": "1", "Authorization": "Basic eDp5"]
        }
        let requests = [
            .get("/hello"), marked, marked, .get("/hello"), .get("/json"), .head("/hello"), .get("/hello"),
            .post("/upload", body: .bytes([0x61])), .get("/hello"), .delete("/hello"), .get("/hello"),
        ]
        for _ in 0..<2 {
            for request in requests { _ = try await client.send(request) }
        }
        let seen = server.requests
        #expect(seen.map(\.method) == (requests + requests).map(\.method.rawValue))
        #expect(seen.map(\.target) == (requests + requests).map(\.url))
        #expect(seen.map { $0.header("X-Mark") } == (requests + requests).map { $0.headers["X-Mark"] })
        #expect(
            seen.map { $0.header("Authorization") }
                == (requests + requests).map { $0.headers["Authorization"] })
        #expect(seen.map(\.body.count) == (requests + requests).map { $0.method == .post ? 1 : 0 })
    }

    @Test("an idle connection that the server has closed is replaced without anybody noticing")
    func closedWhileIdle() async throws {
        let (ok, closed) = (ok, AsyncStream.makeStream(of: Void.self))
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            connection.write(ok)
            connection.close()
            closed.continuation.yield()
        })
        let client = Client(baseURL: server.url)
        var closings = closed.stream.makeAsyncIterator()
        for number in 1...5 {
            let response = try await client.send(.get("/\(number)"))
            await closings.next()
            #expect(response.status == 200)
            let exchanges = try #require(response.record.lastAttempt?.exchanges)
            // The engine may have noticed first and sent nothing on the connection.
            #expect([[nil], [nil, .closed]].contains(exchanges.map(\.start.reason)))
            #expect(exchanges.dropLast().allSatisfy { $0.requestHead.isEmpty })
        }
        #expect(server.requests.map(\.target) == ["/1", "/2", "/3", "/4", "/5"])
    }

    @Test("a body waits for 100 Continue where the request says so")
    func expectContinue() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let request = Request(
            method: .post, url: "/upload", headers: ["Expect": "100-continue"], body: .text("after the nod"))
        let response = try await client.send(request)
        #expect(response.text == "after the nod")
        let exchange = try #require(response.record.lastExchange)
        #expect(exchange.interims.map(\.status) == [100])
        #expect(exchange.bodySent == 13)
        let phases = exchange.phases.map(\.phase)
        #expect(phases == [.queue, .dns, .connect, .send, .wait, .receive, .process])
    }

    @Test("a server that refuses before the body gets none of it")
    func refusedBody() async throws {
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 417 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            connection.waitUntilClosed()
        })
        let client = Client(baseURL: server.url)
        let request = Request(
            method: .post, url: "/", headers: ["Expect": "100-continue"],
            body: .bytes([UInt8](repeating: 1, count: 1 << 20)))
        let task = client.start(request)
        let response = try await task.value
        #expect(response.status == 417)
        #expect(task.record.lastExchange?.bodySent == 0)
    }

    @Test(
        "a complete answer before the end of the upload is the end",
        arguments: [
            "200 OK\r\nContent-Length: 4\r\n\r\ndone",
            "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ndone\r\n0\r\n\r\n",
            "204 No Content\r\n\r\n", "413 Too Large\r\nContent-Length: 4\r\n\r\ndone",
        ])
    func abandoned(answer: String) async throws {
        let server = try SandboxServer.start(raw: { connection in
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 " + answer)
            // The server neither reads nor closes.
            while connection.pause(seconds: 60) {}
        })
        let client = Client(baseURL: server.url)
        // This exceeds the buffers of a connection.
        let task = client.start(.post("/", body: .bytes([UInt8](repeating: 1, count: 50_000_000))))
        let response = try await task.value
        #expect("\(response.status)" == answer.prefix(3))
        #expect(response.body == (response.status == 204 ? [] : Array("done".utf8)))
        #expect((task.record.lastExchange?.bodySent ?? 0) < 50_000_000)
        let next = client.start(.get("/"))
        for await state in next.states where state == .running(.wait) || state.isFinished { break }
        #expect(next.record.lastExchange?.connection?.isReused == false)
    }

    @Test("HEAD brings the length and no body; the connection stays usable")
    func head() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let response = try await client.send(.head("/bytes/1000"))
        #expect(response.status == 200)
        #expect(response.headers["Content-Length"] == "1000")
        #expect(response.body.isEmpty)
        #expect(
            response.record.lastExchange?.requestHead.starts(with: Array("HEAD /bytes/1000 ".utf8)) == true)
        let next = try await client.send(.get("/hello"))
        #expect(next.record.lastExchange?.connection?.isReused == true)
    }

    @Test("an answer without a body is complete", arguments: [204, 304])
    func noBody(status: StatusCode) async throws {
        let server = try SandboxServer.start()
        let response = try await Client(baseURL: server.url).send(.get("/status/\(status)"))
        #expect(response.status == status)
        #expect(response.body.isEmpty)
        #expect(response.record.state == .succeeded)
    }

    @Test("large fields go out and come in whole")
    func largeHeaders() async throws {
        let value = String(repeating: "v", count: 60_000)
        let server = try SandboxServer.start(raw: { connection in
            let sent = connection.readRequest()?.header("X-Large") ?? ""
            connection.write("HTTP/1.1 200 OK\r\nX-Large: \(sent)\r\nContent-Length: 0\r\n\r\n")
            connection.waitUntilClosed()
        })
        let response = try await Client(baseURL: server.url).send(
            Request(url: "/", headers: ["X-Large": value]))
        let isWhole = response.headers["x-large"] == value
        #expect(isWhole)
    }

    @Test("header fields go out in their order, with repeats, empty values and bytes as they are")
    func fields() async throws {
        let server = try SandboxServer.start()
        var headers: Headers = ["X-B": "1", "X-A": "2", "x-b": "3", "X-Empty": ""]
        headers.append(Headers.Field(rawName: Array("X-Raw".utf8), rawValue: [0x61, 0xE9, 0x62]))
        let response = try await Client(baseURL: server.url).send(Request(url: "/hello", headers: headers))
        let sent = try #require(response.record.lastExchange?.requestHead)
        let lines = sent.split(separator: 0x0A).map { String(headerBytes: $0.dropLast()) }
        #expect(
            lines.filter { $0.lowercased().hasPrefix("x-") } == [
                "X-B: 1", "X-A: 2", "x-b: 3", "X-Empty:", "X-Raw: a\u{E9}b",
            ])
    }

    @Test("any token is a method, with or without a body", arguments: ["PURGE", "OPTIONS", "DELETE"])
    func methods(name: String) async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        _ = try await client.send(Request(method: HTTPMethod(rawValue: name), url: "/upload"))
        _ = try await client.send(
            Request(method: HTTPMethod(rawValue: name), url: "/upload", body: .text("x")))
        #expect(server.requests.map(\.method) == [name, name])
        #expect(server.requests.map(\.body) == [[], [0x78]])
    }

    @Test("user information of the base URL is sent as Basic credentials")
    func credentials() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: "http://u:p@127.0.0.1:\(server.port)")
        #expect(try await client.send(.get("/basic-auth/u/p")).status == 200)
        #expect(server.requests.map(\.target) == ["/basic-auth/u/p"])
    }
}
