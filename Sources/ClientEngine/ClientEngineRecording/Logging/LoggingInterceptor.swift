import ClientEngine
internal import EngineSupport

/// Writes what is sent and what becomes of it, for people to read; secrets are replaced.
///
/// ```
/// --> #7 GET https://example.com/orders?token=<redacted:1>
/// <-- #7 200 OK https://example.com/orders?token=<redacted:1>
/// ```
/// The lines of a task begin with its number, and have absolute URLs. Failures and answers of any status are written too. It sees requests as the interceptors before it made them, so it is best
/// the last one. A task that is cancelled says nothing at its end.
public struct LoggingInterceptor: Interceptor {
    /// The level of detail: how much of a request, a response or an error is logged.
    public enum Detail: Int, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case nothing
        /// One line: the task, the method and the URL, or the status and the URL that answered.
        case line
        /// The fields, too.
        case headers
        /// The body, too.
        case everything
    }

    private let requests: Detail
    private let responses: Detail
    private let redaction: Locked<Redaction>
    private let write: @Sendable (String) -> Void

    /// Creates an interceptor that hands each message, of one line or several, to a closure.
    ///
    /// - Parameters:
    ///   - requests: How much of a request is written.
    ///   - responses: How much of a response is written.
    ///   - showsSecrets: Whether secrets are written as they are.
    ///   - write: Takes the messages, on any thread.
    public init(
        requests: Detail = .line, responses: Detail = .line, showsSecrets: Bool = false,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.requests = requests
        self.responses = responses
        redaction = Locked(showsSecrets ? .none : Redaction())
        self.write = write
    }

    /// Writes a request, and lets it through as it is.
    public func adapt(_ request: Request, for task: InterceptedTask) -> Request {
        guard requests != .nothing else { return request }
        let lines = redaction.withLock { redaction in
            redaction.learn(request)
            var lines = ["--> #\(task.id) \(request.method) \(redaction.url(task.url(of: request)))"]
            if requests.rawValue >= Detail.headers.rawValue {
                lines += Self.lines(of: request.headers, &redaction)
            }
            guard requests == .everything, !request.body.isNone else { return lines }
            guard let bytes = request.body.bytes else { return lines + ["", "(\(request.body))"] }
            let type = request.headers["Content-Type"] ?? request.body.contentType
            return lines + ["", Self.text(of: redaction.body(bytes, contentType: type))]
        }
        write(lines: lines)
        return request
    }

    /// Writes an answer, and lets it through as it is.
    public func process(_ answer: InterceptedAnswer) -> InterceptedAnswer {
        guard responses != .nothing else { return answer }
        let lines = redaction.withLock { redaction in
            if let record = answer.response?.record { redaction.learn(record) }
            let task = answer.task
            let response = answer.response.map { self.lines(of: $0, task, &redaction) } ?? []
            guard let error = answer.error else { return response }
            let url = redaction.url(answer.response?.url ?? task.url(of: answer.request))
            let words = "#\(task.id) failed \(answer.request.method) \(url)"
            return response + ["<-- \(words): \(redaction.text("\(error)"))"]
        }
        write(lines: lines)
        return answer
    }

    private func lines(
        of response: Response, _ task: InterceptedTask, _ redaction: inout Redaction
    ) -> [String] {
        let head = response.head
        let status = ["\(head.status)", head.reason].filter { !$0.isEmpty }.joined(separator: " ")
        var lines = ["<-- #\(task.id) \(status) \(redaction.url(response.url))"]
        if responses.rawValue >= Detail.headers.rawValue {
            lines += Self.lines(of: head.headers, &redaction)
        }
        if responses == .everything, !response.body.isEmpty {
            let body = redaction.body(response.body, contentType: head.headers["Content-Type"])
            lines += ["", Self.text(of: body)]
        }
        return lines
    }

    private static func lines(of headers: Headers, _ redaction: inout Redaction) -> [String] {
        redaction.headers(headers).map { "\($0.name): \($0.value)" }
    }

    private static func text(of bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self) ?? "(\(bytes.count) bytes)"
    }

    /// Hands lines over without what could move a terminal's cursor.
    private func write(lines: [String]) {
        let scalars = lines.joined(separator: "\n").unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
                ? "\u{FFFD}" : scalar
        }
        write(String(String.UnicodeScalarView(scalars)))
    }
}
