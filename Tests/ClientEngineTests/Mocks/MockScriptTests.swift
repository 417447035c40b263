import Testing

@testable import ClientEngine

@Suite("Scripts of mocks")
struct MockScriptTests {
    private static let timeouts = Timeouts(
        connect: .seconds(10), firstByte: .seconds(30), head: .seconds(31), idle: .seconds(20))

    private func script(
        _ method: HTTPMethod = .get, target: String = "/orders?x=1", body: Body = .none,
        headers: Headers = [:],
        timeouts: Timeouts = timeouts
    ) -> MockScript {
        MockScript(
            start: ExchangeStart(method: method, url: .at(target), body: body), headers: headers,
            timeouts: timeouts, mock: MockReference(id: "42", name: "orders-503"))
    }

    private func response(_ status: StatusCode, _ headers: Headers = [:], delay: Duration = .zero)
        -> Mock.Answer
    {
        Mock.Answer(
            .response(Mock.Reply(status: status, headers: headers)), delay: delay)
    }

    private func phases(_ steps: [MockScript.Step]) -> [Phase] {
        steps.flatMap(\.signals).compactMap { if case .told(.phase(let phase)) = $0 { phase } else { nil } }
    }

    private func head(_ steps: [MockScript.Step]) -> ResponseHead? {
        steps.flatMap(\.signals).lazy.compactMap { if case .told(.head(let head)) = $0 { head } else { nil } }
            .first
    }

    private func chunks(_ steps: [MockScript.Step]) -> [[UInt8]] {
        steps.flatMap(\.signals).compactMap {
            if case .told(.received(let bytes)) = $0 { bytes } else { nil }
        }
    }

    private func end(_ steps: [MockScript.Step]) -> ExchangeEnd? {
        if case .ended(let end) = steps.last?.signals.last { end } else { nil }
    }

    private func length(_ steps: [MockScript.Step]) -> Duration {
        steps.map(\.after).reduce(.zero, +)
    }

    // MARK: Responses

