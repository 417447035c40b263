import ClientEngine
import ClientEngineRecording
import EngineJSON
import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import InspectorCommandLine
@testable import InspectorWorkspace

@Suite("Requests that need each other, in run", .ownThread, .timeLimit(.minutes(1)))
struct CommandChainTests {
    private let server: SandboxServer
    private let scratch: ScratchFolder
    private let sink = Sink()

    init() throws {
        server = try SandboxServer.start()
        scratch = try ScratchFolder()
    }

    private static let login = """
        ### Log in
        # @name login
        # @capture token = body.token
        # @assert status == 200
        POST {{host}}/upload
        Content-Type: application/json

        {"token": "s3cret-t0ken"}

        """

    private func options(_ words: [String], change: (inout Options) -> Void = { _ in }) -> Options {
        var options = Options()
        options.paths = words.map { "\(scratch.path)/\($0)" }
        options.variables = [.init(name: "host", value: server.url)]
        change(&options)
        return options
    }

    /// Runs the requests that the options name, with JSON lines as output.
    private func run(
        _ words: String..., change: (inout Options) -> Void = { _ in }
    ) throws -> SendLoop.Result {
        let options = options(words, change: change)
        let lines = JSONLines(
            EventLines(start: SystemTime().now(), text: EventText(redaction: Redaction()))
        ) { sink.text += $0 }
        var loop = SendLoop(client: Client(), mailbox: Mailbox<[SendLoop.Message]>(), output: lines)
        loop.parallel = options.run.parallel
        loop.keepsRecords = true
        let trust = Trust(options, state: StateFolder(path: scratch.path + "/.state"))
        return loop.run(try RunPlan(options, trust: trust).jobs)
    }

    private func assertions() throws -> [JSONValue] {
        try sink.lines.map { try JSONValue(parsing: String($0)) }.filter {
            $0["event"]?.string == "assertion"
        }
    }

