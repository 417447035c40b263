import EngineJSON
import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("inspector watch --tls", .ownThread, .serialized)
struct OpenedTLSTests {
    private let server: SandboxServer
    private let folder: TemporaryFolder
    /// The program's folder for session files.
    private let scratch: TemporaryFolder

    init() throws {
        server = try SandboxServer.start()
        folder = try TemporaryFolder()
        scratch = try TemporaryFolder()
    }

    private var secure: String { server.httpsURL.replacing("127.0.0.1", with: "localhost") }

    private var environment: [String: String] {
        // Excludes the root certificates of the user who runs the tests.
        ProcessInfo.processInfo.environment.filter { !$0.key.contains("CERT") && !$0.key.contains("CA_") }
            .merging([
                "TMPDIR": scratch.path, "API": secure, "CA": server.caFile, "OTHER": server.httpsURL,
            ]) { $1 }
    }

    private func words(_ flags: [String], shell line: String) throws -> [String] {
        [try BuiltProgram.path(), "watch", "--tls", "localhost"] + flags + [
            "--", "/bin/sh", "-c", line,
        ]
    }

    private func watch(_ flags: String..., shell line: String) throws -> Program.Outcome {
        defer { server.stop() }
        return try Program.run(
            try words(["--cacert", server.caFile] + flags, shell: line), in: folder.path,
            environment: environment)
    }

    private static let python =
        "import os, urllib.request as u; print(u.urlopen(os.environ['API'] + '/hello').read())"

    // MARK: Mocks

