import EngineSupport
import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Activity of tasks", .timeLimit(.minutes(1)))
struct ActivityOfTasksTests {
    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    private func count() async -> Int? {
        var counts = client.activity.makeAsyncIterator()
        return await counts.next()
    }

    private func wait(for count: Int) async {
        for await now in client.activity where now == count { return }
    }

    @Test("one counts while it is on the network, three count three, and nothing is left")
    func counting() async throws {
        #expect(await count() == 0)
        let tasks = (0..<3).map { _ in client.task(for: .get("/hang")) }
        #expect(await count() == 0)
        tasks[0].resume()
        await wait(for: 1)
        tasks[1].resume()
        tasks[2].resume()
        await wait(for: 3)
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
        #expect(await count() == 0)
        tasks[0].resume()
        #expect(await count() == 0)
    }

    @Test("a response that is parsed does not count, nor does a task that waits, nor one that is left out")
    func uncounted() async throws {
        let counted = await client.start(Request.get("/hello").parsing { _ in await count() }).result
        #expect(counted.value == 0)
        let backoff = Backoff(from: .seconds(600), maximum: .seconds(600), hasJitter: false)
        let waiting = client.start(
            Request.get("/status/503").with { $0.retry = RetryPolicy(maximumRetries: 1, backoff: backoff) })
        for await state in waiting.states {
            guard case .waiting = state else { continue }
            #expect(await count() == 0)
            waiting.cancel()
        }
        let quiet = client.start(Request.get("/hang").with { $0.countsAsActivity = false })
        for await state in quiet.states where state == .running(.wait) { break }
        #expect(await count() == 0)
        quiet.cancel()
        _ = await quiet.result
        #expect(await count() == 0)
    }

    @Test("a retry counts again: one, one, and none in the end")
    func retry() async throws {
        let counts = Locked<[Int]>([])
        let isOver = Promise<Void>()
        let observation = client.observe { [activity = client.activity] event in
            switch event.kind {
            case .exchangeStarted, .taskEnded:
                let count = activity.newest
                counts.withLock { $0.append(count) }
                if case .taskEnded = event.kind { isOver.fulfil(()) }
            default: break
            }
        }
        let backoff = Backoff(from: .milliseconds(1), hasJitter: false)
        client.start(
            Request.get("/flaky/1?key=activity").with {
                $0.retry = RetryPolicy(maximumRetries: 1, backoff: backoff)
            })
        try await isOver.arrival()
        #expect(counts.withLock { $0 } == [1, 1, 0])
        observation.cancel()
    }

    @Test(
        "an observer is called with the count of now at once; one that was cancelled on its queue never again"
    )
    func observers() async throws {
        let queue = DispatchQueue(label: "activity")
        let task = client.start(.get("/hang"))
        await wait(for: 1)
        let (first, calls) = (Promise<Void>(), Locked<[String]>([]))
        let old = client.activity.observe(on: .queue(queue)) { count in
            calls.withLock { $0.append("old \(count)") }
            first.fulfil(())
        }
        try await first.arrival()
        queue.sync { old.cancel() }
        let isOver = Promise<Void>()
        let new = client.activity.observe(on: .queue(queue)) { count in
            calls.withLock { $0.append("new \(count)") }
            if count == 0 { isOver.fulfil(()) }
            if count == 1 { task.cancel() }
        }
        try await isOver.arrival()
        #expect(calls.withLock { $0 } == ["old 1", "new 1", "new 0"])
        new.cancel()
    }

    @Test("an observer that comes while nothing is on the network is told nothing until something is")
    func idle() async throws {
        let (calls, isBusy, isOver) = (Locked<[Int]>([]), Promise<Void>(), Promise<Void>())
        let observation = client.activity.observe(on: .queue(DispatchQueue(label: "activity"))) { count in
            calls.withLock { $0.append(count) }
            (count == 0 ? isOver : isBusy).fulfil(())
        }
        let task = client.start(.get("/hang"))
        try await isBusy.arrival()
        task.cancel()
        try await isOver.arrival()
        #expect(calls.withLock { $0 } == [1, 0])
        observation.cancel()
    }
}
