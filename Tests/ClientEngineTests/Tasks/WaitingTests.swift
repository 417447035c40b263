import ClientEngineCompatibility
import Foundation
import Testing

@testable import ClientEngine

@Suite("Waiting on a thread", .timeLimit(.minutes(1)))
struct WaitingTests {
    private let client = Client(baseURL: "http://127.0.0.1:1")

    init() throws {
        try client.mocks.add(.any, .text("hello"))
    }

    /// Runs a closure on a separate thread.
    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let result = Promise<Result<Value, any Error>>()
        Thread.detachNewThread { result.fulfil(Result(catching: body)) }
        return try await result.arrival().get()
    }

    /// Hides the calling context from the compiler.
    private func sendHere(_ threads: Set<BlockableThread> = []) throws -> Response {
        try client.sendAndWait(.get("/"), blocking: threads)
    }

    @Test("a thread waits for the response, or for what it is parsed into")
    func waits() async throws {
        #expect(try await onThread { try client.sendAndWait(.get("/")).text } == "hello")
        #expect(try await onThread { try client.sendAndWait(Request.get("/").parsing { $0.status }) } == 200)
        await #expect(throws: ResponseError.self) {
            try await onThread { try client.sendAndWait(Request.get("/").decoding(Int.self)) }
        }
    }

    @Test("time that is up cancels the task; what comes late is dropped")
    func timeout() async throws {
        var events = client.events().makeAsyncIterator()
        let mayGoOn = Promise<Void>()
        try client.mocks.add(.any, .fault(.never))
        let endless = Request.get("/").with { $0.interceptors = .adding([Ponderer(mayGoOn: mayGoOn)]) }
        let error = await #expect(throws: ClientError.self) {
            try await onThread {
                try client.sendAndWait(endless, timeout: .milliseconds(20), gap: .milliseconds(10))
            }
        }
        #expect(error?.kind == .timeout)
        while let event = await events.next() {
            guard case .taskEnded(let outcome) = event.kind else { continue }
            #expect(outcome == .cancelled)
            break
        }
        mayGoOn.fulfil(())
    }

    /// Blocks on every response until it may continue.
    private struct Ponderer: Interceptor {
        let mayGoOn: Promise<Void>

        func process(_ answer: InterceptedAnswer) async -> InterceptedAnswer {
            await mayGoOn.value
            return answer
        }
    }

    @Test("parsing has to fit into the time, too")
    func parsing() async throws {
        let mayGoOn = Promise<Void>()
        let endless = Request.get("/").parsing { _ in await mayGoOn.value }
        let error = await #expect(throws: ClientError.self) {
            try await onThread {
                try client.sendAndWait(endless, timeout: .milliseconds(20), gap: .seconds(30))
            }
        }
        #expect(error?.label == "timeout/process")
        mayGoOn.fulfil(())
    }

    @Test("retries must fit into the time: the task ends before the thread's patience does")
    func retries() async throws {
        try client.mocks.add(.any, .status(503))
        let request = Request.get("/").with {
            $0.retry = RetryPolicy(
                maximumRetries: nil,
                backoff: Backoff(from: .seconds(40), maximum: .seconds(40), hasJitter: false))
        }
        #expect(try await onThread { try client.sendAndWait(request).record.attempts.count } == 1)
    }

    @Test("the main thread, and the threads of Swift tasks, wait only where they are allowed to")
    func refused() async throws {
        let inTask = #expect(throws: ClientError.self) { try sendHere() }
        #expect(inTask?.label == "unsupported/queue")
        #expect(inTask?.message.contains("Swift task") == true)
        await MainActor.run {
            let onMain = #expect(throws: ClientError.self) { try sendHere() }
            #expect(onMain?.message.contains("main thread") == true)
            #expect(throws: ClientError.self) { try sendHere([.main]) }
        }
        #expect(client.observers.unfinished.all.isEmpty)
        let text = try await MainActor.run { try sendHere([.main, .swiftTasks]).text }
        #expect(text == "hello")
    }
}
