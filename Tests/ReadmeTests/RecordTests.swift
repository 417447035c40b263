import ClientEngine
import ClientEngineRecording
import Foundation
import Testing

/// Creates and reads records like a user's package.
@Suite("Records, events and settings as plain values")
struct RecordTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

    private func record() throws -> TaskRecord {
        let url = try RequestURL(parsing: "http://pets.test/a")
        let origin = TaskOrigin(request: .get("http://pets.test/a"), url: url, date: Date())
        var record = TaskRecord(id: 7, origin: origin, created: start)
        let connection = ConnectionRecord(
            id: 3, isReused: true, remote: ("192.0.2.1", 80), local: ("192.0.2.2", 50_000))
        let head = ResponseHead(status: 200, reason: "OK", headers: ["Content-Length": "2"])
        let kinds: [(Event.Kind, Int)] = [
            (.attemptStarted(reason: nil, waited: nil), 1),
            (.exchangeStarted(ExchangeStart(method: .get, url: url)), 2),
            (.connected(connection), 3), (.phase(.wait), 4), (.head(head), 9), (.phase(.receive), 9),
            (.received([0x6F, 0x6B]), 11), (.anomaly(.endedByClose), 12), (.exchangeEnded(ExchangeEnd()), 12),
            (.attemptEnded(.response(status: 200), retry: nil), 12), (.taskEnded(.succeeded), 13),
        ]
        for (kind, time) in kinds {
            record.apply(Event(task: 7, attempt: 1, exchange: 1, at: at(time), kind))
        }
        return record
    }

    @Test("A record that is made of events holds everything they say")
    func events() throws {
        let record = try record()
        #expect(
            record.created == start && record.ended == at(13)
                && record.elapsed(now: at(99)) == .milliseconds(13))
        #expect(!record.isMocked && !record.isRetried && record.isReused && record.repetitions == 0)
        #expect(record.verdict == .passed && record.failures.isEmpty && record.testResults.isEmpty)
        #expect(record.lastAnswered == record.lastExchange && record.origin.provenance == .composed)
        let exchange = try #require(record.lastExchange)
        #expect(exchange.number == 1 && exchange.started == at(2) && exchange.ended == at(12))
        #expect(
            exchange.phases.map(\.phase) == [.wait, .receive] && exchange.phases.map(\.at) == [at(4), at(9)])
        #expect(exchange.timings.phases == [.wait: .milliseconds(5), .receive: .milliseconds(3)])
        #expect(exchange.timeToFirstByte == .milliseconds(7))
        #expect(exchange.connection?.localPort == 50_000 && exchange.connection?.id == 3)
        #expect(exchange.body == exchange.wireBody && exchange.body == Array("ok".utf8))
        #expect(exchange.interims.isEmpty && exchange.trailers.isEmpty && exchange.cache == nil)
        #expect("\(exchange.anomalies[0])".hasPrefix("only the end of the connection"))
    }

    @Test("A test result of a program makes the verdict of its task a failure")
    func testResults() throws {
        var record = try record()
        let result = TestResult("status is 201", isAboutStatus: true, .failed(actual: "200"))
        record.apply(Event(task: 7, at: at(20), .annotated(Annotation(result))))
        #expect(record.verdict == .failed && record.failures == [.testResult(result)])
    }

    @Test("The error of a URI template has the offset of its place")
    func templates() {
        let error = #expect(throws: URITemplateError.self) { try URITemplate("/users/{id") }
        #expect(error?.offset == 7)
    }

    @Test("Responses and their errors can be made without a client")
    func responses() throws {
        let head = ResponseHead(status: 404, reason: "", headers: ["Content-Type": "application/json"])
        let body = Array(#"{"code":"gone"}"#.utf8)
        let response = Response(head: head, body: body, url: "http://pets.test/a", record: try record())
        #expect(ResponseError(.status, response).problem?.code == "gone")
        #expect(throws: ResponseError.self) { try ResponseRules.json.check(response) }
        let context = RetryContext(request: .get("a"), response: response)
        #expect(context.number == 1 && context.error == nil && context.response?.body == body)
    }

    @Test("Settings are made, read, changed and compared outside of a client")
    func settings() throws {
        var configuration = ClientConfiguration()
        configuration.connections = ConnectionConfiguration()
        configuration.connections.resolve = [HostAddresses("pets.test", port: 80, addresses: ["127.0.0.1"])]
        configuration.options = RequestOptions()
        configuration.timeouts = Timeouts(connect: .seconds(1))
        #expect(configuration.timeouts.merged(over: .standard).idle == .seconds(30))
        var policy = RetryPolicy(maximumRetries: 2, when: [.status(503)], backoff: Backoff(hasJitter: false))
        #expect(policy.conditions == [.status(503)] && policy.backoff.multiplier == 2)
        policy.maximumRetries = 0
        policy.conditions = nil
        policy.backoff = Backoff()
        #expect(policy == .never)
        let pets = try ServerEnvironment("pets", baseURL: "http://pets.test/v1")
        #expect(pets.name == "pets" && pets.baseURL.url.path == "/v1/")
        #expect(TLSConfiguration() == configuration.connections.tls && Limits().redirects == 20)
    }

    @Test("JSON that a server sends as text is parsed if the rules of the request accept any type")
    func rules() async throws {
        let client = Client(baseURL: "http://pets.test/")
        try client.mocks.add(
            .any,
            .reply(Mock.Reply(status: 200, headers: ["Content-Type": "text/plain"], body: .text("[1, 2]"))))
        await #expect(throws: ResponseError.self) {
            try await client.send(Request.get("a").decoding([Int].self))
        }
        var rules = ResponseRules.json
        rules.contentTypes = ["*/*"]
        #expect(try await client.send(Request.get("a").decoding([Int].self, rules: rules)) == [1, 2])
        let count = Request.get("a").parsingJSON(rules) { response, json in
            response.body.count + (json.array?.count ?? 0)
        }
        #expect(try await client.send(count) == 8)
        var typed = Request.get("a").parsingJSON()
        #expect(typed.rules == .json)
        typed.rules = rules
        #expect(try await client.send(typed).array?.count == 2)
    }
}
