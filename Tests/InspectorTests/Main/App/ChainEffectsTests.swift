import ClientEngine
import Foundation
import RequestFormats
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("Requests that need each other, on the screen")
struct ChainEffectsTests {
    private let scratch: ScratchFolder
    private let chain = ChainEffects()

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

    private func jobs(_ number: Int) throws -> [RunJob] {
        let reference = SavedEntry.Reference(file: scratch.path + "/a.http", number: number, line: 1)
        return try workspace.jobs(for: reference, environment: nil, after: chain.memory)
    }

    /// What is started, with the numbers tasks get for it.
    private final class Starts {
        var urls: [String] = []
        func start(_ prepared: OutgoingRequest) -> TaskID {
            urls.append(prepared.request.url)
            return urls.count
        }
    }

    private func answered(_ task: TaskID, _ body: String, status: Int = 200) throws -> TaskRecord {
        var story = Story()
        let request = Request.get("http://h.test/")
        story.create(task, request, at: 0)
        story.begin(task, at: 0, request)
        story.answer(task, at: 10, status, headers: ["Content-Type": "application/json"], body: body)
        var tasks = Tasks()
        for event in story.events { _ = tasks.apply(event) }
        return try #require(tasks[task])
    }

    private func notices(_ messages: [Message]) -> [String] {
        messages.compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
    }

    private func findings(_ messages: [Message]) -> [TestResult] {
        messages.flatMap { message -> [Event] in
            if case .engine(let events) = message { events } else { [] }
        }.compactMap { if case .checked(let finding) = $0.kind { finding } else { nil } }
    }

    @Test("what a request needs is sent first and said; the request follows with what came")
    func needed() throws {
        let starts = Starts()
        let first = chain.send(try jobs(2), starts.start)
        #expect(starts.urls == ["http://h.test/login"])
        #expect(notices(first) == ["“login” is sent first: “orders” needs it."])
        let login = try answered(1, #"{"token":"t1","session":"s1"}"#)
        let then = chain.follow(login, at: login.created, starts.start)
        #expect(findings(then).map(\.text) == ["capture session = body.session"])
        #expect(starts.urls.last == "http://h.test/orders?t=t1&s=s1")
        let orders = chain.follow(try answered(2, "[]"), at: login.created, starts.start)
        #expect(findings(orders) == [TestResult("status == 200", line: 7, isAboutStatus: true, .passed)])
    }

    @Test("what is sent again writes its file again, and not over what somebody else has put there since")
    func resending() throws {
        try scratch.write("GET http://h.test/\n\n>>! package.json\n", to: "b.http")
        try scratch.write("mine", to: "package.json")
        let file = try scratch.write("", to: "state/file")
        var workspace = workspace
        workspace.trust = Trust(memory: TrustMemory(StateFolder(path: String(file.dropLast(5)))))
        workspace.trust.granted = Set(
            [Ask.file("package.json"), .guardedFile("package.json")].map {
                Wish(folder: scratch.path, ask: $0)
            })
        let reference = SavedEntry.Reference(file: scratch.path + "/b.http", number: 1, line: 1)
        let starts = Starts()
        _ = chain.send(
            try workspace.jobs(for: reference, environment: nil, after: chain.memory), starts.start)
        var contents: [String] = []
        var written: [Bool] = []
        for (task, answer) in ["first", "second", "third"].enumerated() {
            if task == 2 { try scratch.write("somebody else's", to: "package.json") }
            if task > 0 {
                let again = OutgoingRequest(request: .get("http://h.test/"), provenance: Provenance(.resend))
                _ = chain.send([chain.job(resending: task, as: again)], starts.start)
            }
            let record = try answered(task + 1, answer)
            let found = findings(chain.follow(record, at: record.created, starts.start))
            written.append(found.contains { "\($0)".contains("written to package.json") })
            contents.append(try scratch.read("package.json"))
        }
        #expect(contents == ["first", "second", "somebody else's"])
        #expect(written == [true, true, false])
    }

    @Test("an answer of the session is used again, until another environment is chosen")
    func again() throws {
        let starts = Starts()
        _ = chain.send(try jobs(1), starts.start)
        _ = chain.follow(
            try answered(1, #"{"token":"t1","session":"s1"}"#), at: Story.instant(0), starts.start)
        #expect(chain.send(try jobs(2), starts.start) == [])
        #expect(starts.urls == ["http://h.test/login", "http://h.test/orders?t=t1&s=s1"])
        chain.forget()
        #expect(try jobs(2).map(\.label) == ["login", "orders"])
    }

    @Test("where a needed request brings nothing, nothing is sent, and a notice says why")
    func refused() throws {
        let starts = Starts()
        _ = chain.send(try jobs(2), starts.start)
        let messages = chain.follow(try answered(1, #"{"session":"s"}"#), at: Story.instant(0), starts.start)
        #expect(starts.urls.count == 1)
        #expect(notices(messages).first?.contains("“orders” was not sent: ") == true)
    }

    @Test("what is sent again is checked again")
    func resent() throws {
        let starts = Starts()
        _ = chain.send(try jobs(1), starts.start)
        _ = chain.follow(
            try answered(1, #"{"token":"t","session":"s"}"#), at: Story.instant(0), starts.start)
        _ = chain.send(try jobs(2), starts.start)
        _ = chain.follow(try answered(2, "[]"), at: Story.instant(0), starts.start)
        let again = OutgoingRequest(
            request: .get("http://h.test/again"), provenance: Provenance(.resend, resendOf: 2))
        _ = chain.send([chain.job(resending: 2, as: again)], starts.start)
        #expect(starts.urls.last == "http://h.test/again")
        let messages = chain.follow(try answered(3, "[]", status: 500), at: Story.instant(0), starts.start)
        #expect(findings(messages).map(\.outcome) == [.failed(actual: "status is 500")])
    }

    @Test("a draft of a request refers to the others of its file")
    func draft() throws {
        let draft = try workspace.draft(of: .init(file: scratch.path + "/a.http", number: 2, line: 7))
        let jobs = try workspace.jobs(
            for: OutgoingDraft(text: draft.text, folder: draft.folder, origin: draft.origin),
            environment: nil,
            after: chain.memory)
        #expect(jobs.map(\.label) == ["login", "orders"])
        #expect(jobs.map(\.neededBy) == ["orders", nil])
    }

    @Test("a row whose assertions fail is marked, whatever its status")
    func mark() {
        var app = TestApp()
        app.play(.findings)
        #expect(app.state.tasks.records.map(\.hasFailedFindings) == [false, true])
        #expect(app.row(with: "✗")?.contains("2 GET") == true)
    }
}
