import ClientEngine
import ClientEngineRecording
import EngineJSON
import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTestSupport
import RequestFormats
import Testing

@testable import InspectorCommandLine
@testable import InspectorWorkspace

@Suite("Secrets on their way out", .ownThread, .timeLimit(.minutes(1)))
struct SecretCanaryTests {
    private static func canary(_ number: Int) -> String { "canary\(number)x7f3" }
    private static let canaries = (1...20).map(canary)

    /// Starts a server that echoes everything in several forms and sets secrets itself.
    private static func echo() throws -> SandboxServer {
        try SandboxServer.start(raw: { connection in
            while let request = connection.readRequest() {
                let sent = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
                let members: JSONValue = [
                    "headers": .string(sent), "body": .string(String(decoding: request.body, as: UTF8.self)),
                    "target": .string(request.target), "access_token": .string(canary(15)),
                    "nested": ["client_secret": [.string(canary(16))]],
                    "again": .string("id \(canary(17)) end"),
                ]
                let body = members.serialized()
                let lines = [
                    "Content-Type: application/json", "Set-Cookie: session=\(canary(17)); Path=/",
                    "X-Echo: \(request.header("Authorization") ?? "")", "X-Auth-Token: \(canary(18))",
                    "Location: /next?token=\(canary(19))", "Content-Length: \(body.utf8.count)",
                ]
                connection.write(
                    "HTTP/1.1 200 Fine \(canary(18))\r\n" + lines.joined(separator: "\r\n") + "\r\n\r\n")
                connection.write(body)
            }
        })
    }

    private static func requests(_ server: SandboxServer) -> [Request] {
        let port = server.port
        let headers: Headers = [
            "Authorization": "Bearer \(canary(1))", "Cookie": "id=\(canary(2)); other=\(canary(3))",
            "X-Api-Key": canary(4), "Proxy-Authorization": "Basic \(canary(5))", "X-Auth-Token": canary(6),
        ]
        let basic = Data("user:\(canary(7))".utf8).base64EncodedString()
        return [
            Request(url: server.url + "/a?token=\(canary(8))&q=1", headers: headers),
            Request(url: server.url + "/b", headers: ["Authorization": "Basic \(basic)"]),
            .get("http://me:\(canary(9))@127.0.0.1:\(port)/c"),
            Request(
                method: .post, url: server.url + "/d", headers: ["Content-Type": "application/json"],
                body: .text(#"{"password":"\#(canary(10))","deep":{"api_key":["\#(canary(11))"]}}"#)),
            Request(
                method: .post, url: server.url + "/e",
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: .text("client_secret=\(canary(12))&passwd=\(canary(13))")),
            .get(server.url + "/f#access_token=\(canary(14))"),
            .get("http://me:\(canary(20))@127.0.0.1:1/refused"),
        ]
    }

    @Test("None of twenty secrets is in a HAR, in --json, in the lines of run or in an error")
    func leaks() throws {
        let server = try Self.echo()
        let spy = Spy(redaction: Redaction())
        var loop = SendLoop(client: Client(), mailbox: Mailbox<[SendLoop.Message]>(), output: spy)
        loop.keepsRecords = true
        let result = loop.run(
            Self.requests(server).map {
                RunJob(OutgoingRequest(request: $0, provenance: Provenance(.saved)))
            })
        #expect(result.records.map(\.status) == [200, 200, 200, 200, 200, 200, nil])
        var redaction = Redaction()
        let har = HARWriter(creator: ("t", "1")).write(result.records, redaction: &redaction)
        let outputs = ["har": String(decoding: har, as: UTF8.self), "json": spy.json, "lines": spy.lines]
        for (name, output) in outputs {
            #expect(!output.isEmpty)
            for canary in Self.canaries { #expect(!output.contains(canary), "\(canary) in \(name)") }
            let encoded = Data("user:\(Self.canary(7))".utf8).base64EncodedString()
            #expect(!output.contains(encoded), "\(name)")
        }
        #expect(redaction.count > 20)
    }

    @Test("Whoever asks for the secrets gets all that a HAR can hold")
    func shown() throws {
        let server = try Self.echo()
        let spy = Spy(redaction: .none)
        var loop = SendLoop(client: Client(), mailbox: Mailbox<[SendLoop.Message]>(), output: spy)
        loop.keepsRecords = true
        let result = loop.run(
            Self.requests(server).map {
                RunJob(OutgoingRequest(request: $0, provenance: Provenance(.saved)))
            })
        var redaction = Redaction.none
        let har = String(
            decoding: HARWriter(creator: ("t", "1")).write(result.records, redaction: &redaction),
            as: UTF8.self)
        for number in [1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 13, 15, 16, 17, 18, 19] {
            #expect(har.contains(Self.canary(number)))
        }
    }

    /// Collects the output of `run` in both formats.
    private final class Spy: RunOutput {
        private let text: Text
        private var outputs: (lines: TextLines, json: JSONLines)

        private final class Text {
            var lines = ""
            var json = ""
        }

        var lines: String { text.lines }
        var json: String { text.json }

        init(redaction: Redaction) {
            let text = Text()
            self.text = text
            let lines = TextLines(
                TaskLines(
                    layout: .init(methods: ["GET"], names: [], columns: nil), glyphs: .ascii,
                    redaction: redaction), count: 7, sinks: .init(lines: { text.lines += $0 }))
            let events = EventLines(start: SystemTime().now(), text: EventText(redaction: redaction))
            outputs = (lines, JSONLines(events) { text.json += $0 })
        }

        func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
            outputs.lines.show(event, in: record, after: previous)
            outputs.json.show(event, in: record, after: previous)
        }

        func flush() {
            outputs.lines.flush()
            outputs.json.flush()
        }

        func finish(_ summary: RunSummary) { outputs.json.finish(summary) }
    }
}
