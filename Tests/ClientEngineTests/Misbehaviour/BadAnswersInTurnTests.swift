import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Bad answers to one client, in turn", .timeLimit(.minutes(1)))
struct BadAnswersInTurnTests {
    @Test("leave its kept handles and connections as good as they were")
    func all() async throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let client = Client(baseURL: server.url)
        for row in MisbehaviourCase.all {
            guard case .path(let path) = row.source else { continue }
            switch row.verdict {
            case .fails, .failsAs, .answers: break
            case .expires, .apart: continue
            }
            #expect(try await client.send(.get("/hello")).status == 200, "before \(path)")
            let task = client.start(.get(path))
            _ = await task.result
            #expect(task.record.state.isFinished, "\(path)")
        }
        #expect(try await client.send(.get("/hello")).status == 200)
    }

    @Test("A first field that is folded fails in the same way after other answers, whose fields are gone")
    func foldedFirstField() async throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let client = Client(baseURL: server.url)
        for round in 0..<20 {
            #expect(try await client.send(.get("/hello?\(round)")).status == 200)
            let task = client.start(.get("/bad/H15"))
            _ = await task.result
            let error = try #require(task.record.error)
            #expect(error.kind == .protocolViolation && error.phase == .receive)
            #expect(error.message.contains("has not begun"))
            #expect(task.record.lastExchange?.head == nil)
        }
    }
}
