import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Secrets in server-sent events")
struct EventSecretsTests {
    private static func hidden(_ text: String) -> String {
        var redaction = Redaction()
        return String(
            decoding: redaction.body(Array(text.utf8), contentType: "text/event-stream"), as: UTF8.self)
    }

    @Test(
        "The values of secret names are hidden in the data of each event, and all else stays",
        arguments: [
            ("data: {\"token\":\"abcdef\"}\n\n", "data: {\"token\":\"<redacted:1>\"}\n\n"),
            ("data: x\n\ndata: {\"token\":\"abcdef\"}", "data: x\n\ndata: {\"token\":\"<redacted:1>\"}"),
            (
                "event: a\r\ndata:{\"token\":\r\ndata: \"abcdef\",\r\ndata:\"pin\":12}\r\n\r\n",
                "event: a\r\ndata:{\"token\":\r\ndata: \"<redacted:1>\",\r\ndata:\"pin\":\"<redacted:2>\"}\r\n\r\n"
            ),
            (
                "data: {\"token\": \"abcdef\"\n\ndata: {\"a\": 1\n\n",
                "data:<redacted:1>\n\ndata: {\"a\": 1\n\n"
            ),
            (": token\nid: token\ndata: my token is\n\n", ": token\nid: token\ndata: my token is\n\n"),
            ("", ""), ("\n", "\n"), ("data:", "data:"),
        ])
    func places(text: String, expected: String) {
        #expect(Self.hidden(text) == expected)
    }

    @Test(
        "Millions of short events take little more time than a look at their bytes, whether or not one names a secret"
    )
    func time() {
        for last in ["x", "{\"token\":\"abcdef\"}"] {
            let lines = Array((String(repeating: "data: x\n\n", count: 1 << 16) + "data: \(last)\n\n").utf8)
            let looking = processorTime { _ = SecretNames.common.occur(in: lines.map { $0 &+ 1 }) }
            let found = growth(to: 1 << 18) { size in
                _ = NamedSecrets(in: Array(lines.suffix(size)), contentType: "text/event-stream")
            }
            #expect(found < 10)
            let finding = processorTime { _ = NamedSecrets(in: lines, contentType: "text/event-stream") }
            #expect(finding < max(looking, .milliseconds(2)) * 60, "\(finding) beside \(looking)")
        }
    }

    @Test("One event of many lines is taken apart in a time that grows with its size")
    func manyLines() {
        let growth = growth(to: 1 << 13) { lines in
            let data = String(repeating: "data: {\"token\":\"abcdef\"},\n", count: lines)
            let text = "data: [\n\(data)data: 1]\n\n"
            let found = NamedSecrets(in: Array(text.utf8), contentType: "text/event-stream")
            #expect(found.places.count == lines)
        }
        #expect(growth < 10)
    }
}
