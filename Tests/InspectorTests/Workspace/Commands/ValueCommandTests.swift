import ClientEngine
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import InspectorCommandLine
@testable import InspectorValues
@testable import InspectorWorkspace
@testable import RequestFormats

@Suite("Values from commands", .ownThread, .timeLimit(.minutes(1)))
struct ValueCommandTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// Writes a script for `sh`, and returns its path.
    ///
    /// A program that this process has written cannot be started while another thread starts one: the file is busy.
    private func program(_ script: String) throws -> String {
        try scratch.write(script + "\n", to: "secret")
    }

    private func value(
        _ words: [String], time: Duration = .seconds(20), output: Int = 64 << 10
    ) -> Result<String, ResolveError> {
        Result { () throws(ResolveError) in
            try ValueCommand(
                words: words, folder: scratch.path, limits: .init(time: time, output: output)
            ).value()
        }
    }

    private func complaint(_ script: String, _ arguments: String..., time: Duration = .seconds(20)) throws
        -> String
    {
        let path = try program(script)
        guard case .failure(let error) = value(["sh", path] + arguments, time: time) else {
            return "no failure"
        }
        #expect(error.kind == .command)
        return error.message.replacingOccurrences(of: path, with: "secret")
    }

    @Test("a program gets its arguments as they are, and its output without the line break is the value")
    func output() throws {
        let path = try program(#"printf '%s|' "$@"; pwd; echo noise >&2"#)
        let folder = URL(filePath: scratch.path).resolvingSymlinksInPath().path
        #expect(try value(["sh", path, "a b", "$HOME", "*", "'"]).get() == "a b|$HOME|*|'|\(folder)")
        #expect(try value(["printf", "two\nlines\n"]).get() == "two\nlines")
    }

    @Test("a program that fails is an error with its status and its words")
    func failing() throws {
        #expect(
            try complaint("echo >&2; echo 'not signed in' >&2; exit 3", "--x")
                == "“sh secret --x” ended with status 3: not signed in – it cannot ask for anything here: log in to it first, in a terminal."
        )
        #expect(try complaint("kill -9 $$").hasPrefix("“sh secret” was ended by signal 9"))
        #expect(try complaint("true") == "“sh secret” printed nothing.")
        #expect(try complaint(#"printf 'a\0b'"#) == "“sh secret” printed bytes that are not UTF-8 text.")
        #expect(try complaint(#"printf '\377'"#) == "“sh secret” printed bytes that are not UTF-8 text.")
    }

    @Test("a program that asks on the terminal finds none, and reads nothing")
    func asking() throws {
        let message = try complaint("read answer </dev/tty || exit 9; echo $answer")
        #expect(message.contains("ended with status") && message.contains("it cannot ask for anything here"))
        #expect(try complaint("read answer || exit 4; echo $answer").contains("ended with status 4"))
    }

    @Test("a program that does not end is ended, and so are those that it has started")
    func hanging() throws {
        let message = try complaint("sleep 1000 & echo $! > pid; wait", time: .milliseconds(500))
        #expect(message.contains("did not end within") && message.contains("and was ended"))
        let number = try #require(
            pid_t(
                String(contentsOfFile: scratch.path + "/pid", encoding: .utf8).trimmingCharacters(
                    in: .newlines)))
        // A zombie until this process's parent, or init, has looked for it.
        let state = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? "gone"
        #expect(state == "gone" || state.contains(") Z "), "\(state)")
    }

    @Test("a program that prints without end is ended at a limit")
    func flooding() throws {
        let message = try complaint("head -c 1000000000 /dev/zero")
        #expect(message.contains("printed more than 64 KiB and was ended"))
        let complaining = try complaint("head -c 10000000 /dev/zero | tr '\\0' x >&2; exit 1")
        #expect(complaining.utf8.count < 500)
    }

    @Test("a program that is not there, or named by a relative path, is not run")
    func missing() throws {
        guard case .failure(let error) = value(["no-such-program-7741", "x"]) else {
            return #expect(Bool(false), "it ran")
        }
        #expect(error.message.contains("is not installed: no folder of PATH has it"))
        guard case .failure(let other) = value(["./secret"]) else { return #expect(Bool(false), "it ran") }
        #expect(other.message.contains("relative path"))
    }

    // MARK: Folders

    private func prepare(_ script: String, request: String = "GET {{host}}/inspect\nX-Plan: {{plan}}\n")
        throws -> String
    {
        let path = try program("echo run >> \(scratch.path)/runs; \(script)")
        try scratch.write(
            #"{"dev": {"plan": "{{$command sh \#(path) 'Shop API'}}", "copy": "plan-{{plan}}", "other": "x"}}"#,
            to: "http-client.env.json")
        try scratch.write(request, to: "a.http")
        return path
    }

    private var runs: Int {
        let text = (try? String(contentsOfFile: scratch.path + "/runs", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").count
    }

    private func options(_ server: SandboxServer, _ change: (inout Options) -> Void = { _ in }) -> Options {
        var options = Options()
        options.paths = [scratch.path + "/a.http"]
        options.environment = "dev"
        options.variables = [.init(name: "host", value: server.url)]
        change(&options)
        return options
    }

    @Test("a run sends the value, runs the command once, and writes it nowhere")
    func running() throws {
        let server = try SandboxServer.start()
        _ = try prepare(
            "echo gold-7741-secret",
            request: "GET {{host}}/inspect\nX-Plan: {{plan}}\n###\nGET {{host}}/inspect\nX-Copy: {{copy}}\n")
        let har = scratch.path + "/out.har"
        let status = RunCommand(
            options: options(server) {
                $0.allowances = [.commands]
                $0.har = har
            }
        ).run()
        #expect(status == .success && runs == 1)
        #expect(server.requests.map { $0.header("X-Plan") ?? "" } == ["gold-7741-secret", ""])
        #expect(server.requests.last?.header("X-Copy") == "plan-gold-7741-secret")
        let written = try String(contentsOfFile: har, encoding: .utf8)
        #expect(written.contains("<redacted:") && !written.contains("gold-7741-secret"))
    }

    @Test("a folder that may not run a command leaves out the requests that need it, and names its line")
    func withheld() throws {
        let server = try SandboxServer.start()
        let path = try prepare(
            "echo gold", request: "GET {{host}}/inspect?{{plan}}\n###\nGET {{host}}/inspect?{{other}}\n")
        let options = options(server)
        #expect(RunCommand(options: options).run() == .failure)
        #expect(server.requests.map(\.target) == ["/inspect?x"] && runs == 0)
        let plan = try RunPlan(options)
        let problem = try #require(plan.leftOut.first?.problems.first).description
        #expect(problem.contains("It runs “sh \(path) 'Shop API'” for a value"), "\(problem)")
        #expect(problem.contains("--allow command"))
    }

    @Test("a failing command is one error of each request that needs it, and runs once in a run")
    func failure() throws {
        let server = try SandboxServer.start()
        _ = try prepare(
            "exit 5", request: "GET {{host}}/1?{{plan}}\n###\nGET {{host}}/2?{{copy}}\n###\nGET {{host}}/3\n")
        #expect(RunCommand(options: options(server) { $0.allowances = [.commands] }).run() == .failure)
        #expect(server.requests.map(\.target) == ["/3"] && runs == 1)
    }

    @Test(
        "the preview runs nothing, and shows what has run; a value on the command line comes before the command"
    )
    func preview() throws {
        _ = try prepare("echo gold-7741")
        var workspace = Workspace(
            paths: [scratch.path], environment: "dev", overrides: ["host": "http://h.test"])
        workspace.trust.allowances = [.commands]
        let planner = Planner(workspace, environment: "dev")
        let shown = { planner.values(of: ["plan", "other"], in: "GET http://h/", folder: scratch.path) }
        #expect(shown()["plan"] == .madeWhenSent && shown()["other"] == .text("x") && runs == 0)
        let reference = SavedEntry.Reference(file: scratch.path + "/a.http", number: 1, line: 1)
        guard case .jobs(let jobs) = try planner.plan(reference) else {
            return #expect(Bool(false), "a question")
        }
        #expect(jobs.first?.request.headers["X-Plan"] == "gold-7741" && runs == 1)
        #expect(jobs.first?.request.userInfo[.secrets]?.contains("gold-7741") == true)
        #expect(shown()["plan"] == .text("gold-7741") && runs == 1)
        workspace.overrides["plan"] = "given"
        guard case .jobs(let others) = try Planner(workspace, environment: "dev").plan(reference) else {
            return
        }
        #expect(others.first?.request.headers["X-Plan"] == "given" && runs == 1)
        workspace.commands.forget()
        _ = try planner.plan(reference)
        #expect(runs == 2)
    }

    @Test("what is not allowed is a wish that names the command line, and another line is another wish")
    func wishes() throws {
        let path = try prepare("echo gold")
        let workspace = Workspace(
            paths: [scratch.path], environment: "dev", overrides: ["host": "http://h.test"])
        let reference = SavedEntry.Reference(file: scratch.path + "/a.http", number: 1, line: 1)
        let planner = Planner(workspace, environment: "dev")
        let error = #expect(throws: Workspace.WorkspaceError.self) { try planner.plan(reference) }
        let wish = try #require(error?.wish)
        #expect(wish.ask == .command("sh \(path) 'Shop API'"))
        #expect(Ask(word: wish.ask.word) == wish.ask)
        var answers = SendAnswers()
        answers.granted = [wish]
        guard case .jobs = try planner.plan(reference, answers: answers) else {
            return #expect(Bool(false), "a question")
        }
        #expect(runs == 1)
    }

    @Test("a command in a request file is not run")
    func inFile() throws {
        let path = try prepare("echo gold", request: "")
        try scratch.write("@plan = {{$command sh \(path)}}\nGET http://h.test/{{plan}}\n", to: "a.http")
        var workspace = Workspace(paths: [scratch.path], environment: "dev")
        workspace.trust.allowances = [.commands]
        let planner = Planner(workspace, environment: "dev")
        let error = #expect(throws: Workspace.WorkspaceError.self) {
            try planner.plan(SavedEntry.Reference(file: scratch.path + "/a.http", number: 1, line: 2))
        }
        #expect(error?.message.contains("environment files alone") == true && runs == 0)
    }
}