    @Test("play a response: send, wait, the delay, receive, end")
    func playResponse() throws {
        let body = Array("hello".utf8)
        let steps = script().steps(for: response(503, ["A": "b"], delay: .milliseconds(40)), body: body)
        let wire =
            "HTTP/1.1 503 Service Unavailable\r\nA: b\r\nContent-Length: 5\r\n"
            + "Matched-Stub-Id: 42\r\nMatched-Stub-Name: orders-503\r\n\r\n"
        let head = ResponseHead(
            status: 503, reason: "Service Unavailable",
            headers: [
                "A": "b", "Content-Length": "5", "Matched-Stub-Id": "42", "Matched-Stub-Name": "orders-503",
            ],
            wireBytes: Array(wire.utf8))
        let request = Array("GET /orders?x=1 HTTP/1.1\r\nHost: api.test\r\n\r\n".utf8)
        #expect(
            steps == [
                .init(after: .zero, signals: [.phase(.send), .requestHead(request), .phase(.wait)]),
                .init(
                    after: .milliseconds(40),
                    signals: [.phase(.receive), .head(head), .received(body), .ended(ExchangeEnd())]),
            ])
    }

    @Test("play a response without delay at once")
    func noDelay() {
        let steps = script().steps(for: response(200), body: [])
        #expect(steps.count == 1)
        #expect(steps.first?.after == .zero)
        #expect(phases(steps) == [.send, .wait, .receive])
        #expect(end(steps) == ExchangeEnd())
        #expect(script().steps(for: response(200, delay: .seconds(-1)), body: []) == steps)
    }

    @Test("keep the mock's own reason and length")
    func ownHead() {
        let answer = Mock.Answer(
            .response(Mock.Reply(reason: "Fine", headers: ["content-length": "9"])))
        let head = head(script().steps(for: answer, body: [1, 2, 3]))
        #expect(head?.reason == "Fine")
        #expect(head?.headers.values(of: "Content-Length") == ["9"])
        let chunked = response(299, ["Transfer-Encoding": "chunked"])
        let other = self.head(script().steps(for: chunked, body: [1]))
        #expect(other?.reason == "")
        #expect(other?.headers["Content-Length"] == nil)
    }

    @Test(
        "send no body where HTTP has none",
        arguments: [
            (HTTPMethod.get, 200, 1, "3"), (.head, 200, 0, "3"), (.get, 204, 0, ""), (.get, 304, 0, ""),
            (.post, 404, 1, "3"),
        ])
    func bodiless(method: HTTPMethod, status: StatusCode, count: Int, length: String) {
        let steps = script(method).steps(for: response(status), body: [1, 2, 3])
        #expect(chunks(steps).count == count)
        #expect(head(steps)?.headers.values(of: "Content-Length").joined() == length)
        #expect(end(steps) == ExchangeEnd())
    }

    @Test("keep a mock's name on its line")
    func names() {
        var script = script()
        script.mock = MockReference(id: "1", name: "a\r\nSet-Cookie: b")
        let named = head(script.steps(for: response(200), body: []))
        #expect(named?.headers["Matched-Stub-Name"] == "a  Set-Cookie: b")
        script.mock.name = ""
        #expect(head(script.steps(for: response(200), body: []))?.headers["Matched-Stub-Name"] == nil)
    }

    @Test("end in time-out when a delay is longer than the deadline")
    func impatience() {
        let steps = script().steps(for: response(200, delay: .seconds(60)), body: [1])
        #expect(length(steps) == .seconds(30))
        #expect(head(steps) == nil)
        #expect(end(steps)?.error?.label == "timeout/wait")
        #expect(
            end(steps)?.error?.message
                == "mock “orders-503” plays: an answer after 60 s; given up after 30 s")
        let patient = script(
            timeouts: Timeouts(connect: .seconds(10), head: .seconds(30), idle: .seconds(30)))
        #expect(length(patient.steps(for: response(200, delay: .seconds(60)), body: [])) == .seconds(60))
    }

    @Test("leave everything but the delay to the network on pass-through")
    func passThrough() {
        let steps = script().steps(for: .passThrough.after(.seconds(2)), body: [])
        #expect(steps == [.init(after: .seconds(2), signals: [])])
    }

    // MARK: Faults

    struct FaultCase: Sendable, CustomTestStringConvertible {
        var fault: Mock.Fault
        var label: String
        var phases: [Phase]
        var length: Duration = .zero
        var received: Int?
        var text: String
        var testDescription: String { "\(fault)" }
    }

    private static let answerPhases: [Phase] = [.send, .wait, .receive]

    private static let faults: [FaultCase] = [
        FaultCase(fault: .dns, label: "resolve/dns", phases: [.dns], text: "the name does not resolve"),
        FaultCase(
            fault: .refused, label: "connect/connect", phases: [.connect], text: "connection refused"),
        FaultCase(
            fault: .connectTimeout, label: "timeout/connect", phases: [.connect], length: .seconds(10),
            text: "no connection; given up after 10 s"),
        FaultCase(fault: .tls, label: "tls/tls", phases: [.tls], text: "the TLS handshake fails"),
        FaultCase(
            fault: .never, label: "timeout/wait", phases: [.send, .wait], length: .seconds(30),
            text: "no byte of an answer; given up after 30 s"),
        FaultCase(
            fault: .reset, label: "connectionLost/wait", phases: [.send, .wait],
            text: "the connection is reset before an answer"),
        FaultCase(
            fault: .emptyReply, label: "connectionLost/wait", phases: [.send, .wait],
            text: "the connection is closed without an answer"),
        FaultCase(
            fault: .garbage, label: "protocol/wait", phases: [.send, .wait], text: "the answer is not HTTP"),
        FaultCase(
            fault: .malformedChunk, label: "protocol/receive", phases: answerPhases, received: 0,
            text: "a broken chunk in the body"),
        FaultCase(
            fault: .stall(afterBytes: 5), label: "timeout/receive", phases: answerPhases,
            length: .seconds(20), received: 5,
            text: "silence after 5 bytes of the body; given up after 20 s"),
        FaultCase(
            fault: .truncate(afterBytes: 5), label: "truncated/receive", phases: answerPhases, received: 5,
            text: "the connection is closed after 5 bytes of the body"),
        FaultCase(
            fault: .truncate(afterBytes: 0), label: "truncated/receive", phases: answerPhases, received: 0,
            text: "the connection is closed after 0 bytes of the body"),
        FaultCase(
            fault: .truncate(afterBytes: -3), label: "truncated/receive", phases: answerPhases, received: 0,
            text: "the connection is closed after 0 bytes of the body"),
    ]

    @Test("play each fault with its error, in its phase", arguments: faults)
    func fault(example: FaultCase) throws {
        let steps = script().steps(for: .fault(example.fault), body: [])
        let error = try #require(end(steps)?.error)
        #expect(error.label == example.label)
        #expect(error.message == "mock “orders-503” plays: \(example.text)")
        #expect(phases(steps) == example.phases)
        #expect(length(steps) == example.length)
        #expect(error.elapsed == example.length)
        #expect(error.bytesReceived == example.received ?? 0)
        #expect(chunks(steps).joined().count == example.received ?? 0)
        #expect((head(steps) != nil) == (example.received != nil))
    }

    @Test("let a fault's delay pass first", arguments: faults)
    func delayedFault(example: FaultCase) throws {
        let steps = script().steps(for: .fault(example.fault).after(.seconds(3)), body: [])
        let waitsAnyway = example.fault == .connectTimeout || example.fault == .never
        #expect(length(steps) == example.length + (waitsAnyway ? .zero : .seconds(3)))
        #expect(end(steps)?.error?.label == example.label)
        #expect(phases(steps) == example.phases)
    }

    @Test("end a fault's delay at the deadline", arguments: faults)
    func overdueFault(example: FaultCase) throws {
        let steps = script().steps(for: .fault(example.fault).after(.seconds(99)), body: [])
        let error = try #require(end(steps)?.error)
        #expect(error.kind == .timeout)
        #expect(error.phase == min(.wait, example.phases.last ?? .wait))
        #expect(length(steps) == (error.phase < .send ? .seconds(10) : .seconds(30)))
    }

    @Test(
        "wait for ever where no deadline is set",
        arguments: [Mock.Fault.connectTimeout, .never, .stall(afterBytes: 1)])
    func forever(fault: Mock.Fault) {
        let endless = Timeouts(connect: nil, firstByte: nil, head: nil, idle: nil)
        let steps = script(timeouts: endless).steps(for: .fault(fault), body: [])
        #expect(!steps.isEmpty)
        #expect(end(steps) == nil)
    }

    @Test("break off the mock's own body where it has one")
    func ownBody() {
        let steps = script().steps(for: .fault(.truncate(afterBytes: 2)), body: [7, 8, 9])
        #expect(chunks(steps) == [[7, 8]])
        #expect(head(steps)?.headers["Content-Length"] == "3")
        let short = script().steps(for: .fault(.stall(afterBytes: 5)), body: [7, 8, 9])
        #expect(chunks(short).first?.prefix(3) == [7, 8, 9])
        #expect(head(short)?.headers["Content-Length"] == "6")
    }

    @Test(
        "break off a response before its end, however short it is",
        arguments: [(2, [7, 8]), (3, [7, 8]), (99, [7, 8]), (0, []), (-1, [])] as [(Int, [UInt8])])
    func ownResponse(count: Int, received: [UInt8]) {
        let reply = Mock.Reply(status: 404, headers: ["Content-Type": "image/png"], body: .bytes([7, 8, 9]))
        for fault in [Mock.Fault.truncate(afterBytes: count), .stall(afterBytes: count)] {
            let steps = script().steps(for: Mock.Answer(.fault(fault, of: reply)), body: [7, 8, 9])
            #expect(Array(chunks(steps).joined()) == received)
            #expect(head(steps)?.status == 404)
            #expect(head(steps)?.headers["Content-Type"] == "image/png")
            #expect(head(steps)?.headers["Content-Length"] == "3")
            #expect(end(steps)?.error?.bytesReceived == received.count)
        }
    }

    @Test("slow down a response of its own")
    func slowResponse() {
        let reply = Mock.Reply(status: 201, body: .bytes([7, 8]))
        let answer = Mock.Answer(.fault(.slow(bytesPerSecond: 1), of: reply))
        let steps = script().steps(for: answer, body: [7, 8])
        #expect(head(steps)?.status == 201)
        #expect(abs(length(steps).seconds - 2) < 0.001)
    }

    @Test(
        "pace a slow body",
        arguments: [
            (100, 1000, 100, 10), (5, 10, 10, 2), (1000, 50, 1, 0.05), (0, 3, 3, 3), (1 << 40, 9, 1, 0),
        ])
    func slow(rate: Int, count: Int, pieces: Int, seconds: Double) {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let steps = script().steps(for: .fault(.slow(bytesPerSecond: rate)), body: body)
        #expect(Array(chunks(steps).joined()) == body)
        #expect(chunks(steps).count == pieces)
        #expect(abs(length(steps).seconds - seconds) < 0.001)
        #expect(end(steps) == ExchangeEnd())
        #expect(head(steps)?.headers["Content-Length"] == String(count))
    }

    @Test("make a slow body where the mock has none, of a few seconds and a bounded number of pieces")
    func slowFiller() {
        let steps = script().steps(for: .fault(.slow(bytesPerSecond: 100)), body: [])
        #expect(abs(length(steps).seconds - 4) < 0.001)
        let long = script().steps(
            for: .fault(.slow(bytesPerSecond: 1)), body: [UInt8](repeating: 0, count: 1_000_000))
        #expect(long.count <= 10_001)
        #expect(abs(length(long).seconds - 1_000_000) < 1)
    }

    // MARK: The request

    @Test("write the request's head as it would have gone out")
    func requestHead() throws {
        var script = script(
            .post, body: .bytes([1, 2, 3]), headers: ["Accept": "*/*", "X": "ü"])
        script.start.url = try RequestURL(parsing: "http://api.test:8080/orders?x=1")
        let expected =
            "POST /orders?x=1 HTTP/1.1\r\nHost: api.test:8080\r\nAccept: */*\r\nX: ü\r\nContent-Length: 3\r\n\r\n"
        #expect(String(decoding: script.requestHead, as: UTF8.self) == expected)
        let signals = script.steps(for: response(200), body: []).first?.signals ?? []
        #expect(signals.contains(.sent(total: 3, expected: 3)))
    }

    @Test("leave the caller's own Host and length alone")
    func ownFields() {
        let script = script(
            .put, target: "/", body: .bytes([1]), headers: ["host": "other", "Content-Length": "1"])
        let expected = "PUT / HTTP/1.1\r\nhost: other\r\nContent-Length: 1\r\n\r\n"
        #expect(String(decoding: script.requestHead, as: UTF8.self) == expected)
    }
}
