import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct PassingTests {
    private static func stub(_ response: String) -> String {
        #"{"name": "up", "request": {"urlPath": "/up"}, "response": \#(response)}"#
    }

    @Test("What no stub answers is passed on, and what one answers is not")
    func passing() throws {
        let upstream = try Stand(Self.stub(#"{"status": 418, "body": "from above"}"#))
        let stand = try Stand(
            #"{"name": "own", "request": {"url": "/own"}, "response": {"body": "own"}}"#, to: upstream)
        let finished = Finished(of: stand.client)
        #expect(try stand.fetch("/own").text == "own")
        let response = try stand.fetch("/up?q=1")
        #expect(response.status == 418)
        #expect(response.text == "from above")
        let records = finished.wait(2)
        #expect(records.map(\.origin.provenance.source) == [.proxy, .proxy])
        #expect(records.last?.origin.url?.text == "\(upstream.server.url)/up?q=1")
        #expect(records.last?.lastExchange?.body == Array("from above".utf8))
    }

    @Test("Fields of the connection stay, the host is the other one's, and everything else goes along")
    func fields() throws {
        let upstream = try Stand(Self.stub("{}"))
        let seen = Finished(of: upstream.client)
        let stand = try Stand(to: upstream)
        _ = try stand.fetch(
            "/up", method: "POST",
            headers: [
                "Connection: X-Hop, keep-alive", "X-Hop: 1", "Keep-Alive: timeout=5", "TE: trailers",
                "X-Kept: a", "X-Kept: b", "Cookie: c=1", "Authorization: Bearer t",
            ], body: "text")
        let request = try #require(seen.wait().first?.origin.request)
        #expect(request.headers["X-Hop"] == nil)
        #expect(request.headers["Keep-Alive"] == nil)
        #expect(request.headers["TE"] == nil)
        #expect(request.headers.values(of: "X-Kept") == ["a", "b"])
        #expect(request.headers["Cookie"] == "c=1")
        #expect(request.headers["Authorization"] == "Bearer t")
        #expect(request.headers["Host"] == "127.0.0.1:\(upstream.server.port)")
        #expect(request.headers["Accept-Encoding"] == "identity")
        #expect(request.method == .post)
        #expect(request.body.bytes == Array("text".utf8))
    }

    @Test("A POST goes on to the server behind once, also when its kept connection dies")
    func once() throws {
        let upstream = try Stand(
            #"""
            {"mappings": [
              {"request": {"url": "/first"}, "response": {}},
              {"request": {"url": "/second"}, "response": {"fault": "CONNECTION_RESET_BY_PEER"}}]}
            """#)
        let seen = Finished(of: upstream.client)
        let stand = try Stand(to: upstream)
        let passed = Finished(of: stand.client)
        #expect(try stand.fetch("/first").status == 200)
        #expect(try stand.fetch("/second", method: "POST", body: "order").status == 502)
        let record = try #require(passed.wait(2).last)
        #expect(record.lastExchange?.connection?.isReused == true)
        #expect(record.error?.message.hasSuffix("and may have acted on the POST") == true)
        #expect(record.lastAttempt?.exchanges.count == 1 && seen.wait(2).count == 2)
    }

    @Test("Redirects and cookies are the program's own affair")
    func untouched() throws {
        let upstream = try Stand(
            Self.stub(#"{"status": 302, "headers": {"Location": "/else", "Set-Cookie": "a=b"}}"#))
        let stand = try Stand(to: upstream)
        let seen = Finished(of: upstream.client)
        for _ in 0..<2 {
            let response = try stand.fetch("/up")
            #expect(response.status == 302)
            #expect(response.header("Location") == "/else")
            #expect(response.header("Set-Cookie") == "a=b")
        }
        #expect(seen.wait(2).allSatisfy { $0.origin.request.headers["Cookie"] == nil })
    }

    @Test("A coded body passes as it is, also one whose coding is broken")
    func coded() throws {
        let upstream = try Stand(
            Self.stub(#"{"base64Body": "H4sIAAAAAAAAA0vOzy0AAA==", "headers": {"Content-Encoding": "gzip"}}"#)
        )
        let response = try Stand(to: upstream).fetch("/up")
        #expect(response.header("Content-Encoding") == "gzip")
        #expect(response.body == Array(Data(base64Encoded: "H4sIAAAAAAAAA0vOzy0AAA==") ?? Data()))
    }

    @Test("A body that the server above cuts off is cut off")
    func cut() throws {
        let upstream = try Stand(
            #"""
            {"name": "cut", "request": {}, "response": {"body": "0123456789"},
             "metadata": {"inspector": {"fault": {"kind": "truncate", "afterBytes": 4}}}}
            """#)
        let (text, ending) = try Stand(to: upstream).bytes("/up")
        #expect(text.hasSuffix("\r\n\r\n0123"))
        #expect(ending == .closed)
    }

    @Test("A server above that cannot be had is a 502 that says why")
    func unreachable() throws {
        let gone = try Stand()
        gone.server.stop()
        let response = try Stand(to: gone).fetch("/up")
        #expect(response.status == 502)
        #expect(response.text.hasPrefix("connect/connect: "))
    }

    @Test("Retries that the policy asks for are made before the program hears of it")
    func retries() throws {
        let upstream = try Stand(
            #"""
            {"mappings": [
              {"name": "ok", "request": {}, "response": {"body": "ok"}},
              {"name": "busy", "priority": 1, "request": {}, "response": {"status": 503},
               "metadata": {"inspector": {"times": 2}}}
            ]}
            """#)
        let policy = RetryPolicy(maximumRetries: 3, backoff: Backoff(from: .milliseconds(1)))
        let stand = try Stand(to: upstream, retry: policy)
        let finished = Finished(of: stand.client)
        #expect(try stand.fetch("/up").text == "ok")
        let record = try #require(finished.wait().first)
        #expect(record.attempts.count == 3)
        #expect(record.origin.provenance.source == .proxy)
        for exchange in record.attempts.flatMap(\.exchanges) {
            #expect(exchange.connection?.remoteAddress == "127.0.0.1")
            #expect((exchange.timings[.wait] ?? .zero) > .zero)
        }
        let busy = try Stand(Self.stub(#"{"status": 503, "body": "busy"}"#))
        let patient = try Stand(to: busy, retry: policy)
        #expect(try patient.fetch("/up").text == "busy")
    }

    @Test("A request that comes back to the server is refused")
    func loop() throws {
        let stand = try Stand()
        let response = try stand.fetch("/x", headers: ["Via: 1.1 inspector-\(stand.server.port)"])
        #expect(response.status == 508)
    }

    @Test("A stub can pass its requests on by itself")
    func proxyStub() throws {
        let upstream = try Stand(Self.stub(#"{"body": "from above"}"#))
        let stand = try Stand(
            #"{"name": "p", "request": {"urlPath": "/up"}, "response": {"proxyBaseUrl": "\#(upstream.server.url)"}}"#
        )
        let finished = Finished(of: stand.client)
        #expect(try stand.fetch("/up").text == "from above")
        #expect(finished.wait().first?.mock?.server == upstream.server.url)
    }

    @Test("A large body passes in pieces, and whole")
    func large() throws {
        let text = String(repeating: "0123456789abcdef", count: 1 << 18)
        let upstream = try Stand(Self.stub(#"{"body": "\#(text)"}"#))
        let stand = try Stand(to: upstream)
        #expect(try stand.fetch("/up").text == text)
    }
}
