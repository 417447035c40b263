import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct MishapTests {
    private func stand(fault: String) throws -> Stand {
        try Stand(
            #"{"name": "f", "request": {"url": "/f"}, "response": {"status": 200, "body": "0123456789", "fault": "\#(fault)"}}"#
        )
    }

    private func stand(own fault: String) throws -> Stand {
        try Stand(
            #"""
            {"name": "f", "request": {"url": "/f"}, "response": {"body": "0123456789"},
             "metadata": {"inspector": {"fault": \#(fault)}}}
            """#)
    }

    @Test("A reset is a reset, without a byte")
    func reset() throws {
        let (text, ending) = try stand(fault: "CONNECTION_RESET_BY_PEER").bytes("/f")
        #expect(text.isEmpty)
        #expect(ending == .reset)
    }

    @Test("An empty reply is the end of the connection, without a byte")
    func empty() throws {
        let (text, ending) = try stand(fault: "EMPTY_RESPONSE").bytes("/f")
        #expect(text.isEmpty)
        #expect(ending == .closed)
    }

    @Test("A malformed chunk follows a good head")
    func malformedChunk() throws {
        let (text, ending) = try stand(fault: "MALFORMED_RESPONSE_CHUNK").bytes("/f")
        let parts = text.components(separatedBy: "\r\n\r\n")
        #expect(parts.first?.hasPrefix("HTTP/1.1 200 OK\r\n") == true)
        #expect(parts.first?.contains("Transfer-Encoding: chunked") == true)
        #expect(parts.last?.isEmpty == false)
        #expect(parts.last?.first?.isHexDigit == false)
        #expect(ending == .closed)
    }

    @Test("Random data is no HTTP")
    func garbage() throws {
        let (text, ending) = try stand(fault: "RANDOM_DATA_THEN_CLOSE").bytes("/f")
        #expect(!text.isEmpty)
        #expect(!text.hasPrefix("HTTP/"))
        #expect(ending == .closed)
    }

    @Test("A truncated body ends before its length")
    func truncated() throws {
        let (text, ending) = try stand(own: #"{"kind": "truncate", "afterBytes": 4}"#).bytes("/f")
        #expect(text.contains("Content-Length: 10\r\n"))
        #expect(text.hasSuffix("\r\n\r\n0123"))
        #expect(ending == .closed)
    }

    @Test(
        "What never goes on ends when the program leaves, and its task with it",
        arguments: [#"{"kind": "never"}"#, #"{"kind": "stall", "afterBytes": 4}"#])
    func endless(fault: String) throws {
        let stand = try stand(own: fault)
        let finished = Finished(of: stand.client)
        var client: RawClient? = try stand.connect()
        client?.request("/f")
        if fault.contains("stall") {
            #expect(try client?.response(hasBody: false).status == 200)
            #expect(client?.read(4) == Array("0123".utf8))
        }
        client = nil
        let record = try #require(finished.wait().first)
        #expect(record.state == (fault.contains("stall") ? .succeeded : .cancelled))
        #expect(record.programLeftAfter == (fault.contains("stall") ? 4 : 0))
    }

    @Test("A slow body takes its time, and is complete")
    func slow() throws {
        let stand = try stand(own: #"{"kind": "slow", "bytesPerSecond": 100}"#)
        var text = ""
        let elapsed = try ContinuousClock().measure { text = try stand.fetch("/f").text }
        #expect(text == "0123456789")
        #expect(elapsed >= .milliseconds(90))
    }

    @Test(
        "What lies below HTTP is told in words",
        arguments: [("dns", "resolve/dns"), ("refused", "connect/connect"), ("tls", "tls/tls")])
    func below(kind: String, label: String) throws {
        let response = try stand(own: #"{"kind": "\#(kind)"}"#).fetch("/f")
        #expect(response.status == 500)
        #expect(response.text.contains("“f”"))
        #expect(response.text.contains(label))
    }

    @Test(
        "What never connects, or never answers, is 504 when time is up",
        arguments: ["connectTimeout", "never"])
    func timeUp(kind: String) throws {
        let stand = try Stand(
            #"{"name": "f", "request": {}, "metadata": {"inspector": {"fault": {"kind": "\#(kind)"}}}}"#
        ) { $0.timeout = .milliseconds(50) }
        let response = try stand.fetch("/")
        #expect(response.status == 504)
        #expect(response.text.hasPrefix("timeout/"))
    }

    @Test("The delay passes before a fault")
    func delayed() throws {
        let stand = try Stand(
            #"{"name": "f", "request": {}, "response": {"fault": "EMPTY_RESPONSE", "fixedDelayMilliseconds": 100}}"#
        )
        var text = "?"
        let elapsed = try ContinuousClock().measure { text = try stand.bytes("/f").text }
        #expect(text.isEmpty)
        #expect(elapsed >= .milliseconds(100))
    }

    @Test(
        "Our own client sees each fault as the engine plays it",
        arguments: [
            ("CONNECTION_RESET_BY_PEER", "connectionLost/wait"), ("EMPTY_RESPONSE", "connectionLost/wait"),
            ("MALFORMED_RESPONSE_CHUNK", "protocol/receive"), ("RANDOM_DATA_THEN_CLOSE", "protocol/wait"),
        ])
    func sameErrors(fault: String, label: String) async throws {
        let stand = try stand(fault: fault)
        let task = Client().start(.get("\(stand.server.url)/f"))
        _ = await task.result
        let error = try #require(task.record.error)
        #expect(error.kind.rawValue == label.prefix { $0 != "/" })
    }
}
