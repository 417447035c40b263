import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording
@testable import InspectorHistory

@Suite("Secrets in the history", .timeLimit(.minutes(1)), .ownThread)
struct HistorySecretsTests {
    private func canary(_ number: Int) -> String { "canary\(number)q\(number * 7_919)zx" }

    /// Returns a task with a secret in each place that may contain one.
    private func task() throws -> TaskRecord {
        let json = """
            {"password":"\(canary(1))","nested":{"api_key":"\(canary(2))"},"echo":"\(canary(3))"}
            """
        let sent = "client_secret=\(canary(4))&user=me"
        let url = "http://a.test/x?token=\(canary(5))&access_token=\(canary(6))"
        var record = try TaskRecord.sample(
            url: url, body: json,
            { request in
                request.url = "http://me:\(canary(7))@a.test/x?token=\(canary(5))"
                request.headers.add("Authorization", "Bearer \(canary(3))")
                request.headers.add("Proxy-Authorization", "Basic \(canary(8))")
                request.headers.add("Cookie", "session=\(canary(9))")
                request.headers.add("X-Api-Key", canary(10))
                request.headers.add("X-Custom", canary(19))
                request.body = .bytes(Array(sent.utf8), contentType: "application/x-www-form-urlencoded")
                request.userInfo[.secrets] = [canary(11)]
                request.name = "login \(canary(11))"
            },
            head: """
                Content-Type: application/json\r
                Set-Cookie: id=\(canary(12)); Path=/\r
                Location: http://b.test/?code=\(canary(13))\r
                X-Auth-Token: \(canary(14))\r
                X-Echo: \(canary(11))\r

                """)
        var end = record
        end.testResults = [TestResult("body contains \(canary(11))", .failed(actual: canary(3)))]
        var error = ClientError(.connect, .connect, "cannot reach \(canary(11))", hint: "try \(canary(3))")
        error.curlMessage = "curl: \(canary(11))"
        end.attempts[0].exchanges[0].error = error
        end.attempts[0].exchanges[0].start.mock = MockReference(id: "1", name: "mock \(canary(11))")
        end.attempts[0].exchanges[0].trailers = ["X-Secret": canary(15)]
        end.attempts[0].retry = RetryPlan(
            reason: .unmet("token is \(canary(11))"), delay: .zero, until: Instant(nanoseconds: 0),
            explanation: canary(11))
        var connection = ConnectionRecord(
            id: 1, isReused: false, remote: ("127.0.0.1", 1), local: ("127.0.0.1", 2))
        connection.proxy = "http://p:\(canary(16))@proxy.test:1"
        end.attempts[0].exchanges[0].connection = connection
        end.attempts[0].exchanges[0].decodedBody = Array(
            json.replacing("\"nested\"", with: "\"\(canary(17))\":1,\"nested\"").utf8)
        record = end
        return record
    }

    @Test("None stands in any of the files, whatever place it had")
    func canaries() throws {
        let scene = try HistoryScene()
        let writer = HistoryWriter(
            scene.session {
                $0.redaction.otherNames = ["x-custom"]
                $0.redaction.learn(url: "http://u:\(canary(18))@proxy.test")
                $0.idleMilliseconds = 1
            })
        writer.learn([canary(17), canary(20)])
        writer.add(try task())
        writer.add(
            try .sample(
                2, body: "{\"x\":\"\(canary(20)) \(canary(18))\"}" + String(repeating: " ", count: 20_000)))
        let report = writer.finish(within: patience)
        #expect(report.saved == 2)
        for number in 1...20 {
            let secret = canary(number)
            #expect(try scene.files(holding: secret) == [], "secret \(number)")
            let found = try scene.list("body:\(secret)")
            #expect(found == [], "secret \(number)")
        }
        // Secrets are replaced by placeholders. Equal secrets have equal placeholders.
        let kept = try #require(try scene.records().first)
        let body = try #require(kept.lastExchange?.body)
        let text = String(decoding: body, as: UTF8.self)
        let sent = try #require(kept.origin.request.headers["Authorization"]?.dropFirst("Bearer ".count))
        #expect(sent.hasPrefix("<redacted:"))
        #expect(text.contains(sent))
    }

    @Test("When the search for secrets takes too long, the message does not blame the disk")
    func slowSearch() throws {
        let scene = try HistoryScene()
        let members = (1...20_000).map { "{\"password\":\"secret number \($0)\"}" }
        let writer = HistoryWriter(scene.session())
        writer.add(try .sample(body: "[\(members.joined(separator: ","))]"))
        let reason = writer.finish(within: .milliseconds(1)).error?.description
        #expect(reason == "the search for secrets in large bodies takes too long")
        #expect(writer.finish(within: patience).saved == 1)
    }
}
