import ClientEngine
import ClientEngineRecording
import EngineSupport
import Foundation
import Testing

@testable import InspectorSandbox
@testable import InspectorScreen

@Suite("Tasks that have ended are written and read again as they were", .timeLimit(.minutes(2)))
struct KeptTaskTests {
    /// Sends requests in order, with a test result for each, and checks what the screen keeps of them.
    private func play(
        _ requests: [Request], with client: Client, _ place: SourceLocation = #_sourceLocation
    ) async {
        let told = Locked<[Event]>([])
        let observation = client.observe { event in told.withLock { $0.append(event) } }
        var records: [TaskRecord] = []
        for request in requests {
            let task = client.start(request)
            _ = try? await task.value
            records.append(task.record)
        }
        observation.cancel()
        var tasks = Tasks()
        for event in told.withLock({ $0 }) { _ = tasks.apply(event) }
        for index in records.indices where index.isMultiple(of: 2) {
            let result = Annotation(TestResult("status == 200", .failed(actual: "\(index)")))
            let event = Event(task: records[index].id, at: records[index].created, .annotated(result))
            #expect(tasks.apply(event).isNew == false, sourceLocation: place)
            records[index].apply(event)
        }
        Self.check(tasks, records, place)
    }

    /// Checks that tasks return these records, with and without bodies, and after their deletion.
    private static func check(
        _ all: Tasks, _ records: [TaskRecord], _ place: SourceLocation = #_sourceLocation
    ) {
        var tasks = all
        let records = records.map(asKept)
        for record in records {
            #expect(record.state.isFinished, sourceLocation: place)
            #expect(tasks[record.id] == record, sourceLocation: place)
            let summary = tasks.summary(of: record.id, now: record.created)
            guard let ended = tasks.remove(record.id) else {
                Issue.record("task \(record.id) has not ended", sourceLocation: place)
                continue
            }
            #expect(tasks.restore(ended) == record.id, sourceLocation: place)
            #expect(tasks[record.id] == record, sourceLocation: place)
            #expect(tasks.summary(of: record.id, now: record.created) == summary, sourceLocation: place)
        }
        tasks.dropBodies(beyond: 0) { _ in false }
        let newest = records.last { $0.keptBytes > 0 }?.id
        for record in records {
            var dropped = record
            if record.id != newest { dropped.dropBodies() }
            #expect(tasks[record.id] == dropped, sourceLocation: place)
        }
    }

    /// Returns a record as it is kept: with decoded bodies only decoded, and certificates only as text.
    private static func asKept(_ record: TaskRecord) -> TaskRecord {
        var record = record
        for attempt in record.attempts.indices {
            for index in record.attempts[attempt].exchanges.indices {
                var exchange = record.attempts[attempt].exchanges[index]
                if exchange.decodedBody != nil { (exchange.chunks, exchange.arrivals) = ([], []) }
                if let certificates = exchange.connection?.tls?.certificates {
                    exchange.connection?.tls?.certificates = certificates.map {
                        ConnectionRecord.Certificate(
                            subject: $0.subject, issuer: $0.issuer, names: $0.names,
                            validity: ($0.notBefore, $0.notAfter), fingerprint: $0.fingerprint)
                    }
                }
                record.attempts[attempt].exchanges[index] = exchange
            }
        }
        return record
    }

    private func client(_ server: SandboxServer, _ change: (inout ClientConfiguration) -> Void = { _ in })
        -> Client
    {
        Client(baseURL: server.url) {
            $0.retry = RetryPolicy(
                maximumRetries: 2, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
            change(&$0)
        }
    }

    @Test("Answers, retries, redirects, challenges, codings, failures")
    func plain() async throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let login = Request.get("/basic-auth/a/b").with {
            $0.authentication = .basic(user: "a", password: "b")
        }
        await play(
            [
                .get("/hello"), .get("/hello"), .get("/flaky/2"), .get("/redirect/2"), login, .get("/gzip"),
                .get("/br"), .get("/bytes/100000"), .get("/truncated"), .get("/garbage"), .get("/reset"),
                .get("/status/503"), .get("/cookies/set?a=b"), .get("/sse?count=3"), .get("/drip"),
                .get("/image"), .post("/echo", body: .text("body")),
                .post("/echo", body: .json(["a": 1])),
                .post("/echo", body: .bytes([UInt8](repeating: 65, count: 200_000))),
                .post("/redirect/1", body: .text("body")),
                .get("http://127.0.0.1:1/"), .get("not a url\u{1}"),
                .get("/hello").with { $0.discardsBody = true },
                .get("/hang").with {
                    $0.attemptTimeout = .milliseconds(50)
                    $0.retry = .never
                },
            ], with: client(server))
    }

