import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorCommandLine

@Suite("What run reads before it sends")
struct CommandPlanTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(
            """
            # @name first
            GET http://h.test/1

            ### Second
            # @timeout 1 s
            POST http://h.test/{{id}}

            body

            ### Second
            # @disabled
            GET http://h.test/3

            """, to: "a.http")
    }

    private func options(_ words: String..., change: (inout Options) -> Void = { _ in }) -> Options {
        var options = Options()
        options.paths = words.map { "\(scratch.path)/\($0)" }
        change(&options)
        return options
    }

    /// Returns the lines of the refusal, without the folder's name.
    private func refusal(_ options: Options) -> [String] {
        do throws(RunPlan.PlanError) {
            _ = try RunPlan(options)
            return []
        } catch {
            return error.lines.map { $0.replacingOccurrences(of: scratch.path + "/", with: "") }
        }
    }

    @Test("a file is all its requests in order, without the disabled ones")
    func file() throws {
        let plan = try RunPlan(options("a.http") { $0.variables = [.init(name: "id", value: "7")] })
        #expect(plan.jobs.map(\.request.url) == ["http://h.test/1", "http://h.test/7"])
        #expect(plan.jobs.map(\.provenance.line) == [2, 6])
        #expect(plan.jobs.allSatisfy { $0.provenance.source == .saved })
    }

    /// The text of a file, and the expected message.
    private static let badFiles: [(text: String, message: String)] = [
        ("GET http://a/\0\n", "x.http:1:5: The URL holds a line break or NUL."),
        ("GET http://a\nX: a\0b\n", "x.http:2:1: The header “X” holds a line break or NUL."),
        ("GET ws://a/\n", "x.http:1:5: URLs of “ws” are not supported."),
        ("WEBSOCKET http://a/\n", "x.http:1:1: WEBSOCKET requests are not supported."),
        ("GRPC a/b/c\n", "x.http:1:1: GRPC requests are not supported."),
        ("@a = {{b}}\n@b = {{a}}\nGET {{a}}\n", "x.http:2:6: Variables lead back to themselves: a → b → a."),
        (
            "@v0 = 0123456789\n" + (1...40).map { "@v\($0) = {{v\($0 - 1)}}{{v\($0 - 1)}}\n" }.joined()
                + "GET {{v40}}\n", "The variables of the file hold more than 16 MiB."
        ),
        ("POST http://a\n\n< ../../etc/passwd\n", "x.http:3:3: “../../etc/passwd” is outside of the folder."),
        ("POST http://a\n\n< /dev/zero\n", "x.http:3:3: “/dev/zero” is outside of the folder"),
        ("POST http://a\n\n< pipe\n", "x.http:3:3: pipe: is not a regular file"),
        ("POST http://a\n\n< zero\n", "x.http:3:3: zero: "),
    ]

    @Test("what means harm is a clear error, and nothing is sent", arguments: badFiles)
    func bad(text: String, message: String) throws {
        #expect(mkfifo(scratch.path + "/pipe", 0o600) == 0)
        #expect(symlink("/dev/zero", scratch.path + "/zero") == 0)
        try scratch.write(text, to: "x.http")
        let lines = refusal(options("x.http"))
        #expect(lines.count == 1)
        #expect(lines.first?.contains(message) == true, "\(lines)")
    }

    @Test("a body may be a file of the opened folder beside the request's own")
    func fileOfOpenedFolder() throws {
        try scratch.write("x", to: "g/image.png")
        try scratch.write(
            "POST http://a\n\n< ../image.png\n###\nPOST http://a\n\na\n< ../image.png\n", to: "g/sub/x.http")
        let plan = try RunPlan(options("g"))
        #expect(plan.leftOut.isEmpty && plan.jobs.count == 2)
        #expect(plan.jobs[1].request.body.bytes == Array("a\nx".utf8))
        // A file that is opened alone counts as opened in the current folder, which does not contain it.
        #expect(refusal(options("g/sub/x.http")).allSatisfy { $0.contains("is outside of the folder") })
    }

    @Test(
        "nothing hidden, nothing outside and no pipe of the opened folder is sent",
        arguments: ["../../secret", "../.hidden/secret", "../.env", "../link", "../pipe"])
    func confinedToOpenedFolder(path: String) throws {
        for name in ["secret", "g/.hidden/secret", "g/.env"] { try scratch.write("canary", to: name) }
        #expect(symlink("../secret", scratch.path + "/g/link") == 0)
        #expect(mkfifo(scratch.path + "/g/pipe", 0o600) == 0)
        try scratch.write("POST http://a\n\n< \(path)\n", to: "g/sub/x.http")
        #expect(refusal(options("g")).count == 1)
    }

    @Test("a file that is no text, too large or no file is one clear error")
    func unreadable() throws {
        try Data([0x47, 0x45, 0x54, 0x20, 0xFF]).write(to: URL(fileURLWithPath: scratch.path + "/x.http"))
        #expect(
            refusal(options("x.http")) == [
                "x.http:1:5: The file is not UTF-8. (UTF-8 text of at most 64 MiB)"
            ])
        let large = try #require(FileHandle(forWritingAtPath: scratch.path + "/x.http"))
        try large.truncate(atOffset: (64 << 20) + 1)
        #expect(refusal(options("x.http")) == ["x.http: is larger than 64 MiB"])
        #expect(mkfifo(scratch.path + "/pipe.http", 0o600) == 0)
        #expect(refusal(options("pipe.http")) == ["pipe.http: is not a regular file"])
    }

    @Test("of very many problems the first hundred are named")
    func manyProblems() throws {
        try scratch.write(String(repeating: "###\nGET http://a\nno header\n", count: 500), to: "x.http")
        let lines = refusal(options("x.http"))
        #expect(lines.count == 101)
        #expect(lines.first?.hasPrefix("x.http:3:1: This header line has no colon.") == true)
        #expect(lines.last == "and 400 more")
    }

    @Test("a folder is its files in the order of their names, numbers as numbers, hidden ones left out")
    func folder() throws {
        for name in ["b/10.http", "b/9.rest", "b/.hidden/1.http", "b/c/1.http"] {
            try scratch.write("GET http://h.test/\(name)\n", to: name)
        }
        let plan = try RunPlan(options("b"))
        #expect(
            plan.jobs.map { String($0.request.url.dropFirst(14)) } == [
                "b/9.rest", "b/10.http", "b/c/1.http",
            ])
    }

    @Test("a name selects one request: the @name, a title or a number", arguments: ["first", "1"])
    func named(name: String) throws {
        #expect(try RunPlan(options("a.http#\(name)")).jobs.map(\.request.url) == ["http://h.test/1"])
    }

    @Test("the time limit of the command line gives way to that of a request")
    func timeout() throws {
        let plan = try RunPlan(
            options("a.http") {
                $0.client.timeout = .seconds(9)
                $0.variables = [.init(name: "id", value: "7")]
            })
        #expect(plan.jobs.map { $0.request.attemptTimeout } == [.seconds(9), .seconds(1)])
    }

    @Test("an unknown name is refused with its place")
    func undefined() {
        let lines = refusal(options("a.http#2"))
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("a.http:6:20: ") == true)
    }

    @Test(
        "what selects nothing, or too much, is refused",
        arguments: [
            ("a.http#third", "No request is called “third”"), ("a.http#Second", "several requests"),
            ("none.http", "No such file or directory"), ("empty.http", "there is no request"),
        ])
    func selection(word: String, reason: String) throws {
        try scratch.write("# nothing\n", to: "empty.http")
        let lines = refusal(options(word) { $0.variables = [.init(name: "id", value: "7")] })
        #expect(lines.count == 1)
        #expect(lines.first?.contains(reason) == true)
    }

    @Test("everything that is wrong is said at once, each thing once")
    func everything() throws {
        try scratch.write("GET http://h.test/{{x}}\n###\nGET http://h.test/{{y}}\n", to: "b.http")
        let lines = refusal(
            options("b.http", "none.http") {
                $0.run.failIf = "status:"
                $0.mocks = "/nowhere/mocks"
            })
        #expect(lines.count == 5)
        #expect(lines.first?.hasPrefix("--fail-if: ") == true)
    }

    @Test("a filter for marks is refused, because nothing is marked")
    func marks() throws {
        try scratch.write("GET http://h.test/\n", to: "b.http")
        #expect(
            refusal(options("b.http") { $0.run.failIf = "status:5xx -is:marked" }).map {
                $0.contains("is:marked")
            } == [true])
    }

    @Test("environments are found beside the file and above it, and an unknown one is refused")
    func environments() throws {
        try scratch.write(#"{"dev": {"id": "from above"}}"#, to: "http-client.env.json")
        try scratch.write("GET http://h.test/{{id}}\n", to: "sub/b.http")
        var choice = options("") { $0.environment = "dev" }
        choice.paths = [scratch.path]
        choice.variables = [.init(name: "unused", value: "")]
        let urls = try RunPlan(choice).jobs.map(\.request.url)
        #expect(urls.contains { $0.hasPrefix("http://h.test/from") })
        choice.environment = "prod"
        #expect(refusal(choice).allSatisfy { $0.contains("There is no environment “prod”") })
        #expect(!refusal(choice).isEmpty)
    }

    @Test("a body outside of the file's folder is refused")
    func body() throws {
        try scratch.write("secret", to: "secret.txt")
        try scratch.write("POST http://h.test/\n\n< ../secret.txt\n", to: "sub/b.http")
        #expect(refusal(options("sub/b.http")).first?.hasPrefix("sub/b.http:3:") == true)
    }

    @Test("mocks beside the first path are taken, their bodies only from __files")
    func mocks() throws {
        try scratch.write("secret", to: "secret.txt")
        try scratch.write("from a file", to: "mocks/__files/body.txt")
        try scratch.write(
            #"{"request": {"urlPath": "/1"}, "response": {"bodyFileName": "body.txt"}}"#,
            to: "mocks/mappings/deep/one.json")
        #expect(try RunPlan(options("a.http#first")).mocks.count == 1)
        try scratch.write(
            #"{"request": {"urlPath": "/2"}, "response": {"bodyFileName": "../../secret.txt"}}"#,
            to: "mocks/mappings/two.json")
        #expect(refusal(options("a.http#first")).first?.hasPrefix("mocks/mappings/two.json:") == true)
    }
}
