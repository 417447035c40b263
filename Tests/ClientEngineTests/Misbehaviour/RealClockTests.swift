import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Timeouts on the clock of the wall", .timeLimit(.minutes(1)))
struct RealClockTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        let label: String
        let timeouts: Timeouts
        var testDescription: String { path }

        /// Creates a case of a server that stops responding, so that only a timeout can end the task.
        init(_ path: String, _ label: String, _ change: (inout Timeouts) -> Void) {
            self.path = path
            self.label = label
            var timeouts = Timeouts.unlimited
            change(&timeouts)
            self.timeouts = timeouts
        }
    }

    static let rows = [
        Row("/bad/C08", "timeout/wait") { $0.firstByte = .milliseconds(100) },
        Row("/bad/H03", "timeout/receive") { $0.head = .milliseconds(100) },
        Row("/bad/H04", "timeout/receive") { $0.idle = .milliseconds(100) },
        Row("/bad/B16", "timeout/receive") { $0.idle = .milliseconds(100) },
        Row("/bad/B17", "timeout/receive") { $0.idle = .milliseconds(100) },
    ]

    @Test("a deadline ends a task whose server never goes on, in the phase it waits in", arguments: rows)
    func expires(row: Row) async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) { $0.timeouts = row.timeouts }
        let task = client.start(.get(row.path))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == row.label)
        #expect(task.record.error.flatMap(\.elapsed).map { $0 >= .milliseconds(100) } == true)
    }
}
