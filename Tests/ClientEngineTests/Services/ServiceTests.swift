import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineCompatibility

@Suite("Services and live tasks", .timeLimit(.minutes(1)))
struct ServiceTests {
    private let server: SandboxServer
    private let client: Client
    private let service: ServiceClient

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
        let profile = try ServiceProfile(resources: [
            .init("hang", template: "hang{?n}"), .init("echo", template: "echo{?content}"),
        ])
        service = ServiceClient(profile, client: client) { name, request in
            if name == "echo" { request.headers["X-Adjusted"] = "yes" }
        }
    }

    @Test("a request is made by name, adjusted and sent")
    func request() async throws {
        let response = try await client.send(service.request(for: "echo", ["content": "hello 1"]))
        #expect(response.text == "hello 1")
        #expect(server.requests.first?.header("X-Adjusted") == "yes")
        #expect(throws: ClientError.self) { try service.request(for: "Echo") }
    }

    @Test("A service at another base URL sends its requests there and leaves the first as it is")
    func otherBase() throws {
        let other = service.with(baseURL: "http://other.test/v2")
        #expect(try other.request(for: "hang", ["n": 1]).url == "http://other.test/v2/hang?n=1")
        #expect(try other.request(for: "echo").headers["X-Adjusted"] == "yes")
        #expect(service.profile.baseURL.isEmpty)
    }

    @Test("a live task is found by its identifier until it ends")
    func lookup() async throws {
        #expect(client.liveTask(identifiedBy: "a", of: Response.self) == nil)
        let task = try service.start("hang", identifier: "a")
        #expect(client.liveTask(identifiedBy: "a", of: Response.self)?.id == task.id)
        #expect(client.liveTask(identifiedBy: "a", of: Int.self) == nil)
        #expect(client.liveTask(identifiedBy: "b", of: Response.self) == nil)
        task.cancel()
        _ = try? await task.value
        #expect(client.liveTask(identifiedBy: "a", of: Response.self) == nil)
    }

    @Test("a live task is used again with its own values")
    func reuse() async throws {
        let first = try service.start("hang", ["n": 1], identifier: "a")
        let second = try service.start("hang", ["n": 2], identifier: "a", existing: .reuse)
        #expect(first.id == second.id)
        #expect(second.record.origin.request.url == "hang?n=1")
        first.cancel()
        _ = try? await first.value
        let third = try service.start("hang", ["n": 3], identifier: "a", existing: .reuse)
        #expect(third.id != first.id)
        third.cancel()
    }

    @Test("a typed task is started by name and used again by others of its type alone")
    func typed() async throws {
        let first = try service.start("hang", ["n": 1], identifier: "a") { $0.decoding(Int.self) }
        let second = try service.start("hang", identifier: "a", existing: .reuse) { $0.decoding(Int.self) }
        #expect(first == second)
        let other = try service.start("hang", identifier: "a", existing: .reuse) { $0.decoding(String.self) }
        #expect(AnyRequestTask(first) != AnyRequestTask(other))
        first.cancel()
        other.cancel()
    }

    @Test("a live task is cancelled and replaced; without one, replacing is starting")
    func replace() async throws {
        let first = try service.start("hang", identifier: "a", existing: .replace)
        let second = try service.start("echo", ["content": "hello 2"], identifier: "a", existing: .replace)
        #expect(try await second.value.text == "hello 2")
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(first.id != second.id)
    }

    @Test("another task takes the identifier over, and the first goes on")
    func another() async throws {
        let first = try service.start("hang", identifier: "a")
        let second = try service.start("hang", identifier: "a")
        #expect(client.liveTask(identifiedBy: "a", of: Response.self)?.id == second.id)
        #expect(!first.state.isFinished)
        first.cancel()
        second.cancel()
    }

    @Test("of many that want one task at the same time, all get the same, and one is sent")
    func race() async throws {
        let ids = await withTaskGroup(of: TaskID.self) { group in
            for _ in 0..<50 {
                group.addTask { [client] in
                    client.start(Request.get("/hang").with { $0.identifier = "r" }, existing: .reuse).id
                }
            }
            return await group.reduce(into: Set<TaskID>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        let task = try #require(client.liveTask(identifiedBy: "r", of: Response.self))
        try await wait(for: "the request") { !server.requests.isEmpty }
        task.cancel()
        _ = try? await task.value
        #expect(server.requests.count == 1)
    }
}