    @Test("Servers that misbehave")
    func misbehaved() async throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        for row in Misbehaviour.all {
            let request = Request.get("/bad/\(row.id)").with {
                $0.attemptTimeout = .milliseconds(200)
                $0.retry = .never
            }
            await play([request], with: client(server))
        }
    }

    @Test("Over TLS and from a cache")
    func others() async throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let secure = Client(baseURL: server.httpsURL) {
            $0.connections.tls.certificateAuthorities = server.caFile
            $0.cache = .memory(1 << 20)
        }
        await play(
            [.get("/hello"), .get("/hello"), .get("/cache/60"), .get("/cache/60"), .get("/etag/a")],
            with: secure)
        await play([.get("/hello")], with: Client(baseURL: server.httpsURL))
    }

    @Test("Of mocks")
    func mocked() async throws {
        let client = Client(baseURL: "http://127.0.0.1:1") { $0.retry = .never }
        try client.mocks.add(.get("/a"), .json(["x": 1]))
        let reply = Mock.Reply(status: 206, headers: ["X": "y"], body: .text("0123456789"))
        try client.mocks.add(.get("/b"), Mock.Answer(.fault(.truncate(afterBytes: 4), of: reply)))
        await play([.get("/a"), .get("/b"), .get("/c")], with: client)
    }

    @Test("Of every state that a task can end in")
    func states() {
        var story = Story.everyState
        let ids = Set(
            story.events.lazy.filter { if case .taskEnded = $0.kind { true } else { false } }.map(\.task))
        Self.check(story, only: ids)
        story = .home
        Self.check(story, only: Set(Self.records(of: story).lazy.filter(\.state.isFinished).map(\.id)))
        Self.check(.truncated)
        Self.check(.interrupted)
    }

    @Test("Of other programs: a transcript, edits, changes for a relay, notes, a program that left")
    func relayed() throws {
        let body = Body.bytes(Array("sent".utf8), contentType: "text/plain")
        var request = Request.post("http://h/chat", headers: ["Content-Type": "text/plain"], body: body)
        let url = try RequestURL(parsing: request.url)
        var provenance = Provenance(.opened, file: "a.http", line: 3, resendOf: 1)
        provenance.program = AskingProgram(name: "curl", process: 4_711)
        var origins = RelayedOrigins()
        origins.add(url, as: "http://127.0.0.1:1")
        origins.isAskedByAddress = true
        request.userInfo[.relayedOrigins] = origins
        var story = Story()
        story.create(1, request, at: 0, from: provenance)
        story.begin(1, at: 1, request)
        var connection = ConnectionRecord(
            id: 4, isReused: true, remote: ("10.2.0.14", 443), local: ("10.2.0.2", 5))
        connection.proxy = "http://proxy:3128"
        connection.unopened = "the program does not trust the authority"
        connection.tls = .init(version: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256")
        connection.tls?.applicationProtocol = "h2"
        connection.tls?.isVerified = false
        connection.tls?.certificates = [
            .init(
                subject: "CN = h", issuer: "CN = a", names: ["h", "*.h"],
                validity: (Date(timeIntervalSince1970: 1), nil), fingerprint: "ab"),
            .init(subject: "CN = a", issuer: "CN = a"),
        ]
        story.add(1, 1, 1, at: 2, .connected(connection))
        story.add(1, 1, 1, at: 2, .requestHead(Array("POST /chat HTTP/1.1\r\nHost: h\r\n\r\n".utf8)))
        story.add(1, 1, 1, at: 3, .sent(total: 2, expected: 4))
        story.add(
            1, 1, 1, at: 4, .interim(ResponseHead(wireBytes: Array("HTTP/1.1 103 Early Hints\r\n\r\n".utf8))))
        let head = "HTTP/1.1 101 Switching Protocols\r\nA : b\r\n c\r\nno colon\r\nX: \u{E9}\r\n\r\n"
        story.add(1, 1, 1, at: 5, .head(ResponseHead(wireBytes: Array(head.utf8))))
        for (index, text) in ["→ hello\n", "← 16 bytes\n", "→ bye\n"].enumerated() {
            story.add(1, 1, 1, at: 10 * (index + 1), .transcript(Array(text.utf8)))
        }
        story.add(1, 1, 1, at: 40, .delivered(12))
        story.add(1, 1, 1, at: 40, .anomaly(Anomaly.allCases[0]))
        story.add(1, 1, 1, at: 41, .exchangeEnded(ExchangeEnd(trailers: ["A": "b", "c": ""])))
        story.add(1, 1, 0, at: 41, .attemptEnded(.response(status: 101), retry: nil))
        story.add(1, 1, 1, at: 42, .programLeft(after: 7))
        story.add(1, 1, 1, at: 43, .taskEnded(.succeeded))
        let answer = EditedAnswer(
            head: ResponseHead(status: 201, reason: "Made", headers: ["X": "y"]), body: Array("{}".utf8))
        for annotation in [
            Annotation("ticket", ["name": "SHOP-17"]), .editedRequest,
            Annotation(TestResult("status == 201", line: 4, isAboutStatus: true, .failed(actual: "101"))),
            Annotation(answer), Annotation(TestResult("b", .noted("x"))), Annotation("plain"),
        ] {
            story.add(1, at: 50, .annotated(annotation))
        }
        Self.check(story)
    }

    @Test("A server-sent stream keeps the instants at which its parts arrived, also when their sizes differ")
    func arrivals() throws {
        var story = Story()
        let request = Request.get("http://h/stream")
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        story.phases(1, from: 0, [.wait: 1, .receive: 5])
        story.add(
            1, 1, 1, at: 5,
            .head(ResponseHead(status: 200, reason: "OK", headers: ["Content-Type": "text/event-stream"])))
        for index in 1...20 {
            story.add(
                1, 1, 1, at: index * index * 7,
                .received(Array("data: \(String(repeating: "x", count: index))\n\n".utf8)))
        }
        story.add(1, 1, 1, at: 3_000, .exchangeEnded(ExchangeEnd()))
        story.add(1, 1, 0, at: 3_000, .attemptEnded(.response(status: 200), retry: nil))
        story.add(1, 1, 1, at: 3_001, .processing)
        story.add(1, 1, 1, at: 3_002, .taskEnded(.succeeded))
        let record = try #require(Self.records(of: story).first)
        #expect(record.lastExchange?.arrivals.count == 20)
        Self.check(story)
    }

    @Test("A body that ended before is not kept twice when its bodies are dropped twice")
    func droppedTwice() throws {
        var story = Story()
        story.quick(1, .get("http://h/a"), at: 0, took: 5, body: "body")
        story.quick(2, .get("http://h/a"), at: 10, took: 5, body: "body")
        var tasks = Self.tasks(of: story)
        for _ in 0..<2 { tasks.dropBodies(beyond: 0) { _ in false } }
        #expect(tasks[1]?.lastExchange?.droppedBody == 4)
        #expect(tasks[2]?.lastExchange?.droppedBody == nil)
    }

    @Test("Tasks that are alike share their request, their heads and their bodies, and take few bytes beside")
    func size() throws {
        var story = Story()
        for id in 1...100 {
            story.quick(id, .get("http://h/things"), at: id * 10, took: 5, body: "body")
        }
        let tasks = Self.tasks(of: story)
        let ended = (1...100).compactMap { tasks.ended($0) }
        #expect(ended.count == 100)
        #expect(ended.allSatisfy { $0.asked === ended[0].asked })
        #expect(
            ended.allSatisfy { $0.story.count < 500 }, "\(String(decoding: ended[99].story, as: UTF8.self))")
    }

    // MARK: Stories

    private static func check(
        _ story: Story, only ids: Set<TaskID>? = nil, _ place: SourceLocation = #_sourceLocation
    ) {
        check(tasks(of: story), records(of: story).filter { ids?.contains($0.id) ?? true }, place)
    }

    private static func tasks(of story: Story) -> Tasks {
        var tasks = Tasks()
        for event in story.events { _ = tasks.apply(event) }
        return tasks
    }

    /// Returns the records that result from the events of each task.
    private static func records(of story: Story) -> [TaskRecord] {
        var records: [TaskID: TaskRecord] = [:]
        for event in story.events {
            if records[event.task] == nil { records[event.task] = TaskRecord(event) }
            records[event.task]?.apply(event)
        }
        return records.values.sorted { $0.id < $1.id }
    }
}
