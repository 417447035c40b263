import ClientEngine
import ClientEngineRecording
import EngineJSON
import Foundation
import RequestFormats
import Testing

@testable import InspectorCommandLine

@Suite("What run says about TLS and proxies")
struct CommandSecurityTests {
    private func connection(isVerified: Bool) -> ConnectionRecord {
        var connection = ConnectionRecord(
            id: 1, isReused: false, remote: ("127.0.0.1", 443), local: ("127.0.0.1", 5000))
        connection.proxy = "http://proxy:3128"
        connection.tls = .init(version: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384")
        connection.tls?.isVerified = isVerified
        return connection
    }

    /// Returns an exchange over TLS whose body may be truncated.
    private func events(isVerified: Bool) throws -> [(ms: Int, attempt: Int, exchange: Int, Event.Kind)] {
        let url = "https://example.test/a"
        let origin = RunStory.origin(url, verifiesCertificates: isVerified)
        return [
            (0, 0, 0, .taskCreated(origin)),
            (1, 1, 0, .attemptStarted(reason: nil, waited: nil)),
            (1, 1, 1, .exchangeStarted(try RunStory.exchange(url))),
            (2, 1, 1, .connected(connection(isVerified: isVerified))),
            (3, 1, 1, .head(ResponseHead(status: 200, reason: "OK", headers: [:]))),
            (4, 1, 1, .anomaly(.closeWithoutNotify)),
            (5, 1, 1, .exchangeEnded(ExchangeEnd())),
            (5, 1, 1, .attemptEnded(.response(status: 200), retry: nil)),
            (6, 1, 1, .taskEnded(.succeeded)),
        ]
    }

    @Test("the JSON of an exchange names version, cipher, proxy and what was odd", arguments: [true, false])
    func json(isVerified: Bool) throws {
        let sink = Sink()
        let text = EventText(redaction: Redaction())
        var output = JSONLines(EventLines(start: RunStory.start, text: text)) { sink.text += $0 }
        var story = RunStory()
        story.tell(try events(isVerified: isVerified), to: &output)
        let lines = try sink.lines.map { try JSONValue(parsing: String($0)) }
        let ended = try #require(lines.first { $0["event"] == "exchange.ended" })
        #expect(ended["tls"]?["version"] == "TLSv1.3")
        #expect(ended["tls"]?["cipher"] == "TLS_AES_256_GCM_SHA384")
        #expect(ended["tls"]?["verified"] == .bool(isVerified))
        #expect(ended["proxy"] == "http://proxy:3128")
        #expect(ended["anomalies"] == ["closeWithoutNotify"])
    }

    @Test("the line of a task says that nothing was checked, and what was odd", arguments: [true, false])
    func line(isVerified: Bool) throws {
        let sink = Sink()
        let layout = TaskLines.Layout(methods: ["GET"], names: ["https://example.test/a"], columns: nil)
        var output = TextLines(
            TaskLines(layout: layout, glyphs: .ascii, redaction: Redaction()), count: 1,
            sinks: TextLines.Sinks(lines: { sink.text += $0 }))
        var story = RunStory()
        story.tell(try events(isVerified: isVerified), to: &output)
        #expect(sink.text.contains("certificate not checked (-k)") != isVerified)
        #expect(sink.text.contains("close_notify"))
    }

    @Test("a task that never comes to a handshake says so, too, from its first line on")
    func beforeHandshake() throws {
        let origin = TaskOrigin(
            request: .get("https://nowhere.test/"), url: try RequestURL(parsing: "https://nowhere.test/"),
            date: Date(timeIntervalSince1970: 0), verifiesCertificates: false)
        let error = ClientError(.resolve, .dns, "the name has no address")
        let events: [(ms: Int, attempt: Int, exchange: Int, Event.Kind)] = [
            (0, 0, 0, .taskCreated(origin)),
            (1, 1, 0, .attemptStarted(reason: nil, waited: nil)),
            (1, 1, 1, .exchangeStarted(try RunStory.exchange("https://nowhere.test/"))),
            (2, 1, 1, .exchangeEnded(ExchangeEnd(error: error))),
            (2, 1, 1, .attemptEnded(.error(error), retry: nil)),
            (2, 1, 1, .taskEnded(.failed(error))),
        ]
        let (json, lines) = (Sink(), Sink())
        let text = EventText(redaction: Redaction())
        var output = JSONLines(EventLines(start: RunStory.start, text: text)) { json.text += $0 }
        var story = RunStory()
        story.tell(events, to: &output)
        let created = try JSONValue(parsing: String(try #require(json.lines.first)))
        #expect(created["verified"] == false)
        var shown = TextLines(
            TaskLines(
                layout: TaskLines.Layout(methods: ["GET"], names: [], columns: nil), glyphs: .unicode,
                redaction: Redaction()), count: 1, sinks: TextLines.Sinks(lines: { lines.text += $0 }))
        var again = RunStory()
        again.tell(events, to: &shown)
        #expect(lines.text.contains("certificate not checked (-k)"))
        var redaction = Redaction()
        let har = HARWriter(creator: ("t", "1")).write([try #require(story.record)], redaction: &redaction)
        let entry = try JSONValue(parsing: har)["log"]?["entries"]?[0]
        #expect(entry?["_verified"] == false)
    }

    @Test("plain http and mocks have nothing to check, so nothing is said")
    func nothingToCheck() throws {
        for (url, mock) in [("http://a.test/", nil), ("https://a.test/", MockReference(id: "m", name: "m"))] {
            let origin = TaskOrigin(
                request: .get(url), url: try RequestURL(parsing: url), date: Date(timeIntervalSince1970: 0),
                verifiesCertificates: false)
            var record = TaskRecord(id: 1, origin: origin, created: Instant(nanoseconds: 0))
            #expect(record.isUnverified == (mock != nil), "before it begins, nobody knows of the mock")
            var start = try RunStory.exchange(url)
            start.mock = mock
            let at = Instant(nanoseconds: 1)
            record.apply(Event(task: 1, attempt: 1, at: at, .attemptStarted(reason: nil, waited: nil)))
            record.apply(Event(task: 1, attempt: 1, exchange: 1, at: at, .exchangeStarted(start)))
            #expect(!record.isUnverified)
        }
    }

    @Test("flags become the client's configuration")
    func configuration() {
        var options = Options()
        var configuration = ClientConfiguration()
        options.client.configure(&configuration)
        #expect(configuration.connections.tls == TLSConfiguration())
        #expect(configuration.connections.proxy == nil)
        options.client.proxy = "proxy:3128"
        options.client.authorities = "ca.pem"
        options.client.certificate = "me.pem"
        options.client.isInsecure = true
        options.client.configure(&configuration)
        #expect(configuration.connections.proxy == "proxy:3128")
        #expect(configuration.connections.tls.certificateAuthorities == "ca.pem")
        #expect(configuration.connections.tls.verification == .none)
        #expect(configuration.connections.tls.clientCertificate == .init(file: "me.pem", keyFile: "me.pem"))
    }

    @Test("files of certificates that cannot be read stop a run before it sends")
    func unreadable() throws {
        let scratch = try ScratchFolder()
        try scratch.write("GET http://h.test/\n", to: "a.http")
        try scratch.write("", to: "there.pem")
        var options = Options()
        options.paths = ["\(scratch.path)/a.http"]
        options.client.authorities = "\(scratch.path)/missing.pem"
        options.client.certificate = "\(scratch.path)/there.pem"
        options.client.key = scratch.path
        let refusal = #expect(throws: RunPlan.PlanError.self) { try RunPlan(options) }
        #expect(
            refusal?.lines == [
                "--cacert: \(scratch.path)/missing.pem: No such file or directory",
                "--key: \(scratch.path): is not a regular file",
            ])
    }
}
