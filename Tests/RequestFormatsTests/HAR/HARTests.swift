import EngineJSON
import Foundation
import RequestFormats
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite struct HARTests {
    private static let writer = HARWriter(creator: (name: "test", version: "1"))

    private func entries(_ records: [TaskRecord]) throws -> [JSONValue] {
        var redaction = Redaction.none
        let bytes = Self.writer.write(records, redaction: &redaction)
        return try #require(try JSONValue(parsing: bytes)["log"]?["entries"]?.array)
    }

    /// Returns a task with 503 on a new connection, a wait of 200 ms, and 200 with gzip on the same connection.
    private func retried() throws -> TaskRecord {
        let url = RequestURL.test("/b", query: "q=a%20b&token=t0ps3cret")
        let request = Request.post(url.text, body: .text("hello"))
        var story = try Story(request, url: url, id: 7, provenance: Provenance(.resend, resendOf: 3))
        var connection = ConnectionRecord(
            id: 2, isReused: false, remote: ("10.0.0.1", 443), local: ("10.0.0.9", 5000))
        let start = ExchangeStart(method: .post, url: url, body: request.body)
        let sent = Array("POST /b HTTP/1.1\r\nHost: a.test\r\nContent-Type: text/plain\r\n\r\n".utf8)
        story.at(0, .attemptStarted(reason: nil, waited: nil), .exchangeStarted(start), .phase(.queue))
        story.at(1, .phase(.dns))
        story.at(3, .phase(.connect))
        story.at(6, .phase(.tls), .connected(connection))
        story.at(10, .phase(.send), .requestHead(sent), .sent(total: 5, expected: 5))
        story.at(11, .phase(.wait))
        story.at(
            31, .phase(.receive),
            .head(ResponseHead(status: 503, reason: "Busy", headers: ["Location": "/c"])))
        story.at(32, .exchangeEnded(ExchangeEnd()))
        let plan = RetryPlan(
            reason: .status(503), delay: .milliseconds(200), until: Instant(nanoseconds: 0), explanation: "")
        story.at(32, .attemptEnded(.response(status: 503), retry: plan))
        connection.isReused = true
        story.at(
            232, .attemptStarted(reason: .status(503), waited: .milliseconds(200)), .exchangeStarted(start))
        story.at(232, .phase(.queue), .connected(connection))
        story.at(233, .phase(.send), .sent(total: 5, expected: 5))
        story.at(233, .phase(.wait))
        let head = ResponseHead(
            status: 200, reason: "OK",
            headers: ["Content-Type": "text/plain", "Set-Cookie": "s=1; Path=/; HttpOnly"],
            wireBytes: [1, 2, 3])
        story.at(240, .phase(.receive), .head(head), .received([0x1F, 0x8B]))
        story.at(242, .exchangeEnded(ExchangeEnd(decodedBody: Array("hello world".utf8))))
        story.at(242, .attemptEnded(.response(status: 200), retry: nil), .taskEnded(.succeeded))
        return story.record
    }

    @Test(
        "A body without a type comes back without one, whether it was sent or not", arguments: [true, false])
    func bodyWithoutType(wasSent: Bool) throws {
        let url = RequestURL.test("/x")
        let request = Request.post(url.text, body: .text("hello"))
        var story = try Story(request, url: url)
        if wasSent {
            let head =
                "POST /x HTTP/1.1\r\nHost: a.test\r\nUpgrade-Insecure-Requests: 1\r\nContent-Length: 5\r\n\r\n"
            story.at(0, .attemptStarted(reason: nil, waited: nil))
            story.at(0, .exchangeStarted(ExchangeStart(method: .post, url: url, body: request.body)))
            story.at(1, .requestHead(Array(head.utf8)))
        }
        var redaction = Redaction.none
        let bytes = Self.writer.write([story.record], redaction: &redaction)
        let collection = try ImportFormat.har.collection(from: [ImportFile(path: "x.har", bytes: bytes)])
        let sent = try CurlCorpusTests.resolved(collection)
        #expect(sent.map(\.headers) == [wasSent ? ["Upgrade-Insecure-Requests": "1"] : [:]])
        #expect(sent.map(\.body) == [.text("hello")])
    }

    @Test("A body of which only the beginning is kept says so")
    func cutBody() throws {
        let url = try RequestURL(parsing: "http://a.test/x")
        let request = Request.get("http://a.test/x")
        var story = try Story(request, url: url)
        story.at(0, .attemptStarted(reason: nil, waited: nil))
        story.at(0, .exchangeStarted(ExchangeStart(method: .get, url: url, body: request.body)))
        story.at(1, .head(ResponseHead(status: 200, reason: "OK", headers: [:])))
        story.at(2, .received(Array("hello".utf8)))
        story.at(3, .delivered(100))
        story.at(4, .exchangeEnded(ExchangeEnd()))
        let content = try #require(try entries([story.record]).last?["response"]?["content"])
        #expect(content["size"] == 105 && content["text"] == "hello")
        #expect(content["comment"] == "only the first 5 bytes of the body were kept")
    }

    @Test("A body that is not kept any more is not written as an empty one")
    func droppedBody() throws {
        var record = try retried()
        record.dropBodies()
        let content = try #require(try entries([record]).last?["response"]?["content"])
        #expect(content["size"] == 11)
        #expect(content["comment"] == "the body was not kept")
        #expect(content["text"] == nil)
        #expect(record.keptBytes == 0)
        #expect(record.lastExchange?.droppedBody == 11)
        // A mock repeats the 503, which had no body, but not the response whose body was dropped.
        #expect(RecordedExchange.exchanges(of: record).count == 1)
        #expect(RecordedExchange.exchanges(of: try retried()).count == 2)
    }

    @Test("The type of a body counts where no headers are written down, and only there")
    func typeWithoutHeaders() throws {
        for (headers, type) in [
            ("", "text/x"), (#""headers":[],"#, "text/x"),
            (#""headers":[{"name":"A","value":"b"}],"#, nil),
        ] as [(String, String?)] {
            let text =
                #"{"log":{"entries":[{"request":{"method":"POST","url":"http://a/","# + headers
                + #""postData":{"mimeType":"text/x","text":"a"}}}]}}"#
            let collection = try imported(.har, text, path: "x.har")
            #expect(try CurlCorpusTests.resolved(collection)[0].headers["Content-Type"] == type)
        }
    }

    @Test("Every exchange is an entry, with its place in the task")
    func places() throws {
        let entries = try entries([retried()])
        #expect(entries.map { $0["response"]?["status"]?.int } == [503, 200])
        #expect(entries.map { $0["_attempt"]?.int } == [1, 2])
        #expect(entries.map { $0["_hop"]?.int } == [1, 1])
        #expect(
            entries.allSatisfy { $0["_task"] == 7 && $0["_attempts"] == 2 && $0["_state"] == "succeeded" })
        #expect(entries.allSatisfy { $0["_source"] == "resend" && $0["_resendOf"] == 3 })
        #expect(entries.map { $0["_retryReason"]?.string } == [nil, "status 503"])
        #expect(entries.map { $0["_backoffMs"]?.int } == [nil, 200])
        #expect(entries.map { $0["_queueMs"]?.int } == [1, 1])
        #expect(
            entries.map { $0["startedDateTime"]?.string } == [
                "2026-11-20T20:34:12.345Z", "2026-11-20T20:34:12.577Z",
            ])
    }

    @Test("What went out again in the same attempt is an entry with its reason, behind one with its error")
    func again() throws {
        let url = RequestURL.test("/b")
        var story = try Story(.get(url.text), url: url)
        var start = ExchangeStart(method: .get, url: url)
        let lost = ClientError(.connectionLost, .wait, "it closed the connection")
        story.at(0, .attemptStarted(reason: nil, waited: nil), .exchangeStarted(start))
        story.at(1, .exchangeEnded(ExchangeEnd(error: lost)))
        start.reason = .connectionLost
        story.at(2, .exchangeStarted(start), .head(ResponseHead(status: 200, reason: "OK", headers: [:])))
        story.at(
            3, .exchangeEnded(ExchangeEnd()), .attemptEnded(.response(status: 200), retry: nil),
            .taskEnded(.succeeded))
        let entries = try entries([story.record])
        #expect(entries.map { $0["_reason"]?.string } == [nil, "connectionLost"])
        #expect(entries.map { $0["_error"]?["kind"]?.string } == ["connectionLost", nil])
        #expect(entries.map { $0["_attempt"]?.int } == [1, 1] && entries.map { $0["_hop"]?.int } == [1, 2])
        let recorded = RecordedExchange.exchanges(of: story.record)
        #expect(recorded.map { $0.answer.reply?.status } == [200])
    }

    @Test("Timings are milliseconds, TLS is a part of connect, and what did not happen is -1")
    func timings() throws {
        let entries = try entries([retried()])
        #expect(
            entries[0]["timings"]
                == ["blocked": 1, "dns": 2, "connect": 7, "ssl": 4, "send": 1, "wait": 20, "receive": 1])
        #expect(entries[0]["time"] == 32)
        #expect(
            entries[1]["timings"]
                == ["blocked": 1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 7, "receive": 2])
        #expect(entries[1]["time"] == 10)
    }

    @Test("Sizes tell the wire from the content")
    func sizes() throws {
        let entry = try #require(try entries([retried()]).last)
        let response = try #require(entry["response"])
        #expect(response["content"]?["size"] == 11)
        #expect(response["content"]?["compression"] == 9)
        #expect(response["content"]?["text"] == "hello world")
        #expect(response["bodySize"] == 2)
        #expect(response["headersSize"] == 3)
        #expect(entry["request"]?["bodySize"] == 5)
        #expect(entry["request"]?["headersSize"] == -1)
        #expect(entry["connection"] == "2")
        #expect(entry["serverIPAddress"] == "10.0.0.1")
    }

    @Test("Requests are written as they went on the wire")
    func requests() throws {
        let request = try #require(try entries([retried()]).first?["request"])
        #expect(request["headers"]?[0] == ["name": "Host", "value": "a.test"])
        #expect(request["httpVersion"] == "HTTP/1.1")
        #expect(request["queryString"]?[0] == ["name": "q", "value": "a b"])
        #expect(request["postData"] == ["mimeType": "text/plain", "text": "hello"])
    }

    @Test("Every entry has what HAR 1.2 demands")
    func shape() throws {
        var failed = try Story(.get("https://a.test/"), url: .test("/"))
        failed.at(
            0, .attemptStarted(reason: nil, waited: nil),
            .taskEnded(.failed(ClientError(.resolve, .dns, "No name."))))
        for entry in try entries([retried(), failed.record]) {
            let demanded = [
                "request": [
                    "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize",
                    "bodySize",
                ],
                "response": [
                    "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL",
                    "headersSize",
                    "bodySize",
                ],
                "timings": ["send", "wait", "receive"],
            ]
            for (part, names) in demanded {
                for name in names { #expect(entry[part]?[name] != nil, "\(part).\(name)") }
            }
            #expect(entry["cache"] != nil)
            #expect(["send", "wait", "receive"].allSatisfy { (entry["timings"]?[$0]?.double ?? -1) >= 0 })
        }
    }

    @Test("An entry over TLS tells version, cipher, protocol and certificates, its address and its proxy")
    func security() throws {
        let secret = "t0ps3cret-canary"
        let url = RequestURL.test("/x", query: "token=\(secret)")
        var story = try Story(.get(url.text), url: url)
        var connection = ConnectionRecord(
            id: 9, isReused: false, remote: ("10.0.0.1", 443), local: ("10.0.0.9", 1))
        connection.proxy = "https://proxy:3128"
        var tls = ConnectionRecord.TLS(version: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384")
        tls.applicationProtocol = "h2"
        let day = Date(timeIntervalSince1970: 1_700_000_000)
        let certificate = ConnectionRecord.Certificate(
            subject: "CN = a.test", issuer: "CN = \(secret)", names: ["a.test", secret],
            validity: (day, day.addingTimeInterval(86_400)), fingerprint: "ab12")
        tls.certificates = [certificate, ConnectionRecord.Certificate(subject: "CN = CA", issuer: "CN = CA")]
        connection.tls = tls
        let start = ExchangeStart(method: .get, url: url)
        story.at(0, .attemptStarted(reason: nil, waited: nil), .exchangeStarted(start), .phase(.queue))
        story.at(1, .connected(connection), .phase(.receive))
        story.at(2, .head(ResponseHead(status: 200, reason: "", httpVersion: "HTTP/2", headers: [:])))
        story.at(3, .exchangeEnded(ExchangeEnd()))
        let open = try #require(try entries([story.record]).first)
        #expect(
            open["_tls"] == [
                "version": "TLSv1.3", "cipher": "TLS_AES_256_GCM_SHA384", "alpn": "h2", "verified": true,
                "certificates": [
                    [
                        "subject": "CN = a.test", "issuer": .string("CN = \(secret)"),
                        "names": ["a.test", .string(secret)], "validFrom": "2023-11-14T22:13:20.000Z",
                        "validTo": "2023-11-15T22:13:20.000Z", "sha256": "ab12",
                    ],
                    ["subject": "CN = CA", "issuer": "CN = CA"],
                ],
            ])
        #expect(open["serverIPAddress"] == "10.0.0.1")
        #expect(open["connection"] == "9")
        #expect(open["_proxy"] == "https://proxy:3128")
        #expect(open["response"]?["httpVersion"] == "HTTP/2")
        #expect(open["_verified"] == nil)
        var redaction = Redaction()
        let hidden = String(decoding: Self.writer.write([story.record], redaction: &redaction), as: UTF8.self)
        #expect(!hidden.contains(secret))
        #expect(hidden.contains("TLS_AES_256_GCM_SHA384"))
    }

    @Test("An entry without TLS has none of its fields")
    func plain() throws {
        for entry in try entries([retried()]) {
            #expect(entry["_tls"] == nil && entry["_proxy"] == nil && entry["_verified"] == nil)
        }
    }

    @Test("A task that never reached the wire is one entry of status 0")
    func unsent() throws {
        var story = try Story(.get("https://a.test/x"), url: .test("/x"))
        var error = ClientError(.resolve, .dns, "No name.")
        error.curlCode = 6
        error.curlMessage = "Could not resolve host"
        story.at(0, .attemptStarted(reason: nil, waited: nil))
        story.at(5, .attemptEnded(.error(error), retry: nil), .taskEnded(.failed(error)))
        let entries = try entries([story.record])
        #expect(entries.count == 1)
        #expect(entries[0]["response"]?["status"] == 0)
        #expect(
            entries[0]["_error"] == [
                "kind": "resolve", "phase": "dns", "code": 6, "text": "Could not resolve host",
                "message": "No name.",
            ])
        #expect(entries[0]["_state"] == "failed")
        #expect(entries[0]["_verdict"] == "failed")
        #expect(entries[0]["time"] == 5)
    }

    @Test(
        "Bodies that are not UTF-8, or hold NUL, are base64",
        arguments: [([0xFF, 0x00], "/wA="), ([0x61, 0x00], "YQA=")] as [([UInt8], String)])
    func binary(body: [UInt8], encoded: String) throws {
        var story = try Story(.get("https://a.test/x"), url: .test("/x"))
        let mock = MockReference(id: "m1", name: "a mock")
        story.at(0, .attemptStarted(reason: nil, waited: nil))
        story.at(
            0, .exchangeStarted(ExchangeStart(method: .get, url: .test("/x"), mock: mock)), .phase(.receive))
        story.at(1, .head(ResponseHead(status: 200, reason: "", headers: [:])), .received(body))
        story.at(2, .exchangeEnded(ExchangeEnd()))
        let entry = try #require(try entries([story.record]).first)
        #expect(entry["response"]?["content"]?["text"] == .string(encoded))
        #expect(entry["response"]?["content"]?["encoding"] == "base64")
        #expect(entry["_mock"] == ["id": "m1", "name": "a mock"])
    }

    @Test(
        "A redacted file hides the value of each field with a secret",
        arguments: [
            "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-JWT-Assertion", "Stripe-Signature", "X-CSRF",
            "X-Session", "X-Session-Id", "X-Access-Key", "X-Auth-Key", "Fastly-Key", "X-Key", "DPoP",
            "CF-Access-Client-Id", "CF-Access-Client-Secret", "X-Authorization", "Authorization",
        ])
    func fields(name: String) throws {
        let request = Request.get("https://a.test/x").header(name, "CaNaRy42")
        var story = try Story(request, url: .test("/x"))
        let start = ExchangeStart(method: .get, url: .test("/x"), body: .none)
        story.at(0, .attemptStarted(reason: nil, waited: nil), .exchangeStarted(start))
        story.at(1, .requestHead(Array("GET /x HTTP/1.1\r\n\(name): CaNaRy42\r\n\r\n".utf8)))
        story.at(2, .head(ResponseHead(status: 200, reason: "", headers: [name: "CaNaRy42"])))
        story.at(3, .exchangeEnded(ExchangeEnd()), .taskEnded(.succeeded))
        var (hiding, open) = (Redaction(), Redaction.none)
        let hidden = String(decoding: Self.writer.write([story.record], redaction: &hiding), as: UTF8.self)
        let shown = String(decoding: Self.writer.write([story.record], redaction: &open), as: UTF8.self)
        #expect(!hidden.contains("CaNaRy42") && hidden.contains(name))
        #expect(shown.contains("CaNaRy42"))
    }

    @Test("No secret is left in a redacted file, and equal secrets have equal numbers")
    func redaction() throws {
        let canary = "CaNaRy42"
        let url = RequestURL.test("/x", query: "api_key=\(canary)&a=1")
        let request = Request.post(
            url.text, body: .text(#"{"user": {"password": "\#(canary)", "name": "n"}}"#)
        ).with {
            $0.headers = [
                "Authorization": "Bearer \(canary)", "Cookie": "s=\(canary)", "X-Api-Key": canary,
                "Content-Type": "application/json", "Referer": "https://u:\(canary)@b.test/?token=\(canary)",
            ]
        }
        var story = try Story(request, url: url)
        let start = ExchangeStart(method: .post, url: url, body: request.body)
        story.at(0, .attemptStarted(reason: nil, waited: nil), .exchangeStarted(start), .phase(.receive))
        let head = ResponseHead(
            status: 200, reason: "",
            headers: [
                "Set-Cookie": "s=\(canary); Path=/", "Location": "/?secret=\(canary)",
                "Content-Type": "text/json",
            ])
        story.at(
            1, .head(head),
            .received(Array(#"[{"access_token":"\#(canary)"},{"token":["\#(canary)"]}]"#.utf8)))
        var error = ClientError(.truncated, .receive, "Lost https://a.test/?api_key=\(canary).")
        error.curlMessage = "lost \(canary)"
        story.at(2, .exchangeEnded(ExchangeEnd(error: error)), .taskEnded(.failed(error)))
        var redaction = Redaction()
        let text = String(decoding: Self.writer.write([story.record], redaction: &redaction), as: UTF8.self)
        #expect(!text.contains(canary))
        #expect(text.contains("Bearer <redacted:"))
        #expect(redaction.count >= 10)
        var open = Redaction.none
        let shown = String(decoding: Self.writer.write([story.record], redaction: &open), as: UTF8.self)
        #expect(shown.contains("Bearer \(canary)"))
        #expect(open.count == 0)
    }
}
