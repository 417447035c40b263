import ClientEngineCompatibility
import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Completions", .timeLimit(.minutes(1)))
struct CompletionTests {
    /// A serial queue that can detect whether code runs on it.
    private struct OwnQueue: Sendable {
        private static let key = DispatchSpecificKey<String>()
        let queue: DispatchQueue

        init(_ name: String = "own") {
            queue = DispatchQueue(label: name)
            queue.setSpecific(key: Self.key, value: name)
        }

        static var name: String? { DispatchQueue.getSpecific(key: key) }
    }

    /// Reports the queue on which it is released.
    private final class Witness: Sendable {
        private let gone: Promise<String?>

        init(_ gone: Promise<String?>) {
            self.gone = gone
        }

        deinit {
            gone.fulfil(OwnQueue.name)
        }
    }

    private let client = Client(baseURL: "http://127.0.0.1:1")
    private let own = OwnQueue()

    init() throws {
        try client.mocks.add(.any, .text("hello"))
    }

    @Test("runs on a dispatch queue, once, behind the final state, and is let go there")
    func dispatchQueue() async throws {
        let (called, gone) = (Promise<(String?, TaskState.Name?)>(), Promise<String?>())
        let handle = Locked<RequestTask<Int>?>(nil)
        func start(_ witness: Witness) {
            let task = client.task(for: Request.get("/").parsing { $0.body.count })
            handle.withLock { $0 = task }
            task.onCompletion(on: .queue(own.queue)) { result in
                withExtendedLifetime(witness) {
                    let state = handle.withLock { $0 }?.state.name
                    called.fulfil((result.value == 5 ? OwnQueue.name : "no value", state))
                }
            }
            task.resume()
        }
        start(Witness(gone))
        let (place, state) = try await called.arrival()
        #expect(place == "own")
        #expect(state == .succeeded)
        #expect(try await gone.arrival() == "own")
        handle.withLock { $0 = nil }
    }

    @Test("runs on an operation queue, on the main actor, or anywhere")
    func otherExecutors() async throws {
        let operations = OperationQueue()
        operations.maxConcurrentOperationCount = 1
        let onOperations = Promise<Bool>()
        client.start(.get("/"), completingOn: .operationQueue(operations)) { _ in
            onOperations.fulfil(OperationQueue.current === operations)
        }
        #expect(try await onOperations.arrival())
        let onMain = Promise<Bool>()
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        client.start(.get("/"), completingOn: .mainActor) { _ in
            onMain.fulfil(DispatchQueue.getSpecific(key: mark) == true)
        }
        #expect(try await onMain.arrival())
        let onActor = Promise<String?>()
        let isolated = client.task(for: Request.get("/").parsing { $0.text })
        isolated.onCompletion(on: .mainActor) { result in
            MainActor.assertIsolated()
            onActor.fulfil(result.value)
        }
        isolated.resume()
        #expect(try await onActor.arrival() == "hello")
        let anywhere = Promise<String?>()
        client.start(Request.get("/").parsing { $0.text }, completingOn: .anywhere) {
            anywhere.fulfil($0.value)
        }
        #expect(try await anywhere.arrival() == "hello")
    }

    @Test("the result carries the record of a task that is over, whoever looked at the response")
    func record() async throws {
        struct Looking: Interceptor {}
        for interceptors in [[], [Looking()]] as [[any Interceptor]] {
            let request = Request.get("/").with { $0.interceptors = .adding(interceptors) }
            let result = Promise<TaskResult<Response>>()
            client.start(request, completingOn: .queue(own.queue)) { result.fulfil($0) }
            #expect(try await result.arrival().response?.record.state == .succeeded)
            #expect(try await client.send(request).record.state == .succeeded)
            let typed = await client.start(request.parsing { $0.status }).result
            #expect(typed.response?.record.state == .succeeded)
        }
    }

    // MARK: - Cancelling

    @Test("a cancel before resuming contacts no server")
    func cancelBeforeResume() async throws {
        let server = try SandboxServer.start()
        let task = Client(baseURL: server.url).task(for: .get("/hello"))
        let result = Promise<TaskResult<Response>>()
        task.onCompletion(on: .queue(own.queue)) { result.fulfil($0) }
        task.cancel()
        task.resume()
        #expect(try await result.arrival().isCancelled)
        #expect(task.state == .cancelled)
        #expect(server.requests.isEmpty)
    }

