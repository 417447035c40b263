import ClientEngine
internal import EngineSupport

/// Writes requests and their results for people to read, with secrets redacted.
///
/// ```
/// --> #7 GET https://example.com/orders?token=<redacted:1>
/// <-- #7 200 OK https://example.com/orders?token=<redacted:1>
/// ```
///
/// The lines of a task start with its number and have absolute URLs. Failures and responses with any status are
/// written. The interceptor receives requests as earlier interceptors have changed them, so add it last. It writes
/// nothing at the end of a cancelled task.
public struct LoggingInterceptor: Interceptor {
    /// The level of detail for requests and for responses.
    public enum Detail: Int, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case nothing
        /// One line: the task, the method and the URL, or the status and the URL of the response.
        case line
        /// The line and the header fields.
        case headers
        /// The line, the header fields and the body.
        case everything
    }

    private let requests: Detail
    private let responses: Detail
    private let redaction: Locked<Redaction>
    private let write: @Sendable (String) -> Void

    /// Creates an interceptor that passes each message, of one or several lines, to a closure.
    ///
    /// - Parameters:
    ///   - requests: The detail for requests.
    ///   - responses: The detail for responses.
    ///   - showsSecrets: Whether secrets are written unchanged.
    ///   - write: Writes a message. Called on any thread.
    public init(
        requests: Detail = .line, responses: Detail = .line, showsSecrets: Bool = false,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.requests = requests
        self.responses = responses
        redaction = Locked(showsSecrets ? .none : Redaction())
        self.write = write
    }

    /// Writes a request, and returns it unchanged.
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

    /// Writes a response or an error, and returns the answer unchanged.
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

    /// Passes lines to the closure, without control characters that could move a terminal's cursor.
    private func write(lines: [String]) {
        let scalars = lines.joined(separator: "\n").unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
                ? "\u{FFFD}" : scalar
        }
        write(String(String.UnicodeScalarView(scalars)))
    }
}
