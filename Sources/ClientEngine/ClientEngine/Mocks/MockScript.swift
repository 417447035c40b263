/// Converts the answer of a mock to the signals of a transport, with their times: a pure value.
///
/// ```
/// response   send ─▶ wait ──delay──▶ receive: head, body ─▶ ended
/// fault      the phases up to its own ──delay──▶ ended with its error
/// deadline   the same, ended earlier with a timeout
/// ```
struct MockScript: Sendable {
    /// Signals that occur together, and the time since the previous step.
    struct Step: Sendable, Equatable {
        /// The time since the previous step.
        var after: Duration
        var signals: [ExchangeSignal]
    }

    /// The start of the exchange, as it is reported instead of being sent.
    var start: ExchangeStart
    /// The header fields that would have been sent.
    var headers: Headers
    /// The time limits, which apply to a mock as to a server.
    var timeouts: Timeouts
    var mock: MockReference

    /// Returns the steps of an answer.
    ///
    /// `body` is the body of the answer, which the caller has read. A script that does not end with `ended` never ends:
    /// it waits, and no deadline is set. After the steps of `.passThrough` and `.proxy`, the caller continues on the
    /// network. After those of `.computed`, it calls the closure and continues with the steps of the reply.
    func steps(for answer: Mock.Answer, body: [UInt8]) -> [Step] {
        var play = MockTimeline(script: self, delay: max(.zero, answer.delay))
        switch answer.kind {
        case .response(let reply):
            play.respond(head(of: reply, bodyLength: body.count), chunks(of: body, reply))
        case .fault(let fault, let reply):
            play.fail(fault, of: reply, body: body)
        case .computed:
            play.ask()
        case .passThrough, .proxy:
            play.pass()
        }
        return play.steps
    }

    /// Returns the body in the pieces in which it arrives.
    ///
    /// The last piece contains the remainder.
    private func chunks(of body: [UInt8], _ reply: Mock.Reply) -> [MockTimeline.Chunk] {
        guard allows(body: reply.status), !body.isEmpty else { return [] }
        guard let dribble = reply.dribble, dribble.chunks > 0 else { return [(.zero, body)] }
        let count = min(dribble.chunks, body.count, MockTimeline.mostChunks)
        let size = body.count / count
        return (0..<count).map { index in
            let end = index == count - 1 ? body.count : (index + 1) * size
            return (max(.zero, dribble.duration) / count, Array(body[index * size..<end]))
        }
    }

    /// Returns the steps of a reply that a closure has made.
    func steps(replying reply: Mock.Reply, body: [UInt8]) -> [Step] {
        var play = MockTimeline(script: self, delay: .zero)
        play.reply(head(of: reply, bodyLength: body.count), chunks(of: body, reply))
        return play.steps
    }

    /// The head of the request as it would have been sent.
    var requestHead: [UInt8] {
        let target = start.url.path + (start.url.query.map { "?" + $0 } ?? "")
        var fields = Headers()
        if headers["Host"] == nil { fields.add("Host", authority) }
        for field in headers { fields.add(field) }
        if !start.body.isNone, let bytes = start.body.bytes, headers["Content-Length"] == nil,
            headers["Transfer-Encoding"] == nil
        {
            fields.add("Content-Length", String(bytes.count))
        }
        return fields.wireBytes(after: Array("\(start.method) \(target) HTTP/1.1".utf8))
    }

    private var authority: String {
        let isUsual = start.url.port == (start.url.scheme == "https" ? 443 : 80)
        return isUsual ? start.url.host : "\(start.url.host):\(start.url.port)"
    }

    /// Returns the complete head of a response.
    func head(of reply: Mock.Reply, bodyLength: Int?) -> ResponseHead {
        var headers = reply.headers
        if let type = reply.body.contentType, headers["Content-Type"] == nil {
            headers.add("Content-Type", type)
        }
        return head(status: reply.status, reason: reply.reason, headers: headers, bodyLength: bodyLength)
    }

    /// Returns a complete head with the length of its body, and with the name of the mock, as in responses of WireMock.
    func head(status: StatusCode, reason: String? = nil, headers: Headers, bodyLength: Int?) -> ResponseHead {
        var headers = headers
        if let bodyLength, headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil,
            status >= 200, status != 204, status != 304
        {
            headers.add("Content-Length", String(bodyLength))
        }
        if mock != .unmatched, mock != .byHand {
            headers.add("Matched-Stub-Id", mock.id.onOneLine)
            if !mock.name.isEmpty { headers.add("Matched-Stub-Name", mock.name.onOneLine) }
        }
        let reason = reason ?? status.reason
        return ResponseHead(
            status: status, reason: reason, headers: headers,
            wireBytes: headers.wireBytes(after: Array("HTTP/1.1 \(status) ".utf8) + reason.reasonBytes))
    }

    private func allows(body status: StatusCode) -> Bool {
        start.method != .head && status >= 200 && status != 204 && status != 304
    }
}

extension String {
    /// The bytes of a reason phrase: ISO-8859-1, which HTTP/1.1 clients expect, or UTF-8 if that is impossible.
    fileprivate var reasonBytes: [UInt8] {
        let latin1 = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return latin1.count == unicodeScalars.count ? latin1 : Array(utf8)
    }
}

extension Headers {
    /// Returns the bytes of a head with these fields.
    fileprivate func wireBytes(after firstLine: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        func endLine() {
            bytes.append(0x0D)
            bytes.append(0x0A)
        }
        bytes.reserveCapacity(firstLine.count + 4 + reduce(0) { $0 + $1.length + 4 })
        bytes.append(contentsOf: firstLine)
        endLine()
        for field in self {
            field.withRawName { bytes.append(contentsOf: $0) }
            bytes.append(UInt8(ascii: ":"))
            bytes.append(UInt8(ascii: " "))
            field.withRawValue { bytes.append(contentsOf: $0) }
            endLine()
        }
        endLine()
        return bytes
    }
}