    @Test(
        "a login is sent first, its token goes with the next call, and both are checked", arguments: [1, 4])
    func loginAndCall(parallel: Int) throws {
        try scratch.write(
            """
            # @assert status == 200
            # @assert header content-type exists
            GET {{host}}/bearer/s3cret-t0ken
            Authorization: Bearer {{token}}

            ###
            GET {{host}}/bearer/s3cret-t0ken
            Authorization: Bearer {{login.response.body.$.token}}

            \(Self.login)
            """, to: "a.http")
        let result = try run("a.http") { $0.run.parallel = parallel }
        #expect(result.records.map(\.status) == [200, 200, 200])
        #expect(result.records.first?.origin.request.name == "login")
        #expect(result.summary.assertionsFailed == 0)
        #expect(result.refusals.isEmpty)
        let found = try assertions()
        #expect(
            found.map { $0["text"]?.string }.sorted { $0 ?? "" < $1 ?? "" } == [
                "header content-type exists", "status == 200", "status == 200",
            ])
        #expect(found.allSatisfy { $0["passed"]?.bool == true && $0["line"]?.int != nil })
    }

    @Test("one request brings what it needs, and what is needed twice is sent once")
    func needs() throws {
        try scratch.write(
            Self.login + "###\n# @name a\n# @ref login\nGET {{host}}/hello\n"
                + "###\n# @name b\nGET {{host}}/hello?t={{token}}\n", to: "a.http")
        let plan = try RunPlan(options(["a.http#a", "a.http#b"]))
        #expect(plan.jobs.map(\.label) == ["login", "a", "b"])
        #expect(plan.additions.map { $0.hasSuffix("“login” is sent first: “a” needs it.") } == [true])
        let result = try run("a.http#a", "a.http#b")
        #expect(result.records.map(\.status) == [200, 200, 200])
    }

    @Test("captured variables hold in the files behind, too")
    func files() throws {
        try scratch.write(Self.login, to: "f/1.http")
        try scratch.write("GET {{host}}/bearer/{{token}}\nAuthorization: Bearer {{token}}\n", to: "f/2.http")
        let result = try run("f")
        #expect(result.records.map(\.status) == [200, 200])
    }

    @Test("a circle is refused before anything is sent")
    func circle() throws {
        try scratch.write(
            "# @name a\nGET {{host}}/{{b.response.body}}\n###\n# @name b\nGET {{host}}/{{a.response.body}}\n",
            to: "a.http")
        let refusal = #expect(throws: RunPlan.PlanError.self) { try RunPlan(options(["a.http"])) }
        #expect(refusal?.lines.first?.contains("in a circle: “a” needs “b” needs “a”") == true)
    }

    @Test(
        "assertions read a response in the charset that it declares",
        arguments: [
            ("iso-8859-1", "café"), ("iso-8859-2", "Zażółć"), ("utf-16", "Grüße, 世界"), ("utf-16le", "мир"),
        ])
    func charset(name: String, text: String) throws {
        defer { server.stop() }
        try scratch.write("# @assert body contains \(text)\nGET {{host}}/charset/\(name)\n", to: "a.http")
        #expect(try run("a.http").summary.assertionsFailed == 0)
        #expect(try assertions().map { $0["passed"]?.bool } == [true])
    }

    @Test("where a path leads nowhere nothing is sent in its place")
    func unresolved() throws {
        try scratch.write(
            Self.login + "###\nGET {{host}}/hello?x={{login.response.body.nothing}}\n", to: "a.http")
        let result = try run("a.http")
        #expect(result.records.count == 1)
        #expect(result.refusals.map(\.reason).first?.contains("nothing at $['nothing'] in the body") == true)
        #expect(result.refusals.first?.description.contains("a.http:10:1: ") == true)
    }

    @Test("what needs a request without a response is not sent")
    func noResponse() throws {
        try scratch.write(
            "# @name a\nGET {{host}}/reset\n###\n# @name b\n# @ref a\nGET {{host}}/hello\n"
                + "###\n# @ref b\nGET {{host}}/hello\n", to: "a.http")
        let result = try run("a.http")
        #expect(result.records.map(\.state.name) == [.failed])
        #expect(
            result.refusals.map(\.reason) == [
                "“a”, which it needs, has no response.", "“b”, which it needs, has no response.",
            ])
    }

    @Test("what needs a request that failed is sent all the same where the values are there")
    func failedNeed() throws {
        try scratch.write(
            "# @name a\nGET {{host}}/echo?code=500&content=7\n###\nGET {{host}}/hello?x={{a.response.body.*}}\n",
            to: "a.http")
        let result = try run("a.http")
        #expect(result.records.map(\.verdict) == [.failed, .passed])
        #expect(result.records.last?.origin.request.url.hasSuffix("?x=7") == true)
        #expect(result.refusals.isEmpty)
    }

    @Test("assertions that fail, and captures that are not there, are counted and said")
    func failures() throws {
        try scratch.write(
            """
            # @assert status == 201
            # @capture token = body.token
            # @assert js something
            GET {{host}}/hello

            """, to: "a.http")
        let result = try run("a.http")
        #expect(result.summary.failed == 1)
        #expect(result.summary.assertionsFailed == 2)
        let found = try assertions()
        #expect(found.map { $0["passed"]?.bool } == [false, false, nil])
        #expect(found[0]["actual"]?.string == "status is 200")
        #expect(found[2]["passed"]?.isNull == true)
        #expect(found[2]["notRun"]?.string?.contains("JavaScript") == true)
        #expect(sink.lines.last?.contains("\"assertionsFailed\":2") == true)
    }

    @Test("responses are written beside the file: under new names, or in place")
    func responseFiles() throws {
        try scratch.write(
            """
            GET {{host}}/hello

            >> out/{{name}}.txt
            >>! same.txt
            >> ../outside.txt
            >> link/x.txt

            """, to: "a.http")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/link", withDestinationPath: NSTemporaryDirectory())
        for _ in 0..<2 {
            let result = try run("a.http") {
                $0.variables.append(.init(name: "name", value: "n"))
                $0.allowances = [.files]
            }
            #expect(result.summary.assertionsFailed == 2)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/out").sorted()
        #expect(names == ["n-1.txt", "n.txt"])
        #expect(FileManager.default.contents(atPath: scratch.path + "/same.txt")?.isEmpty == false)
        let outside = (scratch.path as NSString).deletingLastPathComponent + "/outside.txt"
        #expect(!FileManager.default.fileExists(atPath: outside))
        #expect(!FileManager.default.fileExists(atPath: NSTemporaryDirectory() + "/x.txt"))
    }

    @Test("a JUnit report has a case for each request, and hides what is secret")
    func junit() throws {
        try scratch.write(
            Self.login + """
                ###
                # @name check
                # @assert body contains "<&\u{1}>"
                # @assert request.headers.authorization == x
                GET {{host}}/hello
                Authorization: Bearer {{token}}

                > {% if (1) {} %}

                ###
                GET {{host}}/reset

                ###
                GET {{host}}/hello?x={{login.response.body.nothing}}

                """, to: "a.http")
        let result = try run("a.http")
        var redaction = Redaction()
        result.records.forEach { redaction.learn($0) }
        let bytes = JUnitReport(result).bytes(redaction: &redaction)
        let document = try #require(String(bytes: bytes, encoding: .utf8))
        #expect(!document.contains("s3cret"))
        #expect(document.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
        #expect(document.contains("<testsuites tests=\"4\" failures=\"1\" errors=\"2\" skipped=\"0\""))
        let parsed = try Self.python(
            """
            import sys, xml.etree.ElementTree as tree
            root = tree.parse(sys.stdin).getroot()
            for case in root.iter('testcase'):
                print(case.get('name'), [child.tag for child in case])
            """, bytes)
        #expect(
            parsed == """
                login ['system-out']
                check ['failure', 'failure', 'system-out']
                GET \(server.url)/reset ['error']
                GET {{host}}/hello?x={{login.response.body.nothing}} ['error']

                """)
    }

    /// Returns the output of a Python script that reads a document.
    private static func python(_ script: String, _ input: [UInt8]) throws -> String {
        try Program.run(["python3", "-c", script], input: input).output
    }
}
