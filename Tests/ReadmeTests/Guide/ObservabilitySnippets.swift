// Connects the library to packages that it does not depend on. ObservabilityStandIns.swift declares their names.
import ClientEngine
import ClientEngineRecording
import Synchronization

func guideToSwiftLog() -> Client {
    let logger = Logger(label: "http")
    let client = Client(baseURL: "https://api.example.com/") {
        $0.interceptors = [LoggingInterceptor { logger.debug("\($0)") }]
    }

    client.onAttempt { record, attempt in
        guard let exchange = attempt.exchanges.last, let ended = attempt.ended else { return }
        var metadata: Logger.Metadata = [
            "task": "\(record.id)", "attempt": "\(attempt.number)",
            "method": "\(exchange.start.method)", "host": "\(exchange.start.url.host)",
            "ms": "\(Int((ended - attempt.started) / .milliseconds(1)))",
        ]
        if let status = attempt.status { metadata["status"] = "\(status)" }
        if let error = exchange.error {
            metadata["error"] = "\(error.label)"
            logger.warning("attempt failed", metadata: metadata)
        } else {
            logger.info("attempt", metadata: metadata)
        }
        if let retry = attempt.retry { logger.notice("again in \(retry.delay)", metadata: metadata) }
    }
    return client
}

func guideToSwiftLogNames(_ client: Client, _ logger: Logger) {
    client.onAttempt { record, attempt in
        let request = record.origin.request
        logger.info("\(request.name ?? request.method.rawValue)", metadata: ["attempt": "\(attempt.number)"])
    }
}

func guideToSwiftMetrics(_ client: Client) -> Observation {
    client.onAttempt { record, attempt in
        guard let exchange = attempt.exchanges.last, let ended = attempt.ended else { return }
        let dimensions = [
            ("method", "\(exchange.start.method)"), ("host", exchange.start.url.host),
            ("outcome", attempt.status.map { "\($0)" } ?? exchange.error?.label ?? "cancelled"),
        ]
        Counter(label: "http_client_attempts", dimensions: dimensions).increment()
        Timer(label: "http_client_attempt_duration", dimensions: dimensions)
            .recordNanoseconds(Int64((ended - attempt.started) / .nanoseconds(1)))
        for phase in Phase.allCases {
            guard let duration = exchange.timings[phase] else { continue }
            Timer(label: "http_client_phase", dimensions: [("phase", phase.rawValue)])
                .recordNanoseconds(Int64(duration / .nanoseconds(1)))
        }
        if attempt.number > 1 { Counter(label: "http_client_retries", dimensions: dimensions).increment() }
    }
    let active = Gauge(label: "http_client_active_tasks")
    let observation = client.activity.observe(on: .anywhere) { active.record($0) }
    return observation
}

final class TracingInterceptor: Interceptor {
    private let spans = Mutex<[[Int]: any Span]>([:])

    func headers(for request: Request, attempt: Int, of task: Int) async throws -> Headers {
        let parent = request.userInfo[.trace] ?? .topLevel
        let name = "\(request.method)"
        let span = InstrumentationSystem.tracer.startSpan(name, context: parent, ofKind: .client)
        span.attributes["http.request.resend_count"] = SpanAttribute.int64(Int64(attempt - 1))
        spans.withLock { $0[[task, attempt]] = span }
        var headers = Headers()
        InstrumentationSystem.instrument.inject(span.context, into: &headers, using: HeaderInjector())
        return headers
    }

    func end(_ record: TaskRecord, _ attempt: AttemptRecord) {
        let ended = spans.withLock { $0.removeValue(forKey: [record.id, attempt.number]) }
        guard let span = ended else { return }
        if let status = attempt.status {
            span.attributes["http.response.status_code"] = SpanAttribute.int64(Int64(status.rawValue))
        }
        if let error = attempt.exchanges.last?.error { span.recordError(error) }
        span.end()
    }
}

struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into headers: inout Headers) { headers[key] = value }
}

extension UserInfo.Key<ServiceContext> {
    static var trace: UserInfo.Key<ServiceContext> { UserInfo.Key("trace") }
}

func guideToTracing(_ mock: (Client) throws -> Void) async throws -> Response {
    let tracing = TracingInterceptor()
    let client = Client(baseURL: "https://api.example.com/") { $0.interceptors = [tracing] }
    client.onAttempt { tracing.end($0, $1) }
    try mock(client)
    let page = try await client.send(Request.get("users").userInfo(.trace, ServiceContext.current))
    return page
}
