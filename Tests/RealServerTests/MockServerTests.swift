import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@Suite(
    "inspector mock with programs that nobody here wrote", .ownThread, .enabled(if: RealServers.haveBinary),
    .timeLimit(.minutes(2)))
struct MockServerTests {
    private static let stubs = #"""
        {"mappings": [
          {"name": "user", "request": {"method": "GET", "urlPathTemplate": "/users/{id}"},
           "response": {"jsonBody": {"id": 42}, "headers": {"Content-Type": "application/json"}}},
          {"name": "late", "request": {"url": "/late"}, "response": {"body": "late", "fixedDelayMilliseconds": 300}},
          {"name": "drip", "request": {"url": "/drip"}, "response": {"body": "0123456789",
            "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 1500}}},
          {"name": "later", "request": {"url": "/later"}, "response": {"fixedDelayMilliseconds": 60000}},
          {"name": "low", "request": {"url": "/order"}, "response": {"body": "low"}},
          {"name": "high", "priority": 1, "request": {"url": "/order"}, "response": {"body": "high"}},
          {"name": "todo", "request": {"url": "/todo"}, "scenarioName": "todo", "requiredScenarioState": "Started",
           "response": {"body": "[]"}},
          {"name": "add", "request": {"method": "POST", "url": "/todo"}, "scenarioName": "todo",
           "newScenarioState": "added", "response": {"status": 201}},
          {"name": "added", "request": {"url": "/todo", "method": "GET"}, "scenarioName": "todo",
           "requiredScenarioState": "added", "response": {"body": "[1]"}},
          {"name": "reset", "request": {"url": "/reset"}, "response": {"fault": "CONNECTION_RESET_BY_PEER"}},
          {"name": "empty", "request": {"url": "/empty"}, "response": {"fault": "EMPTY_RESPONSE"}},
          {"name": "chunk", "request": {"url": "/chunk"}, "response": {"fault": "MALFORMED_RESPONSE_CHUNK"}},
          {"name": "random", "request": {"url": "/random"}, "response": {"fault": "RANDOM_DATA_THEN_CLOSE"}}
        ]}
        """#

    @Test("curl sees what the stubs say, and the server a line for each request")
    func curl() throws {
        let server = try MockServerRun(Self.stubs)
        #expect(try server.curl("/users/42").output == #"{"id":42}"#)
        #expect(try server.curl("/order").output == "high")
        #expect(try server.curl("/todo").output == "[]")
        #expect(try server.curl("/todo", "-d", "x", "-o", "/dev/null", "-w", "%{http_code}").output == "201")
        #expect(try server.curl("/todo").output == "[1]")
        #expect(try server.curl("/user/42").output.contains("user"))
        let late = try server.curl("/late", "-w", " %{time_starttransfer}").output.split(separator: " ")
        #expect(late.first == "late")
        #expect((late.last.flatMap { Double($0) } ?? 0) >= 0.3)
        let drip = try server.curl("/drip", "-w", " %{time_starttransfer} %{time_total}").output
            .split(separator: " ").map { Double($0) ?? 0 }
        #expect(drip[2] >= 1.5)
        #expect(drip[1] < drip[2] - 0.1)
        let lines = try server.lines(8)
        let (status, rest) = try server.end(SIGINT)
        #expect(status == 130)
        #expect(rest.isEmpty)
        #expect(lines.first?.hasPrefix("GET /users/42 → 200  mock: user  ") == true)
        #expect(lines.contains { $0.hasPrefix("GET /user/42 → 404  no mock  ") })
    }

    @Test(
        "curl names each fault on the wire",
        arguments: [("/reset", [56, 35]), ("/empty", [52]), ("/chunk", [56]), ("/random", [1, 52, 56])])
    func faults(path: String, codes: [Int32]) throws {
        let server = try MockServerRun(Self.stubs)
        let status = try server.curl(path).status
        #expect(codes.contains(status), "curl ended with \(status)")
    }

    @Test(
        "Python's requests keeps its connection, and sees what the stubs say",
        .enabled(if: RealServers.havePython))
    func requests() throws {
        let server = try MockServerRun(Self.stubs)
        let outcome = try server.python(
            """
            import requests, time
            session = requests.Session()
            session.trust_env = False
            for _ in range(3):
                assert session.get(url + '/users/1').json() == {'id': 42}
            assert session.get(url + '/todo').text == '[]'
            assert session.post(url + '/todo', json={'a': 1}).status_code == 201
            assert session.get(url + '/todo').text == '[1]'
            assert session.head(url + '/nothing').status_code == 404
            assert session.get(url + '/users/1').headers['Matched-Stub-Name'] == 'user'
            pieces = session.get(url + '/drip', stream=True).iter_content(2)
            assert next(pieces) == b'01'
            begin = time.monotonic()
            assert b''.join(pieces) == b'23456789'
            assert time.monotonic() - begin > 0.1
            for path in ['/reset', '/empty', '/random']:
                try:
                    session.get(url + path)
                    raise SystemExit(path + ' went well')
                except requests.ConnectionError:
                    pass
            try:
                session.get(url + '/chunk')
                raise SystemExit('/chunk went well')
            except (requests.ConnectionError, requests.exceptions.ChunkedEncodingError):
                pass
            try:
                session.get(url + '/later', timeout=0.05)
                raise SystemExit('/later was early')
            except requests.Timeout:
                pass
            print('done')
            """)
        #expect(outcome.output == "done\n", "\(outcome.messages)")
        #expect(outcome.status == 0)
    }

    @Test("Python's httpx asks many at a time", .enabled(if: RealServers.havePython))
    func httpx() throws {
        let server = try MockServerRun(Self.stubs)
        let outcome = try server.python(
            """
            import asyncio, httpx, time
            async def main():
                async with httpx.AsyncClient(trust_env=False) as client:
                    start = time.monotonic()
                    answers = await asyncio.gather(*[client.get(url + '/late') for _ in range(50)])
                    assert all(answer.text == 'late' for answer in answers)
                    assert time.monotonic() - start < 14  # one after the other they take 15
                    for path, error in [('/reset', httpx.ReadError), ('/empty', httpx.RemoteProtocolError),
                                        ('/chunk', httpx.RemoteProtocolError), ('/random', httpx.RemoteProtocolError)]:
                        try:
                            await client.get(url + path)
                            raise SystemExit(path + ' went well')
                        except error:
                            pass
            asyncio.run(main())
            print('done')
            """)
        #expect(outcome.output == "done\n", "\(outcome.messages)")
        #expect(outcome.status == 0)
    }

    @Test("What no stub answers goes on to nginx and to httpbin, as it is")
    func passing() throws {
        let nginx = try MockServerRun(Self.stubs, "--to", RealServers.nginx)
        #expect(try nginx.curl("/hello.txt").output == "hello from nginx\n")
        #expect(try nginx.curl("/moved", "-o", "/dev/null", "-w", "%{http_code}").output == "301")
        #expect(try nginx.curl("/order").output == "high")
        #expect(
            try nginx.curl("/text.txt", "--compressed", "-o", "/dev/null", "-w", "%{size_download}").output
                != "0")
        let size = try nginx.curl("/large.bin", "-o", "/dev/null", "-w", "%{size_download}").output
        #expect(size == "20000000")
        let lines = try nginx.lines(5)
        #expect(try nginx.end().status == 143)
        #expect(lines.first?.contains("passed on to \(RealServers.nginx)") == true)
        let httpbin = try MockServerRun(Self.stubs, "--to", RealServers.httpbin)
        let echoed = try httpbin.curl("/post", "-d", "a=b", "-H", "X-A: 1").output
            .filter { !$0.isWhitespace }
        #expect(echoed.contains(#""a":"b""#))
        #expect(echoed.contains(#""X-A":"1""#))
        #expect(try httpbin.curl("/status/503", "-o", "/dev/null", "-w", "%{http_code}").output == "503")
    }

    @Test("Saved files are taken over; a broken one leaves the mocks as they were")
    func watching() throws {
        let server = try MockServerRun(
            #"{"name": "a", "request": {"url": "/a"}, "response": {"body": "first"}}"#)
        #expect(try server.curl("/a").output == "first")
        try server.save(#"{"name": "a", "request": {"url": "/a"}, "response": {"body": "second"}}"#)
        var answer = ""
        let end = ContinuousClock.now + .seconds(10)
        while answer != "second", ContinuousClock.now < end { answer = try server.curl("/a").output }
        #expect(answer == "second")
        try server.save("{")
        try server.save(#"{"name": "b", "request": {"url": "/b"}, "response": {"body": "third"}}"#)
        while answer != "third", ContinuousClock.now < end { answer = try server.curl("/b").output }
        #expect(answer == "third")
        #expect(try server.curl("/a", "-o", "/dev/null", "-w", "%{http_code}").output == "404")
    }

    @Test("Other hosts are refused, and a port that is taken is exit status 2")
    func refusals() throws {
        let server = try MockServerRun(Self.stubs)
        let arguments = ["-H", "Host: evil.example", "-o", "/dev/null", "-w", "%{http_code}"]
        #expect(
            try Program.run(["/usr/bin/curl", "-s", server.url + "/users/1"] + arguments).output
                == "421")
        let port = server.url.split(separator: ":").last ?? ""
        let second = try Program.run([RealServers.binary, "mock", "--port", String(port)])
        #expect(second.status == 2)
        #expect(second.messages.contains("127.0.0.1:\(port)"))
        let missing = try Program.run([RealServers.binary, "mock", "--mocks", "/nonexistent"])
        #expect(missing.status == 2)
    }

    @Test("--json prints the events, with their source")
    func json() throws {
        let server = try MockServerRun(Self.stubs, "--json")
        _ = try server.curl("/users/1")
        let (_, lines) = try server.end()
        #expect(lines.first?.contains(#""event":"task.created""#) == true)
        #expect(lines.first?.contains(#""source":"mock""#) == true)
        #expect(lines.last?.contains(#""mocked":1"#) == true)
    }

    @Test("Our own client retries against the faults of the server")
    func ourselves() async throws {
        let server = try MockServerRun(
            #"""
            {"mappings": [
              {"name": "ok", "request": {}, "response": {"body": "ok"}},
              {"name": "down", "priority": 1, "request": {}, "response": {"status": 503},
               "metadata": {"inspector": {"times": 2}}}
            ]}
            """#)
        let client = Client {
            $0.retry = RetryPolicy(maximumRetries: 2, backoff: Backoff(from: .milliseconds(1)))
        }
        let response = try await client.send(.get(server.url + "/x"))
        #expect(response.status == 200)
        #expect(response.record.attempts.count == 3)
    }
}
