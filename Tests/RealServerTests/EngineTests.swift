import ClientEngine
import EngineJSON
import Testing

@Suite("The engine against nginx and httpbin", .enabled(if: RealServers.areUp), .timeLimit(.minutes(2)))
struct EngineTests {
    private let client = Client()

    private func json(_ response: Response) throws -> JSONValue {
        try JSONValue(parsing: response.body)
    }

    @Test("any status is an answer", arguments: [200, 204, 304, 400, 404, 418, 429, 500, 503])
    func statuses(status: StatusCode) async throws {
        let response = try await client.send(.get("\(RealServers.httpbin)/status/\(status)"))
        #expect(response.status == status)
        #expect(response.record.attempts.count == 1)
    }

    @Test("redirects of httpbin are exchanges of one attempt")
    func redirects() async throws {
        let response = try await client.send(.get("\(RealServers.httpbin)/redirect/3"))
        #expect(response.status == 200)
        #expect(response.record.attempts.count == 1)
        #expect(response.record.attempts.first?.exchanges.map { $0.head?.status } == [302, 302, 302, 200])
        #expect(response.url == "\(RealServers.httpbin)/get")
    }

    @Test("a redirect of nginx leads to a file, or stays an answer when it must not be followed")
    func moved() async throws {
        let followed = try await client.send(.get("\(RealServers.nginx)/moved"))
        #expect(followed.text == "hello from nginx\n")
        let kept = try await client.send(
            Request.get("\(RealServers.nginx)/moved").with { $0.followsRedirects = false })
        #expect(kept.status == 301)
        #expect(kept.headers["Location"]?.hasSuffix("/hello.txt") == true)
    }

    @Test("compressed bodies are decoded, and stay as they were on the wire", arguments: ["gzip", "deflate"])
    func encodings(name: String) async throws {
        let response = try await client.send(.get("\(RealServers.httpbin)/\(name)"))
        #expect(response.headers["Content-Encoding"] == name)
        #expect(try json(response)["method"] == "GET")
        let exchange = try #require(response.record.lastExchange)
        #expect(exchange.wireBody != response.body)
        #expect(exchange.bodyReceived == exchange.wireBody.count)
    }

    @Test("nginx compresses while it sends")
    func chunkedGzip() async throws {
        let request = Request(url: "\(RealServers.nginx)/text.txt", headers: ["Accept-Encoding": "gzip"])
        let response = try await client.send(request)
        #expect(response.headers["Content-Encoding"] == "gzip")
        let isWhole = response.body == Array(repeating: UInt8(ascii: "z"), count: 200_000)
        #expect(isWhole)
    }

    @Test("a body in pieces of unknown length is put together")
    func chunked() async throws {
        let response = try await client.send(.get("\(RealServers.httpbin)/stream/5"))
        #expect(response.headers["Transfer-Encoding"] == "chunked")
        #expect(response.text.split(separator: "\n").count == 5)
    }

    @Test("basic credentials are let in, and without them 401 is the answer")
    func basicAuthentication() async throws {
        let url = "\(RealServers.httpbin)/basic-auth/ada/lovelace"
        let refused = try await client.send(.get(url))
        #expect(refused.status == 401)
        let request = Request(url: url, headers: ["Authorization": "Basic YWRhOmxvdmVsYWNl"])
        #expect(try json(await client.send(request))["user"] == "ada")
    }

    @Test("a body arrives as it was sent", arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func upload(method: String) async throws {
        let text = #"{"name": "Zoë", "n": 1.50}"#
        let request = Request(
            method: HTTPMethod(rawValue: method), url: "\(RealServers.httpbin)/anything",
            headers: ["Content-Type": "application/json"], body: .text(text))
        let echo = try json(await client.send(request))
        #expect(echo["data"]?.string == text)
        #expect(echo["method"]?.string == method)
        #expect(echo["headers"]?["Content-Length"]?.string == "\(text.utf8.count)")
    }

    @Test("a large upload is counted to its last byte")
    func largeUpload() async throws {
        let body = [UInt8](repeating: UInt8(ascii: "u"), count: 2_000_000)
        let response = try await client.send(.post("\(RealServers.httpbin)/post", body: .bytes(body)))
        #expect(try json(response)["data"]?.string?.utf8.count == body.count)
        #expect(response.record.lastExchange?.bodySent == body.count)
    }

    @Test("a large file comes whole")
    func largeFile() async throws {
        let response = try await client.send(.get("\(RealServers.nginx)/large.bin"))
        #expect(response.body.count == 20_000_000)
        let isWhole = response.body.allSatisfy { $0 == UInt8(ascii: "n") }
        #expect(isWhole)
        #expect(response.record.lastExchange?.bodyToReceive == 20_000_000)
    }

    @Test("a connection is used again, and says so")
    func keepAlive() async throws {
        let first = try await client.send(.get("\(RealServers.nginx)/hello.txt"))
        let second = try await client.send(.get("\(RealServers.nginx)/ping"))
        let connections = try [first, second].map { try #require($0.record.lastExchange?.connection) }
        #expect(connections.map(\.isReused) == [false, true])
        #expect(connections[0].id == connections[1].id)
        #expect(second.timings?[.connect] == nil)
        #expect(connections[0].remoteAddress == "127.0.0.1")
    }

    @Test("HEAD has a length and no body")
    func head() async throws {
        let response = try await client.send(.head("\(RealServers.nginx)/large.bin"))
        #expect(response.status == 200)
        #expect(response.body.isEmpty)
        #expect(response.headers["Content-Length"] == "20000000")
    }

    @Test("a connection that is closed without an answer is lost in the phase wait")
    func dropped() async throws {
        let error = await #expect(throws: ClientError.self) {
            try await client.send(.get("\(RealServers.nginx)/dropped"))
        }
        #expect(error?.label == "connectionLost/wait")
    }

    @Test("a slow answer runs into the attempt's time limit")
    func timeout() async throws {
        let request = Request.get("\(RealServers.httpbin)/delay/10").with {
            $0.attemptTimeout = .milliseconds(300)
        }
        let error = await #expect(throws: ClientError.self) { try await client.send(request) }
        #expect(error?.label == "timeout/wait")
    }

    @Test("fifty requests at once all come back with their own answer")
    func parallel() async throws {
        let client = client
        let numbers = try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let response = try await client.send(.get("\(RealServers.httpbin)/get?n=\(number)"))
                    return try JSONValue(parsing: response.body)["args"]?["n"]?.string.flatMap { Int($0) }
                }
            }
            return try await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
        }
        #expect(numbers == Set(0..<50))
    }
}
