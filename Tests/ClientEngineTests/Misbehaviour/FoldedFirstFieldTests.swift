import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("A head whose first field is folded", .timeLimit(.minutes(1)))
struct FoldedFirstFieldTests {
    @Test("fails in the same way after other answers, whose fields are gone, and the client goes on")
    func afterOthers() async throws {
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
