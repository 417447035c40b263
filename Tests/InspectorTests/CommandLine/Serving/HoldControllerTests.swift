import ClientEngine
import ClientEngineRecording
import Dispatch
import EngineSupport
import InspectorGateway
import InspectorHTTPServer
import InspectorSandbox
import InspectorTaskFilter
import InspectorTestSupport
import Testing

@testable import InspectorCommandLine
@testable import InspectorValues

/// A relay to the sandbox, and a controller that holds its messages.
private final class HeldStand {
    let upstream: SandboxServer
    let client = Client()
    let desk: HoldController
    private let server: Gateway
    var port: UInt16 { server.port }
    private let reports = Monitor((holds: Holds(), expired: [Holds.Message]()))
    private let records = Monitor<[TaskID: TaskRecord]>([:])
    private let observation: Observation

    init(limit: Duration = HoldController.limit) throws {
        upstream = try SandboxServer.start()
        desk = HoldController(client.configuration.time, limit: limit)
        observation = client.observe { [records] event in
            records.withLock { records in
                guard var record = records[event.task] ?? TaskRecord(event) else { return }
                record.apply(event)
                records[event.task] = record
            }
        }
        var settings = Gateway.Settings()
        settings.upstream = try RequestURL(parsing: upstream.url)
        settings.holder = desk
        server = try Gateway(settings, client: client)
        desk.observe { [reports] holds, expired in
            reports.withLock { reports in
                reports.holds = holds
                if let expired { reports.expired.append(expired) }
            }
        }
    }

    deinit {
        server.stop()
        upstream.stop()
    }

    func hold(_ part: Holds.Part, _ method: HTTPMethod, _ path: String) throws {
        desk.toggle(part, of: Route(method, try RequestURL(parsing: upstream.url + path)))
    }

    /// Sends a request.
    ///
    /// The response is read later.
    func ask(_ path: String, _ method: String = "GET", body: String = "") throws -> RawClient {
        let program = try RawClient(port: server.port, host: "localhost:\(server.port)")
        program.request(path, method: method, body: body)
        return program
    }

    /// Waits until `count` messages are held.
    func held(_ count: Int = 1) throws -> [Holds.Message] {
        try #require(
            reports.wait(timeout: patience) { $0.holds.messages.count == count ? $0.holds.messages : nil })
    }

    func held(ofPart part: Holds.Part) -> Holds.Message? {
        reports.wait(timeout: patience) { $0.holds.messages.first { $0.part == part } }
    }

    func expired() throws -> Holds.Message {
        try #require(reports.wait(timeout: patience) { $0.expired.first })
    }

    /// Waits until a task has ended and returns its record.
    func record(of task: TaskID) throws -> TaskRecord {
        try #require(
            records.wait(timeout: patience) { $0[task].flatMap { $0.state.isFinished ? $0 : nil } })
    }
}

@Suite("Held messages", .ownThread, .timeLimit(.minutes(2)))
struct HoldControllerTests {
    private let stand: HeldStand

    init() throws { stand = try HeldStand() }

    private func answer(_ status: StatusCode, _ body: String) -> EditedAnswer {
        EditedAnswer(
            head: ResponseHead(
                status: status, reason: "By Hand",
                headers: ["X-Hand": "yes", "Content-Length": "\(body.utf8.count)"]),
            body: Array(body.utf8))
    }

    @Test("a request waits, is seen by no server, and goes on as it is")
    func released() throws {
        try stand.hold(.request, .get, "/status/1")
        let program = try stand.ask("/status/204")
        let message = try #require(stand.held().first)
        #expect(message.part == .request && stand.upstream.requests.isEmpty)
        #expect(stand.desk.decide(.release, of: message.task))
        #expect(try program.response().status == 204)
        #expect(!stand.desk.decide(.release, of: message.task))
        let record = try stand.record(of: message.task)
        #expect(!record.isRequestEdited && record.editedAnswer == nil)
    }

    @Test("what goes out of a request that was edited is what its record says")
    func edited() throws {
        try stand.hold(.request, .post, "/upload")
        let program = try stand.ask("/upload", "POST", body: "before")
        let message = try #require(stand.held().first)
        var request = Request(
            method: .put, url: stand.upstream.url + "/upload", body: .bytes(Array("behind".utf8)))
        request.headers = ["X-New": "1"]
        #expect(stand.desk.decide(.send(request), of: message.task))
        #expect(try program.response().text == "behind")
        let sent = try #require(stand.upstream.requests.first)
        #expect(sent.method == "PUT" && sent.header("X-New") == "1" && sent.header("Via") == nil)
        let record = try stand.record(of: message.task)
        let exchange = try #require(record.lastExchange)
        #expect(record.isRequestEdited && exchange.start.body.bytes == Array("behind".utf8))
        #expect(String(decoding: exchange.requestHead, as: UTF8.self).hasPrefix("PUT /upload HTTP/1.1\r\n"))
        // A resend from the list is not held again.
        #expect(record.origin.request.method == .post)
    }

