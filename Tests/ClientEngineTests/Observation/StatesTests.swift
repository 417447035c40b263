import EngineSupport
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

/// The states of tasks, as an observer of a real client receives them.
@Suite("States of tasks on the network", .timeLimit(.minutes(1)))
struct StatesTests {
    /// Sends to a server with the given statuses, where 0 means a truncated body.
    ///
    /// Returns the states of the task.
    private func states<Value>(
        _ statuses: [Int], body: String = "", _ policy: RetryPolicy,
        _ typed: (Request) -> TypedRequest<Value>
    ) async throws -> [TaskState.Name] {
        let left = Locked(statuses[...])
        let server = try ScriptedServer { _ in
            .init(status: left.withLock { $0.popFirst() ?? 500 }, body: body)
        }
        let client = Client(baseURL: server.url) { $0.retry = policy }
        let seen = Locked((record: TaskRecord?.none, names: [TaskState.Name]()))
        let observation = client.observe { event in
            seen.withLock { seen in
                if seen.record == nil { seen.record = TaskRecord(event) }
                seen.record?.apply(event)
                guard let name = seen.record?.state.name, seen.names.last != name else { return }
                seen.names.append(name)
            }
        }
        let task = client.task(for: typed(.get("/")))
        #expect(task.state == .queued)
        task.resume()
        _ = await task.result
        #expect(server.server.requests.count == statuses.count)
        #expect(task.state.name == seen.withLock { $0.names.last })
        observation.cancel()
        return seen.withLock { $0.names }
    }

    @Test(
        "are queued, running and processing, with waiting and running again for each retry", arguments: 0...2)
    func retries(count: Int) async throws {
        let policy = RetryPolicy.networkFailure(.retryTwice(delay: .milliseconds(1)))
        let statuses = Array(repeating: 0, count: count) + [200]
        let again = Array(repeating: [TaskState.Name.waiting, .running], count: count).joined()
        let parsed = try await states(statuses, policy) { $0.parsing { $0.status } }
        #expect(parsed == [.queued, .running] + again + [.processing, .succeeded])
        // The same applies if the response itself is the value.
        let whole = try await states(statuses, policy) { $0.accepting(.anyStatus) }
        #expect(whole == parsed)
    }

    @Test("of a failure: without a retry, and with all that were allowed used up")
    func failures() async throws {
        let whole: (Request) -> TypedRequest<Response> = { $0.accepting(.anyStatus) }
        #expect(try await states([0], .never, whole) == [.queued, .running, .failed])
        let policy = RetryPolicy.networkFailure(.retryTwice(delay: .milliseconds(1)))
        #expect(
            try await states([0, 0, 0], policy, whole) == [
                .queued, .running, .waiting, .running, .waiting, .running, .failed,
            ])
    }

    @Test("of a response that cannot be parsed: processing comes before each retry")
    func parsing() async throws {
        let names = try await states([200, 200], body: "[1,", .networkFailure(.retryOnce)) {
            $0.decoding([Int].self)
        }
        #expect(
            names == [.queued, .running, .processing, .waiting, .running, .processing, .failed])
    }

    @Test("of one that is cancelled in the middle")
    func cancelled() async throws {
        let server = try SandboxServer.start()
        let task = Client(baseURL: server.url).start(.get("/hang"))
        var names: [TaskState.Name] = []
        for await state in task.states {
            if names.last != state.name { names.append(state.name) }
            if state == .running(.wait) { task.cancel() }
        }
        #expect(names.suffix(2) == [.running, .cancelled])
    }
}
