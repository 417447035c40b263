import ClientEngine
import ClientEngineRecording
import Foundation
import RequestFormats
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("Requests that need each other")
struct RunnerTests {
    private let scratch: ScratchFolder
    private let run = Run()

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(
            """
            # @name login
            # @capture session = body.session
            POST http://h.test/login

            ###
            # @name orders
            # @assert status == 200
            GET http://h.test/orders?t={{login.response.body.token}}&s={{session}}

            """, to: "a.http")
    }

    private var workspace: Workspace { Workspace(paths: [scratch.path]) }

    private func jobs(_ number: Int, in name: String = "a.http", of workspace: Workspace? = nil) throws
        -> [RunJob]
    {
        let reference = SavedEntry.Reference(file: scratch.path + "/" + name, number: number, line: 1)
        return try (workspace ?? self.workspace)
            .jobs(for: reference, environment: nil, after: run.runner.memory)
    }

    /// A runner whose requests become tasks that never start.
    private final class Run {
        var runner = Runner(canSendAgain: true)
        private(set) var urls: [String] = []
        private(set) var refusals: [String] = []
        private let client = Client()

        func send(_ jobs: [RunJob]) {
            runner.append(jobs)
            sendReady()
        }

        func resend(_ task: TaskID) {
            let again = OutgoingRequest(
                request: .get("http://h.test/again"), provenance: Provenance(.resend, resendOf: task))
            runner.append(resending: task, as: again)
            sendReady()
        }

        func finish(_ record: TaskRecord) -> [TestResult] {
            let findings = runner.finish(record)
            defer { sendReady() }
            return findings.results + findings.writeFiles()
        }

        private func sendReady() {
            while let turn = runner.next() {
                do throws(Runner.JobError) {
                    let request = try turn.request()
                    urls.append(request.request.url)
                    runner.start(turn, as: client.task(for: request.request))
                } catch {
                    runner.refuse(turn)
                    refusals.append(error.description)
                }
            }
        }
    }

    private func answered(_ task: TaskID, _ body: String, status: StatusCode = 200) throws -> TaskRecord {
        var story = Story()
        let request = Request.get("http://h.test/")
        story.create(task, request, at: 0)
        story.begin(task, at: 0, request)
        story.answer(task, at: 10, status, headers: ["Content-Type": "application/json"], body: body)
        var tasks = Tasks()
        for event in story.events { _ = tasks.apply(event) }
        return try #require(tasks[task])
    }

    @Test("what a request needs is sent first; the request follows with what came")
    func needed() throws {
        let jobs = try jobs(2)
        #expect(jobs.map(\.addition) == ["“login” is sent first: “orders” needs it.", nil])
        run.send(jobs)
        #expect(run.urls == ["http://h.test/login"])
        let then = run.finish(try answered(1, #"{"token":"t1","session":"s1"}"#))
        #expect(then.map(\.text) == ["capture session = body.session"])
        #expect(run.urls.last == "http://h.test/orders?t=t1&s=s1")
        let found = run.finish(try answered(2, "[]"))
        #expect(found == [TestResult("status == 200", line: 7, isAboutStatus: true, .passed)])
        #expect(run.runner.liveCount == 0 && !run.runner.isWaiting)
    }

    @Test("only what waits for values of others reads files when its turn comes")
    func reading() throws {
        var runner = Runner()
        runner.append(try jobs(2))
        let first = runner.next()
        let login = try #require(first)
        #expect(!login.readsFiles && login.job.label == "login")
        let isReady = runner.next() != nil
        #expect(!isReady)
        runner.refuse(login)
        let second = runner.next()
        let orders = try #require(second)
        #expect(!orders.readsFiles, "nothing is read for what cannot be sent")
        #expect(throws: Runner.JobError.self) { try orders.request() }
    }

    @Test("what is sent again writes its file again, and not over what somebody else has put there since")
    func resending() throws {
        try scratch.write("GET http://h.test/\n\n>>! package.json\n", to: "b.http")
        try scratch.write("mine", to: "package.json")
        let file = try scratch.write("", to: "state/file")
        var workspace = workspace
        workspace.trust = Trust(memory: TrustMemory(StateFolder(path: String(file.dropLast(5)))))
        workspace.trust.granted = [Ask.file("package.json"), .guardedFile("package.json")].map {
            Wish(folder: scratch.path, ask: $0)
        }
        run.send(try jobs(1, in: "b.http", of: workspace))
        var contents: [String] = []
        var written: [Bool] = []
        for (task, answer) in ["first", "second", "third"].enumerated() {
            if task == 2 { try scratch.write("somebody else's", to: "package.json") }
            if task > 0 { run.resend(task) }
            let found = run.finish(try answered(task + 1, answer))
            written.append(found.contains { "\($0)".contains("written to package.json") })
            contents.append(try scratch.read("package.json"))
        }
        #expect(contents == ["first", "second", "somebody else's"])
        #expect(written == [true, true, false])
    }

    @Test("an answer of the session is used again, until another environment is chosen")
    func again() throws {
        run.send(try jobs(1))
        _ = run.finish(try answered(1, #"{"token":"t1","session":"s1"}"#))
        let jobs = try jobs(2)
        #expect(jobs.map(\.addition) == [nil])
        run.send(jobs)
        #expect(run.urls == ["http://h.test/login", "http://h.test/orders?t=t1&s=s1"])
        run.runner.forget()
        #expect(try self.jobs(2).map(\.label) == ["login", "orders"])
    }

    @Test("where a needed request brings nothing, nothing is sent, and it is said why")
    func refused() throws {
        run.send(try jobs(2))
        _ = run.finish(try answered(1, #"{"session":"s"}"#))
        #expect(run.urls.count == 1)
        #expect(run.refusals.first?.contains("“orders” was not sent: ") == true)
    }

    @Test("what is sent again is checked again")
    func resent() throws {
        run.send(try jobs(1))
        _ = run.finish(try answered(1, #"{"token":"t","session":"s"}"#))
        run.send(try jobs(2))
        _ = run.finish(try answered(2, "[]"))
        run.resend(2)
        #expect(run.urls.last == "http://h.test/again")
        let found = run.finish(try answered(3, "[]", status: 500))
        #expect(found.map(\.outcome) == [.failed(actual: "status is 500")])
    }

    @Test("a draft of a request refers to the others of its file")
    func draft() throws {
        let draft = try workspace.draft(of: .init(file: scratch.path + "/a.http", number: 2, line: 7))
        let jobs = try workspace.jobs(
            for: OutgoingDraft(text: draft.text, folder: draft.folder, origin: draft.origin),
            environment: nil)
        #expect(jobs.map(\.label) == ["login", "orders"])
        #expect(jobs.map(\.neededBy) == ["orders", nil])
    }

    @Test("a row whose assertions fail is marked, whatever its status")
    func mark() {
        var app = TestApp()
        app.play(.findings)
        #expect(app.state.tasks.records.map(\.hasFailedTests) == [false, true])
        #expect(app.row(with: "✗")?.contains("2 GET") == true)
    }
}
