import ClientEngineCompatibility
import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Where answers are parsed", .timeLimit(.minutes(1)))
struct ParsingPlaceTests {
    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    @Test("off the caller and off the loop, whoever sends")
    @MainActor
    func offTheCaller() async throws {
        let loop = await client.loopThread()
        let places = Places()
        let typed = Request.get("/hello").parsing { response in
            places.note()
            return response.status
        }
        .map { status in
            places.note()
            return status
        }
        #expect(Place.here.isMain)
        #expect(try await client.send(typed) == 200)
        #expect(await client.start(typed).result.value == 200)
        #expect(places.all.count == 4)
        #expect(places.all.allSatisfy { !$0.isMain && $0.thread != loop })
        // For a blocking call, the calling thread does not parse.
        let caller = Locked<pthread_t?>(nil)
        await onThreads(1) { [client] _ in
            caller.withLock { $0 = pthread_self() }
            _ = try? client.sendAndWait(typed)
        }
        #expect(places.all.count == 6)
        #expect(places.all.allSatisfy { $0.thread != loop && $0.thread != caller.withLock { $0 } })
    }

    @Test("a parser that takes its time, and its thread, holds up no other task")
    func slow() async throws {
        let (isParsing, mayGoOn) = (Promise<Void>(), DispatchSemaphore(value: 0))
        // The blocked thread belongs to a dispatch queue, not to Swift's pool.
        let slow = Request.get("/hello").with { $0.taskExecutor = QueueExecutor() }.parsing { _ in
            isParsing.fulfil(())
            return mayGoOn.wait(for: "the other task")
        }
        let task = client.start(slow)
        try await isParsing.arrival()
        #expect(try await client.send(Request.get("/hello").parsing { $0.status }) == 200)
        #expect(task.state == .processing)
        mayGoOn.signal()
        #expect(try await task.value)
    }

    @Test("parsers run at the same time")
    func concurrent() async throws {
        let (first, second) = (Promise<Void>(), Promise<Void>())
        let one = Request.get("/hello").parsing { _ in
            first.fulfil(())
            await second.value
        }
        let other = Request.get("/hello").parsing { _ in
            second.fulfil(())
            await first.value
        }
        let tasks = [client.start(one), client.start(other)]
        for task in tasks { try await task.value }
    }
}
