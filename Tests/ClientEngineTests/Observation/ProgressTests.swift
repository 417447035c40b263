import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Progress", .timeLimit(.minutes(1)))
struct ProgressTests {
    @Test("goes up to the end of both bodies, and ends with the task")
    func upAndDown() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let size = 2 << 20
        let task = client.start(.post("/upload", body: .bytes([UInt8](repeating: 1, count: size))))
        var seen: [TaskProgress] = []
        for await progress in task.progress { seen.append(progress) }
        let last = try #require(seen.last)
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.sent <= $1.sent && $0.received <= $1.received })
        #expect(last.fractionSent == 1 && last.fractionReceived == 1)
        #expect(last.sent == size && last.toSend == size && last.received == size && last.toReceive == size)
    }

    @Test("is there after the end, too")
    func late() async throws {
        let server = try SandboxServer.start()
        let task = Client(baseURL: server.url).start(.get("/bytes/1000"))
        _ = try await task.value
        var seen: [TaskProgress] = []
        for await progress in task.progress { seen.append(progress) }
        #expect(seen.map(\.received) == [1000])
    }

    @Test("has no fraction where nobody knows the length; an empty body is whole")
    func fractions() {
        var progress = TaskProgress(nil)
        #expect(progress.fractionSent == nil && progress.fractionReceived == nil)
        (progress.sent, progress.toSend, progress.toReceive) = (1, 4, 0)
        #expect(progress.fractionSent == 0.25 && progress.fractionReceived == 1)
    }
}