    @Test("a body that no text can have stays with a request whose fields were edited")
    func binary() throws {
        try stand.hold(.request, .post, "/upload")
        let program = try RawClient(port: stand.port, host: "localhost")
        program.send(
            Array("POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n".utf8) + [
                0xFF, 0xFE,
            ])
        let message = try #require(stand.held().first)
        #expect(
            stand.desk.decide(
                .send(Request(method: .post, url: stand.upstream.url + "/upload")), of: message.task))
        #expect(try program.response().body == [0xFF, 0xFE])
    }

    @Test("a request that is answered by hand reaches no server")
    func byHand() throws {
        try stand.hold(.request, .get, "/hello")
        let program = try stand.ask("/hello")
        let message = try #require(stand.held().first)
        #expect(stand.desk.decide(.answer(answer(418, "by hand")), of: message.task))
        let response = try program.response()
        #expect(response.status == 418 && response.text == "by hand" && response.header("X-Hand") == "yes")
        #expect(response.header("Matched-Stub-Id") == nil && stand.upstream.requests.isEmpty)
        #expect(try stand.record(of: message.task).mock == .byHand)
    }

    @Test("an answer waits whole, and the program gets what was made of it")
    func answers() throws {
        try stand.hold(.answer, .get, "/hello")
        let program = try stand.ask("/hello")
        let message = try #require(stand.held().first)
        #expect(message.part == .answer && stand.upstream.requests.count == 1)
        #expect(stand.desk.decide(.answer(answer(503, "")), of: message.task))
        let response = try program.response()
        #expect(response.status == 503 && response.text == "" && response.header("Content-Length") == "0")
        let record = try stand.record(of: message.task)
        #expect(record.status == 200 && record.editedAnswer == answer(503, ""))
    }

    @Test(
        "an answer goes on as it is, with the coding that it came with",
        arguments: ["/gzip", "/status/500", "/hello"])
    func passedOn(path: String) throws {
        let plain = try stand.ask(path).response()
        try stand.hold(.answer, .get, path)
        let program = try stand.ask(path)
        let message = try #require(stand.held().first)
        #expect(stand.desk.decide(.release, of: message.task))
        let response = try program.response()
        #expect(response.status == plain.status && response.body == plain.body)
        #expect(response.header("Content-Encoding") == plain.header("Content-Encoding"))
    }

    @Test("an answer that has no end is not held")
    func endless() throws {
        try stand.hold(.answer, .get, "/sse")
        #expect(try stand.ask("/sse?events=2&delay=0").response().text.contains("data"))
    }

    @Test("both messages of an exchange are held, one after the other")
    func both() throws {
        try stand.hold(.request, .get, "/hello")
        try stand.hold(.answer, .get, "/hello")
        let program = try stand.ask("/hello")
        let request = try #require(stand.held().first)
        #expect(request.part == .request && stand.desk.decide(.release, of: request.task))
        let answer = try #require(stand.held(ofPart: .answer))
        #expect(answer.task == request.task && stand.desk.decide(.release, of: answer.task))
        #expect(try program.response().status == 200)
    }

    @Test("a program that leaves while it waits ends its task, and is held no more")
    func left() throws {
        try stand.hold(.request, .get, "/hello")
        var program: RawClient? = try stand.ask("/hello")
        let message = try #require(stand.held().first)
        program = nil
        #expect(program == nil)
        #expect(try stand.record(of: message.task).state == .cancelled)
        #expect(try stand.held(0) == [] && stand.upstream.requests.isEmpty)
    }

    @Test("cancelling the task ends it as at any other time")
    func cancelled() throws {
        try stand.hold(.request, .get, "/hello")
        let program = try stand.ask("/hello")
        let message = try #require(stand.held().first)
        stand.client.perform(.cancel, on: message.task)
        #expect(throws: RawClient.NoResponse.self) { try program.response() }
        #expect(try stand.held(0) == [])
    }

    @Test("nothing is held for ever, and what went on by itself is told")
    func limited() throws {
        let stand = try HeldStand(limit: .milliseconds(20))
        try stand.hold(.request, .get, "/hello")
        #expect(try stand.ask("/hello").response().status == 200)
        #expect(try stand.expired().part == .request)
    }

    @Test("what is told last is what is held, though several change it at once")
    func order() throws {
        let (desk, told) = (stand.desk, Locked(Holds()))
        desk.observe { holds, _ in told.withLock { $0 = holds } }
        let routes = try (0..<8).map { Route(.get, try RequestURL(parsing: "http://a.test/\($0)x")) }
        for _ in 0..<500 {
            DispatchQueue.concurrentPerform(iterations: routes.count) {
                desk.toggle(.request, of: routes[$0])
            }
            #expect(told.withLock { $0 } == desk.holds)
        }
    }

    @Test("all go on at once when somebody says so, or leaves", arguments: [false, true])
    func all(isEnd: Bool) throws {
        try stand.hold(.request, .get, "/hello")
        let programs = try (0..<3).map { _ in try stand.ask("/hello") }
        _ = try stand.held(3)
        if isEnd { stand.desk.end() } else { stand.desk.releaseAll() }
        for program in programs { #expect(try program.response().status == 200) }
        #expect(try stand.ask("/hello").response().status == 200)
        #expect(stand.desk.holds.isIdle)
    }
}
