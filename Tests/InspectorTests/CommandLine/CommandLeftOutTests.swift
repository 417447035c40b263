import Foundation
import Testing

@testable import InspectorCommandLine

@Suite("What run leaves out of files")
struct CommandLeftOutTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func plan(_ word: String, _ variables: [String: String] = [:]) throws -> RunPlan {
        var options = Options()
        options.paths = ["\(scratch.path)/\(word)"]
        options.variables = variables.map { .init(name: $0, value: $1) }
        return try RunPlan(options)
    }

    /// Returns the lines about skipped requests, without the folder's name.
    private func leftOut(_ plan: RunPlan) -> [String] {
        plan.leftOut.lines.map { $0.replacingOccurrences(of: scratch.path + "/", with: "") }
    }

    @Test(
        "one bad request does not keep the others from being sent; it is named with its place and the reason")
    func badRequests() throws {
        try scratch.write(
            """
            # @name one
            GET http://h.test/1
            ###
            # @name malformed
            GET http://h.test/2
            no colon
            nor here
            ###
            # @name undefined
            GET http://h.test/{{nothing}}
            ###
            # @name needing
            # @ref undefined
            GET http://h.test/4
            ###
            # @name hostless
            GET http://{{none}}/5
            ###
            # @name last
            GET http://h.test/6
            """, to: "d/a.http")
        try Data([0x47, 0xFF]).write(to: URL(fileURLWithPath: scratch.path + "/d/b.http"))
        try scratch.write("@x\n###\nGET http://h.test/7\n", to: "d/c.http")
        #expect(mkfifo(scratch.path + "/d/d.http", 0o600) == 0)
        let plan = try plan("d", ["none": ""])
        #expect(plan.jobs.map { $0.request.url.suffix(2) } == ["/1", "/6", "/7"])
        #expect(
            leftOut(plan) == [
                "d/a.http:6:1: “malformed” is left out: This header line has no colon. "
                    + "(Name: value, or a blank line before a body)",
                "d/a.http:7:1: This header line has no colon. (Name: value, or a blank line before a body)",
                "d/a.http:10:19: “undefined” is left out: The variable “nothing” is not defined.",
                "d/a.http:10:19: “needing” is left out: The variable “nothing” is not defined.",
                "d/a.http:17:5: “hostless” is left out: The URL cannot be used: it has no host.",
                "d/b.http:1:2: The file is not UTF-8. (UTF-8 text of at most 64 MiB)",
                "d/c.http:1:1: This is not a variable definition. (@name = value)",
                "d/d.http: is not a regular file",
            ])
    }

    @Test("with --strict, a file with an error sends nothing; its other requests are named")
    func strict() throws {
        try scratch.write(
            "GET http://h.test/{{late}}\n###\n@late = 1\nGET http://h.test/{{late}}\n", to: "d/a.http")
        try scratch.write("GET http://h.test/b\n", to: "d/b.http")
        var options = Options()
        options.paths = ["\(scratch.path)/d"]
        options.isStrict = true
        let plan = try RunPlan(options)
        #expect(plan.jobs.map(\.request.url) == ["http://h.test/b"])
        #expect(
            leftOut(plan) == [
                "d/a.http:1:19: “GET http://h.test/{{late}}” is left out: The variable “late” is not defined.",
                "d/a.http:4:1: “GET http://h.test/{{late}}” is left out: "
                    + "With --strict, nothing of a file with an error is sent.",
            ])
    }

    @Test("an undefined variable is named with the environments that would define it, unless one is chosen")
    func environments() throws {
        try scratch.write(
            #"{"local": {"host": "h.test"}, "live": {"host": "l.test"}, "$shared": {"x": "1"}}"#,
            to: "d/http-client.env.json")
        try scratch.write(
            "GET http://{{host}}/1\n###\nGET http://h.test/{{nothing}}\n###\nGET http://h.test/\n",
            to: "d/a.http")
        #expect(
            leftOut(try plan("d")) == [
                "d/a.http:1:12: “GET http://{{host}}/1” is left out: The variable “host” is not defined. "
                    + "(defined in “local”, “live”: -e local)",
                "d/a.http:3:19: “GET http://h.test/{{nothing}}” is left out: The variable “nothing” is not defined.",
            ])
    }

    @Test("a value that is asked for is named with the flag that brings it")
    func prompts() throws {
        try scratch.write("# @prompt id The order\nGET http://h.test/{{id}}\n", to: "d/a.http")
        try scratch.write("GET http://h.test/\n", to: "d/b.http")
        let lines = leftOut(try plan("d"))
        #expect(lines.count == 1 && lines[0].hasSuffix("and no value is given. (--var id=VALUE)"))
    }

    @Test("an environment file that cannot be read leaves the requests beside it out, and no others")
    func badEnvironment() throws {
        try scratch.write("{ oops", to: "d/sub/http-client.env.json")
        try scratch.write("GET http://h.test/1\n", to: "d/sub/a.http")
        try scratch.write("GET http://h.test/2\n", to: "d/z.http")
        let plan = try plan("d")
        #expect(plan.jobs.map(\.request.url) == ["http://h.test/2"])
        #expect(leftOut(plan).count == 1)
        #expect(
            leftOut(plan).first?.contains("“GET http://h.test/1” is left out: The file is not JSON.") == true)
    }

    @Test("of very many requests left out the first hundred are named")
    func manyLeftOut() throws {
        let bad = String(repeating: "###\nGET http://a/{{b}}\n", count: 500)
        try scratch.write("GET http://a\n" + bad, to: "x.http")
        let lines = leftOut(try plan("x.http"))
        #expect(lines.count == 101)
        #expect(lines.last == "and 400 more are left out")
    }

    @Test("a name that leads to a good and to a bad request leads to several")
    func ambiguousWithBad() throws {
        try scratch.write("# @name x\nGET http://a\n", to: "d/a.http")
        try scratch.write("# @name x\nGET http://a/{{b}}\n", to: "d/b.http")
        let refusal = #expect(throws: RunPlan.PlanError.self) { try plan("d#x") }
        #expect(refusal?.lines.first?.contains("'x' is the name of several requests") == true)
    }

    @Test("--var comes before what environment files say, also within their values")
    func variablesWithinEnvironments() throws {
        try scratch.write(
            #"{"$shared": {"url": "http://{{host}}:{{port}}", "port": "80", "host": "e.test"}}"#,
            to: "d/http-client.env.json")
        try scratch.write("GET {{url}}/{{port}}\n", to: "d/a.http")
        let plan = try plan("d", ["port": "9"])
        #expect(plan.jobs.map(\.request.url) == ["http://e.test:9/9"])
    }
}