    @Test(
        "what comes over opened TLS is forwarded to another server only if --mocks names the folder",
        arguments: [["--allow", "forward"], ["--allow", "forward", "--mocks", "mocks"], []])
    func forwarding(flags: [String]) throws {
        defer { server.stop() }
        let other = try SandboxServer.start()
        defer { other.stop() }
        let path = folder.path + "/mocks/mappings"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try folder.write(
            #"{"name": "on", "request": {"urlPattern": ".*"}, "response": {"proxyBaseUrl": "\#(other.url)"}}"#,
            to: "mocks/mappings/on.json")
        let outcome = try Program.run(
            try words(
                ["--cacert", server.caFile] + flags, shell: "curl -s -o /dev/null -d secret $API/hello"),
            in: folder.path, environment: environment)
        let isNamed = flags.contains("--mocks")
        #expect(other.requests.count == (isNamed ? 1 : 0) && server.requests.count == (isNamed ? 0 : 1))
        #expect(
            outcome.messages.contains(
                isNamed ? "mock: on, passed on to \(other.url)  " : "TLS opened, passed on to \(secure)  "),
            "\(outcome.messages)")
        #expect(outcome.messages.contains("unless --mocks names the folder") == (flags.count == 2))
    }

    // MARK: Programs

    @Test(
        "what programs say to a named host is shown",
        arguments: [
            ("curl -s $API/hello", "GET /hello → 200"),
            ("curl -s $API/hello $API/json -o /dev/null", "GET /json → 200"),
            ("python3 -c \"\(python)\"", "GET /hello → 200"),
            ("git ls-remote $API/hello", "GET /hello/info/refs?service=git-upload-pack → 404"),
        ])
    func seen(line: String, told: String) throws {
        let outcome = try watch(shell: line)
        #expect(
            outcome.messages.contains("\(told)  TLS opened, passed on to \(secure)  "), "\(outcome.messages)")
        #expect(!outcome.messages.contains("CONNECT"))
        #expect(outcome.messages.contains(" → any server; TLS is opened for localhost alone\n"))
        #expect(outcome.messages.contains("certificates: by variables"))
    }

    @Test("bodies go both ways, a connection stays, and the archive has all of it")
    func bodies() throws {
        try folder.write(String(repeating: "x", count: 300_000), to: "body")
        let outcome = try watch(
            "--har", "calls.har",
            shell: "curl -s --data-binary @body $API/echo -o /dev/null -: -s $API/bytes/3000000 | wc -c")
        #expect(outcome.output == "3000000\n")
        let archive = try JSONValue(
            parsing: try String(contentsOfFile: folder.path + "/calls.har", encoding: .utf8))
        let entries = try #require(archive["log"]?["entries"]?.array)
        #expect(entries.map { $0["_source"]?.string } == ["opened", "opened"])
        #expect(entries.first?["request"]?["bodySize"]?.int == 300_000)
        #expect(entries.last?["response"]?["content"]?["size"]?.int == 3_000_000)
    }

    @Test("a handshake that comes with the request for the tunnel is read from there")
    func early() throws {
        let script = """
            import os, socket, ssl
            from urllib.parse import urlsplit
            proxy, api = urlsplit(os.environ['https_proxy']), urlsplit(os.environ['API'])
            arriving, leaving = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = ssl.create_default_context().wrap_bio(arriving, leaving, server_hostname=api.hostname)
            def attempt(act):
                try: return act()
                except ssl.SSLWantReadError: return None
            attempt(tls.do_handshake)
            s = socket.create_connection((proxy.hostname, proxy.port))
            s.sendall(f'CONNECT {api.netloc} HTTP/1.1\\r\\nHost: {api.netloc}\\r\\n\\r\\n'.encode() + leaving.read())
            head = b''
            while not head.endswith(b'\\r\\n\\r\\n'): head += s.recv(1)
            while True:
                arriving.write(s.recv(65536))
                if attempt(lambda: tls.do_handshake() or True): break
            tls.write(f'GET /hello HTTP/1.1\\r\\nHost: {api.netloc}\\r\\nConnection: close\\r\\n\\r\\n'.encode())
            s.sendall(leaving.read())
            answer = b''
            while not answer.endswith(b'Hello, world!\\n'):
                arriving.write(s.recv(65536))
                answer += attempt(lambda: tls.read(65536)) or b''
            print(head.split(b'\\r\\n')[0].decode())
            """
        try folder.write(script, to: "early.py")
        let outcome = try watch(shell: "python3 early.py")
        #expect(outcome.output == "HTTP/1.1 200 Connection established\n", "\(outcome.messages)")
        #expect(outcome.messages.contains("GET /hello → 200  TLS opened"))
    }

    @Test("a connection within TLS that changes its protocol goes on, and its row says how much was said")
    func upgraded() throws {
        let peer = try SandboxServer.start { connection in
            _ = connection.readHead()
            connection.write(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhi")
            connection.write(connection.read(200_000))
        }
        defer { peer.stop() }
        let script = """
            import http.client, os
            from urllib.parse import urlsplit
            proxy, api = urlsplit(os.environ['https_proxy']), urlsplit(os.environ['PEER'])
            c = http.client.HTTPSConnection(proxy.hostname, proxy.port)
            c.set_tunnel('localhost', api.port)
            c.request('GET', '/socket', headers={'Connection': 'Upgrade', 'Upgrade': 'websocket'})
            head, count = b'', 0
            while not head.endswith(b'\\r\\n\\r\\n'): head += c.sock.recv(1)
            c.sock.sendall(b'x' * 200_000)
            while count < 200_002: count += len(c.sock.recv(65536))
            print(head.split()[1].decode(), count)
            """
        try folder.write(script, to: "upgrade.py")
        for (authority, output, told) in [
            (peer.caFile, "101 200002\n", "GET /socket → 101  TLS opened, passed on to "),
            ("/etc/ssl/certs/ca-certificates.crt", "", "GET /socket → tls/tls"),
        ] {
            let outcome = try Program.run(
                try words(["--cacert", authority], shell: "timeout 20 python3 upgrade.py"), in: folder.path,
                environment: environment.merging(["PEER": peer.httpsURL]) { $1 })
            #expect(outcome.output.hasPrefix(output), "\(outcome.messages)")
            #expect(outcome.messages.contains(told), "\(outcome.messages)")
        }
        server.stop()
    }

    @Test("what would lead a program to HTTP/3 is handed on as none")
    func alternatives() throws {
        let peer = try SandboxServer.start { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nAlt-Svc: h3=\":443\"\r\nContent-Length: 0\r\n\r\n")
        }
        defer { peer.stop() }
        let url = peer.httpsURL.replacing("127.0.0.1", with: "localhost")
        let outcome = try Program.run(
            try words(["--cacert", peer.caFile], shell: "curl -sD - \(url)"), environment: environment)
        server.stop()
        #expect(outcome.output.contains("Alt-Svc: clear\r\n"))
        #expect(outcome.messages.contains("  Alt-Svc: clear"))
    }

    @Test("mocks stand in front of an opened host, and other hosts stay tunnels")
    func mocksAndOthers() throws {
        try folder.writeLateMock()
        let outcome = try watch(shell: "curl -s $API/hello; curl -sk $OTHER/hello")
        #expect(outcome.output == "noHello, world!\n")
        #expect(outcome.messages.contains("GET /hello → 429  mock: late  "))
        let host = server.httpsURL.dropFirst("https://".count)
        #expect(outcome.messages.contains("CONNECT \(host) → 200  tunnel, not decrypted, "))
    }

    // MARK: Refusals

    @Test("a program that refuses our certificates is told, and passed through from then on")
    func refused() throws {
        let line = "curl -s --cacert $CA $API/hello; echo $?"
        let outcome = try watch(shell: "\(line); \(line); wget -qO- --ca-certificate=$CA $API/hello || true")
        #expect(outcome.output.hasPrefix("60\nHello, world!\n0\n"))
        let why = "curl refuses our certificates (tlsv1 alert unknown ca)"
        #expect(
            outcome.messages.contains("→ tls/tls  \(why); from now on it is passed through, not decrypted"))
        #expect(outcome.messages.contains(" → 200  tunnel, not decrypted (\(why)), "))
        // A host that one program refuses may still be opened for another.
        #expect(outcome.messages.contains("wget"), "\(outcome.messages)")
    }

    @Test(
        "a handshake that cannot be played is told, and the next one passed through",
        arguments: [
            ("-servername localhost", "openssl has left without a request"),
            ("-servername localhost -alpn h2", "openssl does not speak HTTP/1.1"),
            ("-servername other.test", "openssl names another host"),
        ])
    func unplayable(flags: String, why: String) throws {
        let line =
            "openssl s_client -proxy ${https_proxy#http://} -connect ${API#https://} \(flags) </dev/null"
        let outcome = try watch(shell: "\(line); \(line) 2>/dev/null | grep -cE 'CN ?= ?Sandbox server'")
        #expect(outcome.messages.contains("→ tls/tls  \(why)"), "\(outcome.messages)")
        #expect(outcome.messages.contains("tunnel, not decrypted (\(why)"))
        #expect(outcome.output.hasSuffix("2\n") || outcome.output.hasSuffix("1\n"), "\(outcome.output)")
    }

    @Test("a server whose certificate is not trusted is a failure with its reason, and nothing is passed on")
    func untrusted() throws {
        defer { server.stop() }
        let outcome = try Program.run(
            try words([], shell: "curl -s -w '%{http_code}' $API/hello"), environment: environment)
        #expect(outcome.output.contains("is signed by nobody who is trusted"))
        #expect(outcome.output.hasSuffix("502"))
        #expect(outcome.messages.contains("GET /hello → tls/tls  TLS opened, passed on to \(secure)"))
        #expect(server.requests.isEmpty)
    }

    // MARK: Files

    @Test("files are for this user alone, hold no key, and are gone with the session")
    func files() throws {
        let outcome = try watch(
            shell:
                "stat -c %a $TMPDIR/inspector-watch.*; grep -l 'PRIVATE KEY' -r $TMPDIR; grep -c 'BEGIN CERT' $NODE_EXTRA_CA_CERTS"
        )
        #expect(outcome.output == "700\n1\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }

    @Test("what a killed session leaves is public, and the next one removes it")
    func killed() throws {
        let outcome = try Program.run(
            try words([], shell: "kill -9 $PPID"), environment: environment)
        #expect(outcome.status == SIGKILL)
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(left.count == 1 && left.first?.hasPrefix("inspector-watch.") == true)
        let outcomeOfSearch = try Program.run(["grep", "-r", "PRIVATE KEY", scratch.path])
        #expect(outcomeOfSearch.status == 1)
        _ = try watch(shell: "true")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }

    @Test("a program keeps the roots that it has, and gets ours beside them")
    func roots() throws {
        let own = try folder.write("# own roots\n", to: "own.pem")
        let outcome = try Program.run(
            [
                try BuiltProgram.path(), "watch", "--tls", "localhost", "/bin/sh", "-c",
                "head -1 $REQUESTS_CA_BUNDLE; grep -c BEGIN $REQUESTS_CA_BUNDLE; test $CURL_CA_BUNDLE != $REQUESTS_CA_BUNDLE; echo $?",
            ],
            environment: environment.merging(["REQUESTS_CA_BUNDLE": own]) { $1 })
        server.stop()
        #expect(outcome.output == "# own roots\n1\n0\n")
    }

    @Test("where the system allows it, the program alone sees our roots in the place of the system's")
    func covered() throws {
        let place = "/etc/ssl/certs/ca-certificates.crt"
        let before = try String(contentsOfFile: place, encoding: .utf8)
        let outcome = try watch(shell: "cat \(place)")
        let isCovered = outcome.messages.contains(
            "certificates: by variables, and over \(place) for this program alone")
        #expect(
            isCovered
                || outcome.messages.contains("certificates: by variables alone; \(place) cannot be covered: ")
        )
        #expect((outcome.output == before) == !isCovered)
        #expect(outcome.output.hasPrefix(before))
        #expect(try String(contentsOfFile: place, encoding: .utf8) == before)
    }

    @Test("without a program the variables are printed, too")
    func exports() throws {
        defer { server.stop() }
        let program = try Program(
            [try BuiltProgram.path(), "watch", "--tls", "localhost", "--cacert", server.caFile],
            environment: environment)
        let lines = try program.wait(for: "the variables") { output in
            output.contains("$env:DENO_CERT") && output.hasSuffix("\n") ? output.wholeLines : nil
        }
        let exports = lines.filter { $0.hasPrefix("export ") }.joined(separator: "\n")
        let outcome = try Program.run(
            ["/bin/sh", "-c", "\(exports)\ncurl -s $API/hello"], environment: environment)
        #expect(outcome.output == "Hello, world!\n")
        program.signal(SIGINT)
        #expect(try program.outcome().messages.contains("GET /hello → 200  TLS opened"))
    }

    @Test("the lines of JSON say what is opened, and which tasks were")
    func events() throws {
        let outcome = try watch("--json", "-o", "events.jsonl", shell: "curl -s $API/hello")
        #expect(outcome.output == "Hello, world!\n")
        let text = try String(contentsOfFile: folder.path + "/events.jsonl", encoding: .utf8)
        let events = try text.wholeLines.map { try JSONValue(parsing: String($0)) }
        #expect(events.first?["opens"]?.array?.map(\.string) == ["localhost"])
        #expect(events.first?["certificates"]?.string?.hasPrefix("by variables") == true)
        let created = try #require(events.first { $0["event"]?.string == "task.created" })
        #expect(created["source"]?.string == "opened" && created["url"]?.string == "\(secure)/hello")
    }

    @Test(
        "what cannot be opened is said, and nothing is started",
        arguments: [
            (
                ["--tls", "https://h"],
                "--tls takes HOST, .HOST for all names below it too, or HOST:PORT, not 'https://h'"
            ),
            (["--tls", "h", "-k"], "--tls wants the servers' certificates checked"),
        ] as [([String], String)])
    func refusedFlags(flags: [String], why: String) throws {
        defer { server.stop() }
        let outcome = try Program.run(
            [try BuiltProgram.path(), "watch"] + flags + ["--", "/bin/sh", "-c", "echo started"])
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.contains(why), "\(outcome.messages)")
    }
}
