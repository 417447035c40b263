import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Limits", .timeLimit(.minutes(1)))
struct LimitsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let path: String
        /// The error, or `nil` if the limit is just not exceeded.
        let error: String?
        let limits: Limits

        init(_ name: String, _ path: String, _ error: String?, _ change: (inout Limits) -> Void) {
            (testDescription, self.path, self.error) = (name, path, error)
            var limits = Limits()
            change(&limits)
            self.limits = limits
        }
    }

    static let rows = [
        Row("a body as large as allowed", "/bytes/1000", nil) { $0.collectedBody = 1000 },
        Row("a body one byte larger", "/bytes/1001", "limit/receive") { $0.collectedBody = 1000 },
        Row("a body that grows too much", "/gzip", "limit/receive") {
            ($0.decodedFloor, $0.decodedRatio) = (0, 1)
        },
        Row("a body that grows, below the floor", "/gzip", nil) { $0.decodedRatio = 1 },
        Row("a head that is too large", "/hello", "limit/receive") { $0.head = 40 },
        Row("as many redirects as allowed", "/redirect/3", nil) { $0.redirects = 3 },
        Row("one redirect more", "/redirect/4", "redirect/receive") { $0.redirects = 3 },
        Row("as many interim responses as allowed", "/bad/H25", nil) { $0.interim = 10 },
        Row("one interim response more", "/bad/H25", "limit/wait") { $0.interim = 9 },
    ]

    @Test("each is kept to the unit", arguments: rows)
    func limits(row: Row) async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) { $0.limits = row.limits }
        let task = client.start(.get(row.path))
        _ = try? await task.value
        #expect(task.record.error?.label == row.error)
        #expect(row.error != nil || task.record.status == 200)
    }
}
