import ClientEngine
import Foundation
import InspectorHTTPServer
import InspectorTestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct ServingTests {
    private static let hello = #"""
        {"mappings": [
          {"id": "a1", "name": "hello", "request": {"method": "GET", "url": "/hello"},
           "response": {"status": 201, "statusMessage": "Made", "body": "hi", "headers": {"X-A": ["1", "2"]}}},
          {"name": "empty", "request": {"url": "/empty"}, "response": {"status": 204}},
          {"name": "same", "request": {"url": "/same"}, "response": {"status": 304, "headers": {"ETag": "x"}}},
          {"name": "echo", "request": {"method": "POST", "urlPath": "/echo",
             "bodyPatterns": [{"equalToJson": {"a": 1}}]}, "response": {"jsonBody": {"ok": true}}}
        ]}
        """#

    @Test("A stub answers with its status, reason, fields and body, and says its name")
    func stub() throws {
        let response = try Stand(Self.hello).fetch("/hello")
        #expect(response.status == 201)
        #expect(response.text == "hi")
        #expect(response.headers.filter { $0.name == "X-A" }.map(\.value) == ["1", "2"])
        #expect(response.header("Matched-Stub-Id") == "a1")
        #expect(response.header("Matched-Stub-Name") == "hello")
        #expect(response.header("Content-Length") == "2")
    }

    @Test("A body is matched, however it is framed")
    func bodies() throws {
        let stand = try Stand(Self.hello)
        #expect(try stand.fetch("/echo", method: "POST", body: #"{"a":1}"#).status == 200)
        let client = try stand.connect()
        client.request("/echo", method: "POST", headers: ["Transfer-Encoding: chunked"])
        client.send("3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n")
        #expect(try client.response().status == 200)
    }

    @Test("What has no body has none, and the connection goes on behind it")
    func framing() throws {
        let stand = try Stand(Self.hello)
        let client = try stand.connect()
        client.request("/hello", method: "HEAD")
        #expect(try client.response(hasBody: false).status == 404)
        client.request("/empty")
        let empty = try client.response()
        #expect(empty.status == 204)
        #expect(empty.header("Content-Length") == nil)
        client.request("/same")
        #expect(try client.response().status == 304)
        client.request("/hello")
        #expect(try client.response().text == "hi")
    }

    @Test("Requests that come together are answered in their order on one connection")
    func pipelining() throws {
        let stand = try Stand(Self.hello)
        let client = try stand.connect()
        for target in ["/hello", "/empty", "/hello"] { client.request(target) }
        #expect(try [201, 204, 201] == (0..<3).map { _ in try client.response().status })
    }

    @Test("HTTP/1.0 is answered, and its connection closed")
    func old() throws {
        let stand = try Stand(Self.hello)
        let client = try stand.connect()
        client.send("GET /hello HTTP/1.0\r\n\r\n")
        let response = try client.response()
        #expect(response.text == "hi")
        #expect(response.header("Connection") == "close")
        #expect(client.rest().isEmpty)
        #expect(client.ending == .closed)
    }

    @Test("What no stub answers gets a page that names the nearest")
    func nearMiss() throws {
        let response = try Stand(Self.hello).fetch("/helo")
        #expect(response.status == 404)
        #expect(response.header("Content-Type")?.hasPrefix("text/plain") == true)
        #expect(response.text.contains("hello"))
        #expect(response.text.contains("/helo"))
    }

    @Test("With all mocks off, nothing is sent to the server itself")
    func off() throws {
        let stand = try Stand(Self.hello)
        stand.client.mocks.isEnabled = false
        #expect(try stand.fetch("/hello").status == 404)
    }

    @Test("Of stubs that match, that of the smallest priority answers, else the newest")
    func priority() throws {
        let stand = try Stand(
            #"""
            {"mappings": [
              {"name": "old", "request": {"url": "/a"}, "response": {"body": "old"}},
              {"name": "new", "request": {"url": "/a"}, "response": {"body": "new"}},
              {"name": "first", "priority": 1, "request": {"url": "/b"}, "response": {"body": "first"}},
              {"name": "later", "request": {"url": "/b"}, "response": {"body": "later"}}
            ]}
            """#)
        #expect(try stand.fetch("/a").text == "new")
        #expect(try stand.fetch("/b").text == "first")
    }

    @Test("A scenario goes on when a request is matched, not when it is answered")
    func scenario() throws {
        let stand = try Stand(
            #"""
            {"mappings": [
              {"name": "one", "request": {"url": "/s"}, "scenarioName": "s", "requiredScenarioState": "Started",
               "newScenarioState": "second", "response": {"body": "one", "fixedDelayMilliseconds": 60000}},
              {"name": "two", "request": {"url": "/s"}, "scenarioName": "s", "requiredScenarioState": "second",
               "response": {"body": "two"}}
            ]}
            """#)
        let isMatched = Monitor(false)
        let observation = stand.client.observe { event in
            if case .exchangeStarted = event.kind { isMatched.withLock { $0 = true } }
        }
        let impatient = try stand.connect()
        impatient.request("/s")
        try #require(isMatched.wait(timeout: patience) { $0 ? true : nil } != nil)
        // The second request is answered while the first one is waiting.
        #expect(try stand.fetch("/s").text == "two")
        observation.cancel()
    }

    @Test("A delay passes before the head, and a dribble between the pieces of the body")
    func delays() throws {
        let stand = try Stand(
            #"""
            {"mappings": [
              {"name": "late", "request": {"url": "/late"}, "response": {"body": "x", "fixedDelayMilliseconds": 120}},
              {"name": "drip", "request": {"url": "/drip"}, "response": {"body": "0123456789",
                "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 1500}}}
            ]}
            """#)
        let clock = ContinuousClock()
        var text = ""
        let late = try clock.measure { text = try stand.fetch("/late").text }
        #expect(text == "x")
        #expect(late >= .milliseconds(120))
        let client = try stand.connect()
        client.request("/drip")
        var first: Duration?
        let start = clock.now
        let head = try client.response(hasBody: false)
        #expect(head.header("Content-Length") == "10")
        var body = client.read(2)
        first = clock.now - start
        body += client.read(8)
        #expect(String(decoding: body, as: UTF8.self) == "0123456789")
        #expect(clock.now - start >= .milliseconds(1500))
        #expect(try #require(first) < clock.now - start - .milliseconds(50))
    }

    @Test(
        "Every distribution is waited on top of the delay",
        arguments: [
            #"{"type": "fixed", "milliseconds": 60}"#, #"{"type": "uniform", "lower": 60, "upper": 70}"#,
            #"{"type": "lognormal", "median": 60, "sigma": 0}"#,
            #"{"type": "lognormal", "median": 60, "sigma": 0, "maxValue": 60}"#,
        ])
    func distributions(spread: String) throws {
        let stand = try Stand(
            #"""
            {"name": "late", "request": {}, "response": {"body": "x", "fixedDelayMilliseconds": 60,
             "delayDistribution": \#(spread)}}
            """#)
        var text = ""
        let elapsed = try ContinuousClock().measure { text = try stand.fetch("/").text }
        #expect(text == "x")
        #expect(elapsed >= .milliseconds(120))
    }

    @Test("Line ends that a stub has in its fields stay out of the head")
    func splitting() throws {
        let stand = try Stand(
            #"""
            {"name": "x", "request": {"url": "/a"}, "response": {"statusMessage": "a\r\nX: 1",
              "headers": {"A": "b\r\nY: 2"}}}
            """#)
        let response = try stand.fetch("/a")
        #expect(response.header("X") == nil)
        #expect(response.header("Y") == nil)
        #expect(response.header("A") == "b  Y: 2")
    }

    @Test("Requests become tasks of the client, with the mock that answered")
    func tasks() throws {
        let stand = try Stand(Self.hello)
        let finished = Finished(of: stand.client)
        _ = try stand.fetch("/hello?x=1")
        _ = try stand.fetch("/hello")
        let records = finished.wait(2)
        #expect(records.map(\.origin.provenance.source) == [.mock, .mock])
        #expect(records.map(\.status) == [404, 201])
        #expect(records.last?.mock?.name == "hello")
        #expect(records.last?.lastExchange?.body == Array("hi".utf8))
    }

    @Test(
        "Who has an answer may leave: the task ends well all the same",
        arguments: ["/hello", "/empty", "/same", "/nothing"])
    func leaving(target: String) throws {
        let stand = try Stand(Self.hello)
        let finished = Finished(of: stand.client)
        let hasLeft = Monitor(false)
        // Delays the end of the task after the response, so that the reader can disconnect in between.
        let observation = stand.client.observe { event in
            guard case .exchangeEnded = event.kind else { return }
            _ = hasLeft.wait(timeout: .milliseconds(200)) { $0 ? true : nil }
        }
        _ = try stand.fetch(target)
        hasLeft.withLock { $0 = true }
        #expect(finished.wait().map(\.state) == [.succeeded])
        observation.cancel()
    }

    @Test("Stopping ends connections that wait for an answer, and leaves the port")
    func stopping() throws {
        let stand = try Stand(
            #"{"name": "n", "request": {}, "response": {}, "metadata": {"inspector": {"fault": {"kind": "never"}}}}"#
        )
        let client = try stand.connect()
        client.request("/x")
        stand.server.stop()
        #expect(client.rest().isEmpty)
        #expect(client.ending != .silent)
        #expect(throws: Never.self) { _ = try Stand { $0.port = stand.server.port } }
    }
}
