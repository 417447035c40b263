import ClientEngine
import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import InspectorCommandLine
@testable import InspectorWorkspace

/// Records everything that it is shown.
final class Transcript: RunOutput {
    private(set) var started: [Int] = []
    private(set) var states: [Int: [TaskState.Name]] = [:]
    private(set) var mostLive = 0
    private(set) var summary: RunSummary?
    private var live: Set<Int> = []
    var onWait: () -> Void = {}

    func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
        if case .taskCreated = event.kind { started.append(event.task) }
        if case .taskEnded = event.kind { live.remove(event.task) } else { live.insert(event.task) }
        mostLive = max(mostLive, live.count)
        if record.state != previous { states[event.task, default: []].append(record.state.name) }
        if record.state == .running(.wait), previous != record.state { onWait() }
    }

    func showProgress(of live: [TaskRecord], now: Instant) {}

    func finish(_ summary: RunSummary) { self.summary = summary }
}

@Suite("The loop of run", .ownThread, .timeLimit(.minutes(1)))
struct CommandSendLoopTests {
    private let server: SandboxServer
    private let transcript = Transcript()
    private let mailbox = Mailbox<[SendLoop.Message]>()

    init() throws {
        server = try SandboxServer.start()
    }

    private func run(
        _ paths: [String], parallel: Int = 1, keeps: Bool = false,
        fails: @escaping (TaskRecord) -> Bool? = { _ in false }
    ) -> SendLoop.Result {
        var loop = SendLoop(client: Client(), mailbox: mailbox, output: transcript)
        loop.parallel = parallel
        loop.keepsRecords = keeps
        loop.fails = fails
        return loop.run(
            paths.map {
                RunJob(OutgoingRequest(request: .get(server.url + $0), provenance: Provenance(.saved)))
            })
    }

    @Test("requests go one after the other, in order")
    func order() {
        let result = run(["/hello", "/status/404", "/json"], keeps: true)
        #expect(transcript.started == [1, 2, 3])
        #expect(transcript.mostLive == 1)
        #expect(result.records.map(\.status) == [200, 404, 200])
        #expect(result.summary.succeeded == 3)
        #expect(result.signal == nil)
        #expect(transcript.summary == result.summary)
    }

    @Test("as many as allowed are under way at once")
    func parallel() {
        let result = run(Array(repeating: "/delay/0.1", count: 6), parallel: 3)
        #expect(transcript.mostLive == 3)
        #expect(result.summary.succeeded == 6)
        #expect(result.records.isEmpty)
    }

    @Test("a task that --fail-if cannot decide about makes the run fail, as one that matches")
    func undecided() {
        let result = run(["/hello", "/json"]) { $0.id == 1 ? nil : false }
        #expect((result.matches, result.undecided) == (0, 1))
        #expect(ExitStatus(result) == .failure)
        #expect(ExitStatus(run(["/hello"])) == .success)
    }

    @Test("a failed task does not stop the others, and is counted")
    func failure() {
        let result = run(["/reset", "/hello"]) { $0.status == 200 }
        #expect(result.summary.failed == 1)
        #expect(result.summary.succeeded == 1)
        #expect(result.matches == 1)
    }

    @Test("a signal cancels what is live and starts nothing more", arguments: [SIGINT, SIGTERM])
    func signal(number: Int32) {
        transcript.onWait = { [mailbox] in mailbox.append(.signal(number)) }
        let result = run(["/hang", "/hello"], keeps: true)
        #expect(result.signal == number)
        #expect(transcript.started == [1])
        #expect(result.records.map(\.state) == [.cancelled])
        #expect(result.summary.cancelled == 1)
    }

    @Test("the demo's files are read without a complaint, and its mock answers")
    func demo() throws {
        let folder = try TemporaryFolder(DemoFiles.contents(base: server.url, secure: server.httpsURL))
        var options = Options()
        options.paths = [folder.path]
        options.environment = DemoFiles.environment
        let plan = try RunPlan(options)
        #expect(plan.warnings.isEmpty)
        #expect(plan.jobs.count > 20)
        let client = Client { $0.connections.tls.certificateAuthorities = server.caFile }
        for mock in plan.mocks { try client.mocks.add(mock) }
        var loop = SendLoop(client: client, mailbox: mailbox, output: transcript)
        loop.keepsRecords = true
        let quick = [
            "/orders/42", "/hello", "/json", "/redirect/3", "/gzip", "/upload", "/inspect", "/echo",
            "/basic-auth",
        ]
        let wrong = "https://127.0.0.1:\(server.port)/"
        let jobs = plan.jobs.filter { job in
            let url = job.request.url
            return quick.contains(where: url.contains) && !url.hasPrefix(wrong)
        }
        let requests = jobs.map { OutgoingRequest(request: $0.request, provenance: $0.provenance) }
        #expect(requests.contains { $0.request.url.hasPrefix(server.httpsURL) })
        let result = loop.run(requests.map { RunJob($0) })
        #expect(result.summary.succeeded == requests.count)
        #expect(result.summary.mocked == 1)
        #expect(result.records.allSatisfy { (200...299).contains($0.status ?? 0) })
    }

    @Test(
        "the demo's folder is gone when the demo is, and one of a demo that was killed when the next begins")
    func demoFolder() throws {
        let program = try Program(["/bin/true"])
        _ = try program.outcome()
        let parent = FileManager.default.temporaryDirectory.path
        let abandoned = "\(parent)/inspector-demo.\(program.number).abcdef"
        try FileManager.default.createDirectory(atPath: abandoned, withIntermediateDirectories: true)
        let path: String
        do {
            let folder = try TemporaryFolder(DemoFiles.contents(base: server.url, secure: server.httpsURL))
            path = folder.path
            #expect(FileManager.default.fileExists(atPath: path + "/1-start.http"))
            #expect(!FileManager.default.fileExists(atPath: abandoned))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
