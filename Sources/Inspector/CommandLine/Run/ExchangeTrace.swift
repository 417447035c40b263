import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorValues

/// The output of `-v` for a task: its exchanges as they were on the wire, secrets hidden.
///
///     * attempt 1 of 3, to 127.0.0.1:8080, new connection #1
///     > POST /login HTTP/1.1
///     > Authorization: Bearer <redacted:1>
///     >
///     {"user": "ada"}
///     < HTTP/1.1 200 OK
///     <
///     {"token": "<redacted:2>"}
///     * 2 secrets are hidden; --with-secrets shows them
struct ExchangeTrace {
    /// Indicates whether the bodies of responses are shown; they are not where they are printed anyway.
    var showsResponseBodies = true

    /// The settings that requests take over from their files and folders, by file and line.
    var inherited: [String: [Int: [String]]] = [:]

    /// So much of a body is shown.
    private static let limit = 64 << 10

    func lines(of record: TaskRecord, _ redaction: inout Redaction) -> [StyledText] {
        redaction.learn(record)
        let hidden = redaction.count
        var lines: [StyledText] = []
        let provenance = record.origin.provenance
        if let file = provenance.file, let line = provenance.line, let settings = inherited[file]?[line] {
            lines.append(note(settings.joined(separator: ", ")))
        }
        for attempt in record.attempts {
            for exchange in attempt.exchanges {
                lines.append(note(opening(exchange, in: attempt, of: record)))
                lines += sent(exchange, of: record, &redaction) + received(exchange, &redaction)
            }
        }
        let count = redaction.count - hidden
        if count > 0 {
            lines.append(
                note(
                    "\(count == 1 ? "1 secret is" : "\(count) secrets are") hidden; --with-secrets shows them"
                ))
        }
        return lines
    }

    private func note(_ text: String) -> StyledText { StyledText("* \(untrusted: text)", .muted) }

    private func opening(_ exchange: ExchangeRecord, in attempt: AttemptRecord, of record: TaskRecord)
        -> String
    {
        var parts = record.isTriedAgain ? [record.attemptText("\(attempt.number)")] : []
        if let reason = exchange.start.reason { parts.append(reason.description) }
        if let mock = exchange.start.mock {
            parts.append("answered by the mock “\(mock.name)”" + mock.forwarding)
        } else if let connection = exchange.connection {
            parts.append(
                "to " + (connection.unixSocket ?? "\(connection.remoteAddress):\(connection.remotePort)"))
            parts.append("\(connection.isReused ? "kept" : "new") connection #\(connection.id)")
            if let tls = connection.tls {
                parts.append(tls.isVerified ? tls.version : "\(tls.version), certificate not checked (-k)")
            }
        } else {
            parts.append("no connection")
        }
        return parts.joined(separator: ", ")
    }

    private func sent(
        _ exchange: ExchangeRecord, of record: TaskRecord, _ redaction: inout Redaction
    ) -> [StyledText] {
        guard let head = SentHead(exchange.requestHead) else { return [] }
        let first = redaction.text(redaction.url(exchange.requestHead.firstLine))
        let lines = self.lines(first, head.headers, marked: ">", .info, &redaction)
        guard exchange.bodySent > 0 else { return lines }
        guard let body = exchange.start.body.bytes else {
            return lines + [note("\(exchange.bodySent.byteText) of a body that is not kept")]
        }
        return lines + self.lines(body, type: head.headers["Content-Type"], &redaction)
    }

    private func received(_ exchange: ExchangeRecord, _ redaction: inout Redaction) -> [StyledText] {
        var lines: [StyledText] = []
        for head in exchange.interims + [exchange.head].compactMap(\.self) {
            let first = redaction.text(head.wireBytes.firstLine)
            lines += self.lines(first, head.headers, marked: "<", .status(head.status), &redaction)
        }
        if showsResponseBodies {
            lines += self.lines(exchange.body, type: exchange.head?.headers["Content-Type"], &redaction)
        }
        if let error = exchange.error {
            lines.append(note("\(error.label): \(redaction.text(error.message))"))
        }
        return lines
    }

    private func lines(
        _ first: String, _ headers: Headers, marked mark: DisplayText, _ style: Style,
        _ redaction: inout Redaction
    ) -> [StyledText] {
        let start = StyledText(mark + " ", .muted)
        let fields = redaction.headers(headers).map { field in
            start + StyledText("\(untrusted: field.name): ", .muted) + StyledText("\(untrusted: field.value)")
        }
        return [start + StyledText("\(untrusted: first)", style)] + fields + [StyledText(mark, .muted)]
    }

    private func lines(_ body: [UInt8], type: String?, _ redaction: inout Redaction) -> [StyledText] {
        guard !body.isEmpty else { return [] }
        guard !body.contains(0), String(validating: body, as: UTF8.self) != nil else {
            return [note("\(body.count.byteText) that are not text")]
        }
        let text = redaction.body(body, contentType: type)
        let lines = text.prefix(Self.limit).split(separator: 0x0A, omittingEmptySubsequences: false)
        let shown = lines.last?.isEmpty == true ? lines.dropLast() : lines
        let rest = text.count - Self.limit
        return shown.map { line in
            StyledText(DisplayText(untrusted: line.last == 0x0D ? line.dropLast() : line))
        } + (rest > 0 ? [note("and \(rest.byteText) more; --body prints all")] : [])
    }
}

extension [UInt8] {
    fileprivate var firstLine: String {
        String(decoding: prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    }
}
