import EngineJSON
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import InspectorCommandLine

@Suite("The schemas in docs/schemas", .ownThread, .timeLimit(.minutes(2)))
struct SchemaTests {
    private let scratch: ScratchFolder
    private let server: SandboxServer

    init() throws {
        scratch = try ScratchFolder()
        server = try SandboxServer.start()
    }

    private static func schema(_ name: String) throws -> JSONSchema {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "docs/schemas/\(name).schema.json")
        return try JSONSchema(parsing: String(contentsOf: file, encoding: .utf8))
    }

    private func run(_ words: String...) throws -> Program.Outcome {
        try Program.run([BuiltProgram.path()] + words, in: scratch.path)
    }

    /// Validates each line.
    ///
    /// Returns the names of the events.
    private func check(_ lines: some Sequence<Substring>, _ name: String) throws -> Set<String> {
        let schema = try Self.schema(name)
        return try lines.reduce(into: []) { events, line in
            let document = try JSONValue(parsing: String(line))
            #expect(schema.offences(of: document) == [], "\(line)")
            events.insert(document["event"]?.string ?? "summary")
        }
    }

    private static let requests = """
        ### Flaky
        # @name flaky
        # @retry 1
        # @retry-backoff 1ms
        # @assert status == 201
        # @assert js nonsense
        POST {{host}}/flaky/1?key=a

        text
        ### Polled
        # @until status == 200 every 1ms
        GET {{host}}/flaky/1?key=b
        ### Redirected
        GET {{host}}/redirect/1
        ### Slow
        # @timeout 20ms
        GET {{host}}/hang
        ### Cut off
        GET {{host}}/truncated
        ### Secure
        GET {{secure}}/hello
        ### Nowhere
        GET http://127.0.0.1:1/
        ### Mocked
        GET http://mocked.test/a
        ### Odd
        GET {{host}}/bytes/100000
        """

    @Test("every line of history --json fits, and so does its sum")
    func history() throws {
        try scratch.write(Self.requests, to: "a.http")
        let state = ["XDG_STATE_HOME": scratch.path + "/state"]
        for words in [
            ["run", "a.http", "--var", "host=\(server.url)", "--var", "secure=\(server.httpsURL)", "-k"],
            ["history", "--json"], ["history", "--json", "--stats"],
        ] {
            let outcome = try Program.run(
                [BuiltProgram.path()] + words, in: scratch.path, environment: state)
            guard words[0] == "history" else { continue }
            let lines = outcome.output.split(separator: "\n")
            #expect(words.count == 3 ? lines.count == 1 : lines.count > 5)
            _ = try check(lines, "history")
        }
    }

    @Test("every line of run --json fits")
    func runLines() throws {
        try scratch.write(Self.requests, to: "a.http")
        try scratch.write(
            #"{"name": "m", "request": {"url": "/a"}, "response": {"body": "x"}}"#,
            to: "mocks/mappings/m.json")
        let outcome = try run(
            "run", "a.http", "--json", "--repeat", "2", "--var", "host=\(server.url)", "--var",
            "secure=\(server.httpsURL)", "-k")
        let events = try check(outcome.output.split(separator: "\n"), "run")
        #expect(
            events.isSuperset(of: [
                "round.started", "task.created", "task.state", "attempt.started", "attempt.ended",
                "exchange.started", "exchange.phase", "exchange.head", "exchange.progress", "exchange.ended",
                "assertion", "task.ended", "summary",
            ]), "\(events.sorted())")
    }

    @Test("every line of mock --json fits")
    func mockLines() throws {
        try scratch.write(
            #"{"name": "m", "request": {"url": "/a"}, "response": {"body": "x"}}"#,
            to: "mocks/mappings/m.json")
        let program = try Program([BuiltProgram.path(), "mock", "--json"], in: scratch.path)
        let address = try program.wait(for: "the address") { output -> String? in
            guard let line = output.split(separator: "\n").first, output.contains("\n") else { return nil }
            return (try? JSONValue(parsing: String(line)))?["http"]?.string
        }
        for path in ["/a", "/none"] { #expect(try run("curl", "-s", address + path).status == 0) }
        _ = try program.wait(for: "two tasks") {
            $0.components(separatedBy: "task.ended").count > 2 ? true : nil
        }
        program.signal(SIGTERM)
        let outcome = try program.outcome()
        let events = try check(outcome.output.split(separator: "\n"), "run")
        #expect(outcome.status == 143 && events.isSuperset(of: ["server.started", "task.ended", "summary"]))
    }

    @Test("describe --json, import --json and sandbox --json fit")
    func documents() throws {
        try scratch.write("### A title\n# @name a\nGET {{host}}/x\n###\nGET /\nbad header\n", to: "a.http")
        try scratch.write(#"{"local": {"host": "http://h"}}"#, to: "http-client.env.json")
        #expect(try check([run("describe", "--json").output[...]], "describe") == ["summary"])
        try scratch.write(
            #"curl -u ann:secret --retry-connrefused --etag-save x https://h.test/a"#, to: "in.sh")
        let imported = try run("import", "curl", "in.sh", "-o", "out", "--json")
        _ = try check([imported.output[...]], "import")
        let document = try JSONValue(parsing: imported.output)
        #expect(document["files"]?.array?.isEmpty == false && document["warnings"]?.array?.isEmpty == false)
        let sandbox = try Program([BuiltProgram.path(), "sandbox", "--json"], in: scratch.path)
        let line = try sandbox.wait(for: "the address") { $0.split(separator: "\n").first.map(String.init) }
        _ = try check([line[...]], "sandbox")
        sandbox.signal(SIGTERM)
        #expect(try sandbox.outcome().status == 143)
    }

    @Test("the checker finds what does not fit")
    func checker() throws {
        let schema = try Self.schema("run")
        for (line, offence) in [
            (#"{"event":"round.started","round":1}"#, "$ has no rounds"),
            (#"{"event":"round.started","round":"1","rounds":1}"#, "$.round is no integer"),
            (#"{"event":"round.started","round":1,"rounds":1,"x":1}"#, "$ has x, which no schema names"),
        ] {
            #expect(schema.offences(of: try JSONValue(parsing: line)) == [offence])
        }
        #expect(schema.offences(of: try JSONValue(parsing: #"{"event":"task.unknown"}"#)) != [])
    }
}
