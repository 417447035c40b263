import ClientEngine
import ClientEngineCompatibility
import InspectorSandbox
import Testing

@Suite("Handles of tasks of any type", .timeLimit(.minutes(1)))
struct AnyRequestTaskTests {
    @Test("handles are equal where their task is the same, whatever its value")
    func identity() async throws {
        let client = Client(baseURL: "http://127.0.0.1:1")
        let named = Request.get("/").with { $0.identifier = "a" }
        let (task, other) = (client.task(for: named), client.task(for: Request.get("/").decoding(Int.self)))
        let again = client.task(for: named, existing: .reuse)
        #expect(task == again && Set([task, again]).count == 1)
        let handles: Set<AnyRequestTask> = [
            AnyRequestTask(task), AnyRequestTask(again), AnyRequestTask(other),
        ]
        #expect(handles.count == 2)
        #expect(Set(handles.map(\.id)) == [task.id, other.id])
    }

    @Test("a handle resumes and cancels its task")
    func control() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let task = client.task(for: .get("/hang"))
        let handle = AnyRequestTask(task)
        handle.resume()
        handle.priority = .high
        #expect(task.priority == .high)
        handle.cancel()
        #expect(await task.result.isCancelled)
        #expect(handle.record.id == task.id)
    }

    @Test("a Swift task that waits for the detached value leaves the request alone when it is cancelled")
    func detached() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let task = client.start(.get("/hello"))
        let reader = Task { try await task.detachedValue.status }
        reader.cancel()
        #expect(try await reader.value == 200)
    }

    @MainActor @Test("a completion on the main actor may use what is isolated there")
    func mainActor() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let model = Model()
        let task = client.start(.get("/hello"), completingOn: .mainActor) { model.status = $0.value?.status }
        let typed = client.start(Request.get("/hello").accepting(.successful), completingOn: .mainActor) {
            model.typedStatus = $0.value?.status
        }
        _ = try await (task.value, typed.value)
        while model.status == nil || model.typedStatus == nil { await Task.yield() }
        #expect(model.status == .ok && model.typedStatus == 200)
    }
}

@MainActor private final class Model {
    var status: StatusCode?
    var typedStatus: StatusCode?
}
