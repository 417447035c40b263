import ClientEngine
import Foundation
import InspectorGateway
import InspectorHTTPServer
import InspectorTestSupport
import Testing

@Suite("What a server keeps for somebody who watches", .ownThread, .timeLimit(.minutes(1)))
struct BacklogTests {
    private static let stub = #"{"name": "a", "request": {}, "response": {"body": "ok"}}"#

    /// Sends `count` requests on separate connections, without waiting for the responses.
    private func ask(_ stand: Stand, _ count: Int, body: String = "") throws -> [RawClient] {
        try (1...count).map { number in
            let client = try stand.connect()
            client.request("/\(number)", method: "POST", body: body)
            return client
        }
    }

    /// Counts the tasks that a client has started.
    private struct Begun {
        let count = Monitor(0)
        private let observation: Observation

        init(of client: Client) {
            observation = client.observe { [count] event in
                if case .taskCreated = event.kind { count.withLock { $0 += 1 } }
            }
        }

        func wait(for number: Int) -> Bool {
            count.wait(timeout: .seconds(20)) { $0 >= number ? true : nil } ?? false
        }
    }

    @Test("While too many requests were not seen, no further one is begun; then they all are")
    func requests() throws {
        let backlog = Backlog(limit: 4)
        let stand = try Stand(Self.stub) { $0.backlog = backlog }
        let begun = Begun(of: stand.client)
        let clients = try ask(stand, 10)
        #expect(backlog.waitUntilHeldBack(6, timeout: .seconds(20)))
        #expect(begun.wait(for: 4))
        #expect(backlog.count == 4)
        #expect(begun.count.withLock { $0 } == 4)
        for number in 1...10 {
            #expect(begun.wait(for: number))
            backlog.leave(bytes: 0)
        }
        for client in clients {
            #expect(try client.response().text == "ok")
        }
        #expect(begun.count.withLock { $0 } == 10)
    }

    @Test("Large bodies count, too; one alone is never too large")
    func bodies() throws {
        let backlog = Backlog(limit: 100, byteLimit: 1000)
        let stand = try Stand(Self.stub) { $0.backlog = backlog }
        let begun = Begun(of: stand.client)
        let clients = try ask(stand, 3, body: String(repeating: "x", count: 5000))
        #expect(backlog.waitUntilHeldBack(2, timeout: .seconds(20)))
        #expect(backlog.count == 1)
        for number in 1...3 {
            #expect(begun.wait(for: number))
            backlog.leave(bytes: 5000)
        }
        for client in clients {
            #expect(try client.response().text == "ok")
        }
    }

    @Test("A server that ends lets nobody wait")
    func ending() throws {
        let backlog = Backlog(limit: 1)
        let stand = try Stand(Self.stub) { $0.backlog = backlog }
        let clients = try ask(stand, 3)
        #expect(backlog.waitUntilHeldBack(2, timeout: .seconds(20)))
        stand.server.stop()
        for client in clients { _ = client.rest() }
        #expect(clients.allSatisfy { $0.ending != .silent })
    }
}
