/// Creates the steps of one script, and keeps track of the time.
struct MockTimeline {
    /// A part of a body, and the time until it arrives.
    typealias Chunk = (after: Duration, bytes: [UInt8])

    /// The maximum number of pieces of a body.
    static let mostChunks = 10_000

    private(set) var steps: [MockScript.Step] = []
    private let script: MockScript
    private let delay: Duration
    private var elapsed: Duration = .zero
    private var received = 0
    /// Indicates whether pieces represent bytes that arrive one by one, so that there is no idle time between them.
    private var isTrickling = false
    /// The response that a failure interrupts, or `nil` to generate one.
    private var reply: Mock.Reply?

    init(script: MockScript, delay: Duration) {
        self.script = script
        self.delay = delay
    }

    /// Adds a complete response.
    mutating func respond(_ head: ResponseHead, _ chunks: [Chunk]) {
        guard begin(head: head, chunks) else { return }
        add(.zero, [.ended(ExchangeEnd())])
    }

    /// Adds the request and the delay, up to the point where the reply must be known.
    mutating func ask() {
        request()
        _ = waitForAnswer()
    }

    /// Adds the rest after ``ask()``.
    mutating func reply(_ head: ResponseHead, _ chunks: [Chunk]) {
        if receive(head, chunks) { add(.zero, [.ended(ExchangeEnd())]) }
    }

    /// Adds only the delay.
    mutating func pass() {
        add(delay, [])
    }

    /// Adds a failure.
    ///
    /// `stall`, `truncate` and `slow` use the response and its body.
    mutating func fail(_ fault: Mock.Fault, of reply: Mock.Reply?, body: [UInt8]) {
        self.reply = reply
        switch fault {
        case .dns: breakBefore(.dns, .resolve, "the name does not resolve")
        case .refused: breakBefore(.connect, .connect, "connection refused")
        case .tls: breakBefore(.tls, .tls, "the TLS handshake fails")
        case .connectTimeout:
            add(.zero, [.phase(.connect)])
            timeOut(in: .connect, after: script.timeouts.connect, "no connection")
        case .never:
            request()
            timeOut(in: .wait, after: script.timeouts.firstByte, "no byte of an answer")
        case .reset: breakInWait(.connectionLost, "the connection is reset before an answer")
        case .emptyReply:
            breakInWait(.connectionLost, "the connection is closed without an answer", code: Self.gotNothing)
        case .garbage: breakInWait(.protocolViolation, "the answer is not HTTP")
        case .malformedChunk:
            let head = script.head(
                status: 200, headers: ["Transfer-Encoding": "chunked"], bodyLength: nil)
            if begin(head: head, []) { end(.protocolViolation, .receive, "a broken chunk in the body") }
        case .stall(let count): stall(after: count, body: body)
        case .truncate(let count): truncate(after: count, body: body)
        case .slow(let rate): trickle(rate, body: body)
        }
    }
}

extension MockTimeline {
    private mutating func stall(after count: Int, body: [UInt8]) {
        guard beginPart(count, of: body) else { return }
        timeOut(in: .receive, after: script.timeouts.idle, "silence after \(received) bytes of the body")
    }

    private mutating func truncate(after count: Int, body: [UInt8]) {
        guard beginPart(count, of: body) else { return }
        end(.truncated, .receive, "the connection is closed after \(received) bytes of the body")
    }

    /// Adds a body with ten pieces a second, or single bytes if it is slower, and at most 10,000 pieces.
    private mutating func trickle(_ bytesPerSecond: Int, body: [UInt8]) {
        isTrickling = true
        let rate = max(1, bytesPerSecond)
        let body = body.isEmpty ? Self.filler(min(rate, 1 << 20) * 4) : body
        let size = max(1, rate / 10, body.count / Self.mostChunks + 1)
        let chunks = stride(from: 0, to: body.count, by: size).map { start -> Chunk in
            let bytes = Array(body[start..<min(start + size, body.count)])
            return (.clamped(seconds: Double(bytes.count) / Double(rate)), bytes)
        }
        respond(head(bodyLength: body.count), chunks)
    }

