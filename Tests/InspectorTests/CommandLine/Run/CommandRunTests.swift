import EngineJSON
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import InspectorCommandLine

@Suite("inspector run on files with bad requests", .timeLimit(.minutes(1)))
struct CommandRunTests {
    private let server: SandboxServer
    private let scratch: ScratchFolder

    init() throws {
        server = try SandboxServer.start()
        scratch = try ScratchFolder()
    }

    private func status(_ name: String, change: (inout Options) -> Void = { _ in })
        -> InspectorCommandLine.ExitStatus
    {
        var options = Options()
        options.paths = ["\(scratch.path)/\(name)"]
        options.variables = [.init(name: "host", value: server.url)]
        change(&options)
        return RunCommand(options: options).run()
    }

    @Test("sends the good ones and ends with 1, with 2 where there is none, and with 0 where all are good")
    func statuses() throws {
        try scratch.write("GET {{host}}/hello\n###\nGET {{host}}/{{nothing}}\n", to: "a.http")
        try scratch.write("GET {{host}}/{{nothing}}\n###\nGET {{host}}/x HTTP/9\n", to: "b.http")
        try scratch.write("GET {{host}}/hello\n", to: "c.http")
        #expect(status("a.http") == .failure)
        #expect(server.requests.map(\.target) == ["/hello"])
        #expect(status("b.http") == .usage)
        #expect(server.requests.count == 1)
        #expect(status("c.http") == .success)
        #expect(server.requests.count == 2)
    }

    @Test("defaults of the file and its folder go out, and -v says where each is written")
    func defaults() throws {
        try scratch.write(
            """
            {"dev": {"$default_headers": {"Accept": "application/json", "X-Client": "folder"}}}
            """, to: "http-client.env.json")
        try scratch.write(
            "# @header X-Client: file\n# @retry 1\n###\nGET {{host}}/inspect\n###\n# @without *\nGET {{host}}/hello\n",
            to: "a.http")
        #expect(status("a.http") { $0.environment = "dev" } == .success)
        #expect(server.requests.map { $0.header("X-Client") } == ["file", nil])
        #expect(server.requests.map { $0.header("Accept") } == ["application/json", "*/*"])
        var options = Options()
        options.paths = ["\(scratch.path)/a.http"]
        options.environment = "dev"
        options.variables = [.init(name: "host", value: server.url)]
        let jobs = try RunPlan(options).jobs
        #expect(
            jobs.map(\.inherited) == [
                [
                    "X-Client from a.http:1", "@retry from a.http:2", "Accept from http-client.env.json",
                ], [],
            ])
    }

    @Test("a Unix socket comes from the file, and for requests without one from the flag")
    func unixSocket() throws {
        let relay = try UnixSocketRelay(to: server.port)
        try scratch.write(
            "# @unix-socket \(relay.path)\nGET http://a.test/hello\n###\nGET http://b.test/hello\n",
            to: "a.http")
        #expect(status("a.http") { $0.client.unixSocket = "/nowhere.sock" } == .failure)
        #expect(server.requests.map { $0.header("Host") } == ["a.test"])
        #expect(status("a.http") { $0.client.unixSocket = relay.path } == .success)
        #expect(server.requests.map { $0.header("Host") } == ["a.test", "a.test", "b.test"])
        #expect(relay.connectionCount == 3)
    }

    @Test("a header below the URL goes out as a header, and a URL without a host not at all")
    func secrets() throws {
        try scratch.write(
            """
            POST {{host}}/inspect?v=1 HTTP/1.1
              Content-Type: application/json
              Authorization: Bearer s3cret

            {"a":1}

            ###
            GET http:///{{authority}}/secret/7
            Authorization: Bearer s3cret
            """, to: "a.http")
        let authority = String(server.url.dropFirst("http://".count))
        #expect(
            status("a.http") { $0.variables.append(.init(name: "authority", value: authority)) } == .failure)
        #expect(server.requests.map(\.target) == ["/inspect?v=1"])
        #expect(server.requests.first?.header("Authorization") == "Bearer s3cret")
        #expect(server.requests.first?.header("Content-Type") == "application/json")
    }

    @Test("a report for build servers holds what was left out")
    func report() throws {
        try scratch.write("GET {{host}}/hello\n###\n# @name bad\nGET {{host}}/{{nothing}}\n", to: "a.http")
        let path = scratch.path + "/junit.xml"
        #expect(status("a.http") { $0.run.junit = path } == .failure)
        let text = try scratch.read("junit.xml")
        #expect(text.contains("tests=\"2\" failures=\"0\" errors=\"1\""))
        #expect(text.contains("name=\"bad\"") && text.contains("type=\"notSent\""))
        #expect(text.contains("The variable “nothing” is not defined."))
    }

    @Test("inspector curl sends nothing where the URL has no host", arguments: ["http:///", "http:/"])
    func curl(prefix: String) throws {
        var options = Options()
        options.paths = [
            "-H", "Authorization: Bearer s3cret", prefix + server.url.dropFirst("http://".count) + "/hello",
        ]
        #expect(CurlLineCommand(options: options).run { _ in .failure } != .success)
        #expect(server.requests.isEmpty)
    }
}
