import ClientEngine
import ClientEngineRecording

/// A call prepared for comparison: the request, the response, and the durations of the phases.
package struct ComparedCall: Sendable, Equatable {
    package struct Message: Sendable, Equatable {
        /// The request line or status line, without the protocol version.
        package var line: String
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]
        /// The size in bytes of a body that was discarded.
        package var droppedBody: Int?

        package init(line: String, headers: [(name: String, value: String)], body: [UInt8]) {
            (self.line, self.headers, self.body) = (line, headers, body)
        }

        package static func == (left: Message, right: Message) -> Bool {
            left.line == right.line && left.body == right.body && left.droppedBody == right.droppedBody
                && left.headers.elementsEqual(right.headers) { $0.name == $1.name && $0.value == $1.value }
        }
    }

    package var request: Message
    /// The response, or `nil` if there was none.
    package var answer: Message?
    /// The name of the error if there was no response.
    package var error: String?
    package var attempts: Int
    package var phases: [Phase: Duration] = [:]
    package var elapsed: Duration

    package init(request: Message, answer: Message?, attempts: Int = 1, elapsed: Duration) {
        (self.request, self.answer, self.attempts, self.elapsed) = (request, answer, attempts, elapsed)
    }

    /// Creates the call from the last answered exchange of a task, or of one of its attempts.
    package init(_ record: TaskRecord, attempt: AttemptRecord? = nil) {
        let answered = attempt.map { $0.exchanges.last { $0.head != nil } } ?? record.lastAnswered
        let exchange = answered ?? (attempt ?? record.lastAttempt)?.exchanges.last
        let asked = record.origin.request
        let sent = SentHead(exchange?.requestHead ?? [])
        let url = exchange?.start.url.text ?? record.origin.url?.text ?? asked.url
        let method = exchange?.start.method ?? asked.method
        request = Message(
            line: "\(method.rawValue) \(url)", headers: (sent?.headers ?? asked.headers).pairs,
            body: (exchange?.start.body ?? asked.body).bytes ?? [])
        request.droppedBody = record.droppedRequestBody
        answer = exchange?.head.map { head in
            Message(
                line: "\(head.status)" + (head.reason.isEmpty ? "" : " " + head.reason),
                headers: head.headers.pairs, body: exchange?.body ?? [])
        }
        answer?.droppedBody = exchange?.droppedBody
        error = (attempt.map(\.error) ?? record.error).map { "\($0.label): \($0.message)" }
        attempts = attempt == nil ? record.attempts.count : 1
        phases = exchange?.timings.phases ?? [:]
        elapsed =
            attempt.map { $0.elapsed(now: $0.started) } ?? record.elapsed(now: record.created)
    }

    /// Replaces the secrets of `record`, the task that the call describes, like the history does.
    package mutating func hideSecrets(of record: TaskRecord) {
        var redaction = Redaction()
        redaction.learn(record)
        if let (method, url) = request.line.cut(at: " ") {
            request.line = "\(method) \(redaction.url(String(url)))"
        }
        request.hideSecrets(by: &redaction)
        answer?.hideSecrets(by: &redaction)
        error = error.map { redaction.text($0) }
    }
}

extension ComparedCall.Message {
    fileprivate mutating func hideSecrets(by redaction: inout Redaction) {
        let type = headers.first { $0.name.lowercased() == "content-type" }?.value
        headers = headers.map { ($0.name, redaction.value(ofHeader: $0.name, $0.value)) }
        body = redaction.body(body, contentType: type)
    }
}

extension Headers {
    package var pairs: [(name: String, value: String)] { map { ($0.name, $0.value) } }
}