    /// Adds the head of a longer body, and the first bytes of the body.
    ///
    /// Returns `false` if a deadline passed before.
    private mutating func beginPart(_ count: Int, of body: [UInt8]) -> Bool {
        var whole = body
        if reply == nil || body.isEmpty {
            let count = min(max(0, count), max(body.count, 16 << 20))
            if body.count <= count { whole += Self.filler(count + 1 - body.count) }
        }
        // A response of the mock is cut before its end, even if it is short.
        let part = Array(whole.prefix(min(max(0, count), whole.count - 1)))
        return begin(head: head(bodyLength: whole.count), part.isEmpty ? [] : [(.zero, part)])
    }

    private func head(bodyLength: Int) -> ResponseHead {
        let madeUp = Mock.Reply(headers: ["Content-Type": "text/plain"])
        return script.head(of: reply ?? madeUp, bodyLength: bodyLength)
    }

    private static func filler(_ count: Int) -> [UInt8] {
        let line = Array("This line is here to make a body.\n".utf8)
        return Array(repeatElement(line, count: count / line.count + 1).joined().prefix(count))
    }
}

extension MockTimeline {
    /// Adds the request, the wait, the head and parts of the body.
    ///
    /// Returns `false` if a deadline passed before.
    private mutating func begin(head: ResponseHead, _ chunks: [Chunk]) -> Bool {
        request()
        guard waitForAnswer() else { return false }
        return receive(head, chunks)
    }

    /// Adds the head and parts of the body.
    ///
    /// Returns `false` if one of them is too late.
    private mutating func receive(_ head: ResponseHead, _ chunks: [Chunk]) -> Bool {
        add(.zero, [.phase(.receive), .head(head)])
        for chunk in chunks where !chunk.bytes.isEmpty {
            if let idle = script.timeouts.idle, idle < chunk.after, !isTrickling {
                timeOut(in: .receive, after: idle, "silence after \(received) bytes of the body")
                return false
            }
            received += chunk.bytes.count
            add(chunk.after, [.received(chunk.bytes)])
        }
        return true
    }

    private mutating func request() {
        var signals: [ExchangeSignal] = [.phase(.send), .requestHead(script.requestHead)]
        if let bytes = script.start.body.bytes, !bytes.isEmpty {
            signals.append(.sent(total: bytes.count, expected: bytes.count))
        }
        add(.zero, signals + [.phase(.wait)])
    }

    /// Adds the delay.
    ///
    /// Returns `false` if the deadline for the first byte is earlier.
    private mutating func waitForAnswer() -> Bool {
        if let deadline = script.timeouts.firstByte, deadline < delay {
            timeOut(in: .wait, after: deadline, "an answer after \(delay.brief)")
            return false
        }
        add(delay, [])
        return true
    }

    private mutating func breakInWait(_ kind: ClientError.Kind, _ what: String, code: Int? = nil) {
        request()
        if waitForAnswer() { end(kind, .wait, what, code: code) }
    }

    /// The code of libcurl for an empty response (CURLE_GOT_NOTHING).
    ///
    /// A reset has another code.
    private static let gotNothing = 52

    private mutating func breakBefore(_ phase: Phase, _ kind: ClientError.Kind, _ what: String) {
        add(.zero, [.phase(phase)])
        if let deadline = script.timeouts.connect, deadline < delay {
            timeOut(in: phase, after: deadline, "no connection for \(delay.brief)")
        } else {
            add(delay, [])
            end(kind, phase, what)
        }
    }

    /// Ends with a timeout, or never if there is no deadline.
    private mutating func timeOut(in phase: Phase, after deadline: Duration?, _ what: String) {
        guard let deadline else { return }
        add(deadline, [])
        end(.timeout, phase, "\(what); given up after \(deadline.brief)")
    }

    private mutating func end(
        _ kind: ClientError.Kind, _ phase: Phase, _ what: String, code: Int? = nil
    ) {
        var error = ClientError(kind, phase, "mock “\(script.mock.name)” plays: \(what)")
        error.curlCode = code
        error.elapsed = elapsed
        error.bytesReceived = received
        add(.zero, [.ended(ExchangeEnd(error: error))])
    }

    /// Adds a step, or adds simultaneous signals to the last step.
    private mutating func add(_ after: Duration, _ signals: [ExchangeSignal]) {
        elapsed += after
        if let last = steps.indices.last, after == .zero || steps[last].signals.isEmpty {
            steps[last].after += after
            steps[last].signals += signals
        } else {
            steps.append(MockScript.Step(after: after, signals: signals))
        }
    }
}
