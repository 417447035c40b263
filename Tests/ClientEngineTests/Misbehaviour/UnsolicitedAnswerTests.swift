import Dispatch
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Answers that nobody has asked for", .ownThread, .timeLimit(.minutes(1)))
struct UnsolicitedAnswerTests {
    /// Starts a server that acts on its first connection after the client received the first response.
    ///
    /// It waits on the connection's thread.
    private func server(
        _ isTaken: DispatchSemaphore, _ isDone: Promise<Void>,
        _ act: @escaping @Sendable (RawConnection) -> Void
    ) throws -> SandboxServer {
        try SandboxServer.start(raw: { connection in
            while let request = connection.readRequest() {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                guard request.target == "/first" else { continue }
                isTaken.wait(for: "the first answer")
                act(connection)
                isDone.fulfil(())
            }
        })
    }

    @Test(
        "what came on a kept connection is nobody's answer: the request goes out on a new one",
        arguments: [false, true], [HTTPMethod.get, .post])
    func unsolicited(isSecure: Bool, method: HTTPMethod) async throws {
        let (isTaken, isSent) = (DispatchSemaphore(value: 0), Promise<Void>())
        let server = try server(isTaken, isSent) {
            $0.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison")
        }
        let client = isSecure ? server.secureClient() : Client(baseURL: server.url)
        _ = try await client.send(.get("/first"))
        isTaken.signal()
        try await isSent.arrival()
        let task = client.start(Request(method: method, url: "/second"))
        #expect(try await task.value.body == Array("ok".utf8))
        #expect(server.requests.map(\.target) == ["/first", "/second"])
        #expect(server.connectionCount == 2)
        let exchanges = try #require(task.record.lastAttempt?.exchanges)
        // Newer versions of libcurl abandon such a connection themselves and provide a new one.
        #expect([[nil], [nil, .unsolicited]].contains(exchanges.map(\.start.reason)))
        for left in exchanges.dropLast() {
            #expect(left.connection?.isReused == true && left.requestHead.isEmpty && left.head == nil)
        }
        #expect(exchanges.last?.connection?.isReused == false)
        // The new connection is kept like any other.
        let third = try await client.send(.get("/third"))
        #expect(third.record.lastAttempt?.exchanges.count == 1)
        #expect(server.connectionCount == 2)
    }

    @Test(
        "a kept connection that the server has closed takes no request, over TLS either",
        arguments: [false, true])
    func closed(isSecure: Bool) async throws {
        let (isTaken, isClosed) = (DispatchSemaphore(value: 0), Promise<Void>())
        let server = try server(isTaken, isClosed) { $0.close() }
        let client = isSecure ? server.secureClient() : Client(baseURL: server.url)
        _ = try await client.send(.get("/first"))
        isTaken.signal()
        try await isClosed.arrival()
        let task = client.start(.post("/second"))
        #expect(try await task.value.body == Array("ok".utf8))
        #expect(server.requests.map(\.target) == ["/first", "/second"])
        // libcurl may detect this itself and provide a new connection.
        let reasons = try #require(task.record.lastAttempt?.exchanges.map(\.start.reason))
        #expect([[nil], [nil, .closed]].contains(reasons))
    }
}
