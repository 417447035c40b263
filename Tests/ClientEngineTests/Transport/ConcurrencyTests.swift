import ClientEngineCompatibility
import EngineSupport
import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Clients, tasks and mocks on many threads", .timeLimit(.minutes(2)))
struct ConcurrencyTests {
    private static let threads = 8
    private static let rounds = 40

    /// Echoes the path.
    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer { .init(body: $0.target) }
    }

    @Test(
        "every request gets its own answer, and every completion its one call, while all is changed around them"
    )
    func storm() async throws {
        let client = Client(baseURL: server.url)
        let calls = Locked<[String: [String]]>([:])
        let tasks = Locked<[(path: String, task: RequestTask<String>)]>([])
        await onThreads(Self.threads) { number in
            for round in 0..<Self.rounds {
                let path = "/\(number)/\(round)"
                let request = Request.get(path).with { $0.identifier = "\(number)" }.parsing { $0.text }
                let task = client.task(for: request)
                task.onCompletion(on: .anywhere) { result in
                    let word = result.value ?? (result.isCancelled ? "cancelled" : "failed")
                    calls.withLock { $0[path, default: []].append(word) }
                }
                tasks.withLock { $0.append((path, task)) }
                task.resume()
                Self.disturb(client, task, number, round)
            }
        }
        for (path, task) in tasks.withLock({ $0 }) {
            let result = await task.result
            let word = result.value ?? (result.isCancelled ? "cancelled" : "failed")
            // The answer comes from the server or the mock, and never belongs to another request.
            #expect([path, "cancelled", "mocked \(path)"].contains(word))
            #expect(task.state.isFinished && task.record.state == task.state)
        }
        let expected = Self.threads * Self.rounds
        while calls.withLock({ $0.count }) < expected { await Task.yield() }
        #expect(calls.withLock { $0.values.allSatisfy { $0.count == 1 } })
        for (path, task) in tasks.withLock({ $0 }) {
            let result = await task.result
            #expect(
                calls.withLock { $0[path]?.first } == result.value
                    ?? (result.isCancelled ? "cancelled" : "failed"))
        }
        #expect(client.activity.newest == 0)
    }

    /// Changes, queries and cancels things that other threads use at the same time.
    private static func disturb(_ client: Client, _ task: RequestTask<String>, _ number: Int, _ round: Int) {
        switch round % 6 {
        case 0: client.reconfigure { $0.defaultHeaders["X-\(number)"] = "\(round)" }
        case 1:
            let id = "\(number)-\(round)"
            try? client.mocks.add(
                Mock(
                    id: id, name: id, match: .get("/\(number)/\(round + 1)"),
                    answers: [.text("mocked /\(number)/\(round + 1)")]))
        case 2: client.mocks.remove(id: "\(number)-\(round - 1)")
        case 3: task.cancel()
        case 4: task.priority = .high
        default:
            _ = (
                client.liveTask(identifiedBy: "\(number)", of: String.self)?.record, task.state,
                client.activity.newest
            )
        }
    }

    @Test("what was set is what is read next, by whoever set it, on every thread")
    func readingOwnWrites() async throws {
        let client = Client(baseURL: server.url)
        let wrong = Locked<[String]>([])
        let sent = Locked<[RequestTask<Response>]>([])
        await onThreads(Self.threads) { number in
            for round in 0..<Self.rounds {
                let name = "X-\(number)"
                client.reconfigure { $0.defaultHeaders[name] = "\(round)" }
                if client.configuration.defaultHeaders[name] != "\(round)" {
                    wrong.withLock { $0.append("configuration of \(number) in \(round)") }
                }
                try? client.mocks.add(
                    Mock(id: name, name: "", match: .get("/own\(number)"), answers: [.text("\(round)")]))
                if client.mocks.all.filter({ $0.mock.id == name }).count != 1 {
                    wrong.withLock { $0.append("mock of \(number) in \(round)") }
                }
            }
            // No change of a thread was lost. The last task of each thread confirms its last change.
            sent.withLock { $0.append(client.start(.get("/last/\(number)"))) }
        }
        #expect(wrong.withLock { $0 } == [])
        let fields = (0..<Self.threads).map { "X-\($0)" }
        #expect(fields.allSatisfy { client.configuration.defaultHeaders[$0] == "\(Self.rounds - 1)" })
        for task in sent.withLock({ $0 }) { #expect(try await task.value.status == 200) }
        for number in 0..<Self.threads {
            let request = try #require(server.server.requests.first { $0.target == "/last/\(number)" })
            #expect(request.header("X-\(number)") == "\(Self.rounds - 1)")
            #expect(try await client.send(.get("/own\(number)")).text == "\(Self.rounds - 1)")
        }
    }

    private struct Noting: Interceptor {
        let places: Places

        func adapt(_ request: Request, for task: InterceptedTask) -> Request {
            places.note()
            return request
        }

        func process(_ answer: InterceptedAnswer) -> InterceptedAnswer {
            places.note()
            return answer
        }
    }

    @Test("nothing runs on the main actor unless it is asked to")
    @MainActor
    func mainActor() async throws {
        let places = Places()
        let client = Client(baseURL: server.url) {
            $0.interceptors = [Noting(places: places)]
            $0.retry = .custom { _ in
                places.note()
                return nil
            }
        }
        let activity = client.activity.observe(on: .anywhere) { _ in places.note() }
        client.metrics = MetricsCallback { _, _ in places.note() }
        let body = Body.json(later: Late(places: places))
        let isOver = Promise<Void>()
        let typed = Request.post("/a", body: body).parsing { _ in places.note() }
        client.start(typed) { _ in
            places.note()
            isOver.fulfil(())
        }
        try await isOver.arrival()
        try client.mocks.add(
            .get("/made"),
            .computed { _ in
                places.note()
                return .init(status: 500)
            })
        #expect(try await client.send(.get("/made")).status == 500)
        #expect(places.all.count > 8)
        #expect(places.all.allSatisfy { !$0.isMain })
        let onMain = Promise<Bool>()
        client.start(.get("/a"), completingOn: .mainActor) { _ in onMain.fulfil(Place.here.isMain) }
        #expect(try await onMain.arrival())
        activity.cancel()
    }

    private struct Late: Encodable, Sendable {
        let places: Places

        func encode(to encoder: any Encoder) throws {
            places.note()
            var container = encoder.singleValueContainer()
            try container.encode("late")
        }
    }
}
