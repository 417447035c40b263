import EngineSupport
import Foundation
import Glibc
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("A server that misbehaves", .ownThread, .serialized, .timeLimit(.minutes(1)))
struct MisbehaviourSuite {
    /// The number of identifiers in each section.
    ///
    /// Each identifier must have a row.
    static let sections: KeyValuePairs = ["C": 14, "H": 34, "B": 24, "E": 15, "R": 16, "F": 16]
    static let played = MisbehaviourCase.all.filter {
        if case .apart = $0.verdict { false } else { true }
    }

    @Test("every id has a row")
    func ids() {
        let expected = Self.sections.flatMap { letter, count in
            (1...count).map { "bad-\(letter)\($0 < 10 ? "0" : "")\($0)" }
        }
        #expect(Set(MisbehaviourCase.all.map(\.id)) == Set(expected))
    }

    @Test("the task comes to what it must, once, and leaves nothing behind", arguments: played)
    func plays(row: MisbehaviourCase) async throws {
        let row = row.inForce
        let stage = try Stage(row)
        try await stage.play(row)
        try await stage.checkConnection(row.fate)
        try await stage.checkRemains()
    }
}

/// A server, a client, and all events of the client's tasks.
private final class Stage: Sendable {
    private let server: SandboxServer?
    private let port: Int
    private let path: String
    /// The sockets to the port that existed before the test.
    private let othersSockets: Set<ino_t>
    private let time: ManualTime
    private let told = Locked<[Event]>([])

    init(_ row: MisbehaviourCase) throws {
        time = ManualTime()
        switch row.source {
        case .path(let path):
            server = try SandboxServer.start()
            self.path = path
        case .frames(_, let reply):
            server = try FrameServer { _, _ in reply }.server
            self.path = "/"
        case .script(let script):
            server = try SandboxServer.start(raw: script)
            path = "/"
        case .nobody:
            server = nil
            path = "/"
        }
        let isSecure = if case .frames = row.source { true } else { false }
        port = try server.map { Int(isSecure ? $0.httpsPort : $0.port) } ?? ClosedPort.find()
        othersSockets = OpenSockets.numbers(to: port)
        client = Locked(nil)
        let (time, port, authorities) = (time, port, isSecure ? server?.caFile : nil)
        client.withLock {
            $0 = Client(baseURL: "\(isSecure ? "https" : "http")://127.0.0.1:\(port)") {
                $0.time = time
                $0.limits = row.limits
                if let authorities { $0.connections.tls.certificateAuthorities = authorities }
            }
        }
    }

    private let client: Locked<Client?>

    func play(_ row: MisbehaviourCase) async throws {
        let client = try #require(client.withLock { $0 })
        let told = told
        let observation = client.observe { event in told.withLock { $0.append(event) } }
        let body: Body = row.method == .post ? .text("order") : .none
        let task = client.start(Request(method: row.method, url: path, body: body))
        if case .expires(_, let phase) = row.verdict { try await expire(task, in: phase, row) }
        _ = try? await task.value
        observation.cancel()
        #expect(TaskRecord(adding: told.withLock { $0 }) == task.record)
        judge(task.record, row)
    }

    /// Advances the clock after everything has arrived.
    ///
    /// The deadline must expire exactly then.
    private func expire(_ task: RequestTask<Response>, in phase: Phase, _ row: MisbehaviourCase) async throws
    {
        for await state in task.states where state == .running(phase) { break }
        let expected = row.body?.utf8.count ?? 0
        try await wait(for: "\(expected) bytes") {
            (task.record.lastExchange?.bodyReceived ?? -1) >= expected
        }
        time.advance(by: .seconds(29))
        #expect(!task.state.isFinished)
        time.advance(by: .seconds(2))
    }

    private func judge(_ record: TaskRecord, _ row: MisbehaviourCase) {
        let exchange = record.lastExchange
        switch row.verdict {
        case .fails(let label), .expires(let label, _):
            #expect(record.error?.label == label, "\(String(describing: record.error))")
            #expect(record.error?.message.isEmpty == false)
            if let hasHead = row.hasHead { #expect((exchange?.head != nil) == hasHead) }
        case .failsAs(let labels):
            #expect(labels.contains(record.error?.label ?? ""), "\(String(describing: record.error))")
        case .answers(let status, let anomalies):
            #expect(record.state == .succeeded, "\(String(describing: record.error))")
            #expect(record.status?.rawValue == status)
            #expect(exchange?.anomalies == anomalies)
        case .apart: break
        }
        if let body = row.body {
            #expect(String(decoding: exchange?.body ?? [], as: UTF8.self) == body)
        }
        let limit = row.limits.collectedBody + (1 << 20)
        #expect(exchange.map { max($0.bodyReceived, $0.decodedBody?.count ?? 0) <= limit } ?? true)
        let events = told.withLock { $0 }
        #expect(events.count { if case .taskEnded = $0.kind { true } else { false } } == 1)
        if case .taskEnded? = events.last?.kind {} else { Issue.record("the end did not come last") }
        var folded = events.first.flatMap { TaskRecord($0) }
        for event in events.dropFirst() { folded?.apply(event) }
        #expect(folded == record)
    }

    /// Sends a second request, which must use the same connection or a new one.
    func checkConnection(_ fate: MisbehaviourCase.Fate) async throws {
        guard let server, fate != .either, let client = client.withLock({ $0 }) else { return }
        // A silent server may not have accepted its connection yet.
        #expect(server.waitForRequest() != nil)
        let before = server.connectionCount
        let next = try await client.send(.get("/hello"))
        #expect(next.status == 200)
        #expect(next.text == "Hello, world!\n")
        #expect(next.record.lastExchange?.connection?.isReused == (fate == .reused))
        #expect(server.connectionCount == before + (fate == .reused ? 0 : 1))
    }

    /// Releases the client, and checks that no tasks, transfers or sockets remain.
    func checkRemains() async throws {
        let gone = Promise<Void>()
        let left = Promise<[Int]>()
        client.withLock { $0 }?.loop.enqueue { loop in
            loop.onEnd = { gone.fulfil(()) }
            left.fulfil([loop.tasks.count, loop.multi.live.count])
        }
        #expect(try await left.arrival() == [0, 0])
        client.withLock { $0 = nil }
        try await gone.arrival()
        #expect(OpenSockets.numbers(to: port).subtracting(othersSockets) == [])
    }
}

extension TaskRecord {
    /// Creates the record that results from the events of one task.
    fileprivate init?(adding events: [Event]) {
        guard let first = events.first else { return nil }
        self.init(first)
        for event in events.dropFirst() { apply(event) }
    }
}
