import ClientEngine

/// A call as it is compared with another one: what was sent, what came, and how long its phases took.
package struct ComparedCall: Sendable, Equatable {
    package struct Message: Sendable, Equatable {
        /// The request line or the status line, without the protocol's version.
        package var line: String
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]

        package init(line: String, headers: [(name: String, value: String)], body: [UInt8]) {
            (self.line, self.headers, self.body) = (line, headers, body)
        }

        package static func == (left: Message, right: Message) -> Bool {
            left.line == right.line && left.body == right.body
                && left.headers.elementsEqual(right.headers) { $0.name == $1.name && $0.value == $1.value }
        }
    }

    package var request: Message
    /// Nil where there was no answer.
    package var answer: Message?
    /// What an outcome is called where there is no answer: the error.
    package var error: String?
    package var attempts: Int
    package var phases: [Phase: Duration] = [:]
    package var elapsed: Duration

    package init(request: Message, answer: Message?, attempts: Int = 1, elapsed: Duration) {
        (self.request, self.answer, self.attempts, self.elapsed) = (request, answer, attempts, elapsed)
    }

    /// Describes a finished task by its last exchange.
    package init(_ record: TaskRecord) {
        let exchange = record.lastAnswered ?? record.lastExchange
        let asked = record.origin.request
        let sent = SentHead(exchange?.requestHead ?? [])
        let url = exchange?.start.url.text ?? record.origin.url?.text ?? asked.url
        let method = exchange?.start.method ?? asked.method
        request = Message(
            line: "\(method.rawValue) \(url)", headers: (sent?.headers ?? asked.headers).pairs,
            body: (exchange?.start.body ?? asked.body).bytes ?? [])
        answer = exchange?.head.map { head in
            Message(
                line: "\(head.status)" + (head.reason.isEmpty ? "" : " " + head.reason),
                headers: head.headers.pairs, body: exchange?.body ?? [])
        }
        error = record.error.map { "\($0.label): \($0.message)" }
        attempts = record.attempts.count
        phases = exchange?.timings.phases ?? [:]
        elapsed = (record.ended ?? record.created) - record.created
    }
}

extension Headers {
    package var pairs: [(name: String, value: String)] { map { ($0.name, $0.value) } }
}
