import ClientEngine
import Testing

/// Runs the snippets of docs/swift-log.md, docs/swift-metrics.md and docs/tracing.md with stand-ins.
@Suite("Logging, counting and tracing", .timeLimit(.minutes(1)))
struct ObservabilityTests {
    private static var retried: Request {
        .get("users").with {
            $0.retry = .networkFailureOrServiceUnavailable(.retryOnce)
        }
    }

    @Test("a log has a line for each attempt, with fields for machines, and what is for people")
    func log() async throws {
        let told = Told()
        let client = Told.$current.withValue(told) { guideToSwiftLog() }
        try client.mocks.add(.get("users"), .status(503), .json(["name": "Ada"]))
        _ = try await client.send(Self.retried)
        let lines = Set(await told.first(5))
        let fields = "host=api.example.com method=GET"
        #expect(lines.contains("info attempt attempt=1 \(fields) status=503 task=1"))
        #expect(lines.contains("notice again in 0.0 seconds attempt=1 \(fields) status=503 task=1"))
        #expect(lines.contains("info attempt attempt=2 \(fields) status=200 task=1"))
        #expect(lines.contains("debug --> #1 GET https://api.example.com/users"))
        #expect(lines.contains("debug <-- #1 200 OK https://api.example.com/users"))
    }

    @Test("metrics count attempts by their outcome, and retries")
    func metrics() async throws {
        let client = Client(baseURL: "https://api.example.com/")
        let observation = guideToSwiftMetrics(client)
        try client.mocks.add(.get("users"), .status(503), .json(["name": "Ada"]))
        _ = try await client.send(Self.retried)
        var (lines, count) = ([String](), 0)
        let last = "http_client_retries method=GET outcome=200"
        while !lines.contains(last), !Task.isCancelled {
            count += 1
            lines = await metricsTold.first(count)
        }
        #expect(lines.contains("http_client_attempts method=GET outcome=200"))
        #expect(lines.contains("http_client_attempt_duration"))
        #expect(lines.contains("http_client_phase"))
        withExtendedLifetime(observation) {}
    }

    @Test("each attempt is a span of its own below the caller's, and the server is told which")
    func tracing() async throws {
        let page = try await ServiceContext.$current.withValue(ServiceContext(spanID: "a")) {
            try await guideToTracing { client in
                client.reconfigure { $0.retry = Self.retried.retry }
                try client.mocks.add(.get("users"), .status(503), .json(["name": "Ada"]))
            }
        }
        let sent = page.record.attempts.map { attempt in
            String(decoding: attempt.exchanges[0].requestHead, as: UTF8.self).split(separator: "\r\n")
                .first { $0.hasPrefix("traceparent:") }
        }
        #expect(sent == ["traceparent: a.1", "traceparent: a.2"])
        let spans = Set(await InstrumentationSystem.tracer.told.first(2))
        #expect(spans == ["GET a.1 int64(0) int64(503)", "GET a.2 int64(1) int64(200)"])
    }
}