    @Test("a cancel before the response, and one during parsing, are told")
    func cancelUnderWay() async throws {
        let server = try SandboxServer.start()
        let result = Promise<TaskResult<Response>>()
        let waiting = Client(baseURL: server.url).start(.get("/hang"), completingOn: .queue(own.queue)) {
            result.fulfil($0)
        }
        for await state in waiting.states where state == .running(.wait) { waiting.cancel() }
        #expect(try await result.arrival().isCancelled)

        let (isParsing, parsed) = (Promise<Void>(), Promise<TaskResult<Int>>())
        let endless = Request.get("/").parsing { _ in
            isParsing.fulfil(())
            try await Task.sleep(for: .seconds(600))
            return 1
        }
        let parsing = client.start(endless, completingOn: .queue(own.queue)) { parsed.fulfil($0) }
        try await isParsing.arrival()
        parsing.cancel()
        #expect(try await parsed.arrival().isCancelled)
        #expect(parsing.state == .cancelled)
    }

    @Test("a cancel behind the end changes nothing")
    func cancelAfterEnd() async throws {
        let task = client.start(.get("/"))
        #expect(await task.result.value != nil)
        task.cancel()
        #expect(task.state == .succeeded)
        #expect(await task.result.value?.text == "hello")
    }

    @Test("a cancel on the completion's queue is never too late, also when everything was parsed")
    func cancelOnOwnQueue() async throws {
        let (isParsed, result) = (Promise<Void>(), Promise<TaskResult<StatusCode>>())
        let (isStarted, mayGoOn) = (Promise<RequestTask<StatusCode>>(), DispatchSemaphore(value: 0))
        own.queue.async { [client, own] in
            let typed = Request.get("/").parsing { response in
                defer { isParsed.fulfil(()) }
                return response.status
            }
            let task = client.start(typed, completingOn: .queue(own.queue)) { result.fulfil($0) }
            isStarted.fulfil(task)
            mayGoOn.wait(for: "the end of parsing")
            task.cancel()
        }
        let task = try await isStarted.arrival()
        try await isParsed.arrival()
        try await client.loopIsIdle()
        mayGoOn.signal()
        #expect(try await result.arrival().isCancelled)
        #expect(task.record.state == .cancelled)
        #expect(await task.result.isCancelled)
    }

    @Test("of a thousand tasks cancelled at any moment, each ends once, as its record says")
    func races() async throws {
        let calls = Locked<[TaskID: [Bool]]>([:])
        let left = Locked(1000)
        let isDone = Promise<Void>()
        let tasks = (0..<1000).map { _ in client.task(for: Request.get("/").parsing { $0.status }) }
        for task in tasks {
            let id = task.id
            task.onCompletion(on: id % 2 == 0 ? .queue(own.queue) : .anywhere) { result in
                calls.withLock { $0[id, default: []].append(result.isCancelled) }
                let isLast = left.withLock {
                    $0 -= 1
                    return $0 == 0
                }
                if isLast { isDone.fulfil(()) }
            }
        }
        DispatchQueue.concurrentPerform(iterations: 2000) { number in
            let task = tasks[number / 2]
            if number % 2 == 0 { task.resume() } else if task.id % 3 != 0 { task.cancel() }
        }
        try await isDone.arrival()
        let expected = Dictionary(uniqueKeysWithValues: tasks.map { ($0.id, [$0.state == .cancelled]) })
        #expect(calls.withLock { $0 } == expected)
        #expect(tasks.allSatisfy { $0.state.isFinished })
    }

    // MARK: - Replacing

    @Test("a second completion takes the place of the first, which is let go uncalled")
    func replace() async throws {
        let task = client.task(for: .get("/"))
        let gone = Promise<String?>()
        let calls = Locked<[String]>([])
        func complete(_ witness: Witness) {
            task.onCompletion(on: .queue(own.queue)) { _ in
                withExtendedLifetime(witness) { calls.withLock { $0.append("first") } }
            }
        }
        complete(Witness(gone))
        let second = Promise<Void>()
        task.onCompletion(on: .anywhere) { _ in
            calls.withLock { $0.append("second") }
            second.fulfil(())
        }
        #expect(try await gone.arrival() == "own")
        task.resume()
        try await second.arrival()
        #expect(calls.withLock { $0 } == ["second"])
    }

    @Test(
        "a completion that is replaced while its end waits gives the end away; a late one is told what became"
    )
    func replaceLate() async throws {
        let other = OwnQueue("other")
        let place = Promise<String?>()
        own.queue.suspend()
        let task = client.start(.get("/"), completingOn: .queue(own.queue)) { _ in place.fulfil("first") }
        try await client.loopIsIdle()
        task.onCompletion(on: .queue(other.queue)) { _ in place.fulfil(OwnQueue.name) }
        own.queue.resume()
        #expect(try await place.arrival() == "other")
        let late = Promise<String?>()
        task.onCompletion(on: .queue(own.queue)) { _ in late.fulfil(OwnQueue.name) }
        #expect(try await late.arrival() == "own")
    }
}
