import Dispatch
import EngineSupport
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Interceptors", .timeLimit(.minutes(1)))
struct InterceptorTests {
    /// Records its calls, and adds its name to the messages.
    private struct Scribe: Interceptor {
        let name: String
        let log: Locked<[String]>

        func adapt(_ request: Request, for task: InterceptedTask) -> Request {
            log.withLock { $0.append("adapt \(name)") }
            return request.with { $0.headers.add("X-Seen", name) }
        }

        func process(_ answer: InterceptedAnswer) -> InterceptedAnswer {
            let seen = answer.error.map { _ in " an error" } ?? ""
            log.withLock { $0.append("process \(name)\(seen)") }
            return answer
        }
    }

    private struct Refusal: Error, Equatable {}

    /// Rejects requests or responses.
    private struct Guard: Interceptor {
        var refusesRequests = false
        var refusesAnswers = false

        func adapt(_ request: Request, for task: InterceptedTask) throws -> Request {
            if refusesRequests { throw Refusal() }
            return request
        }

        func process(_ answer: InterceptedAnswer) throws -> InterceptedAnswer {
            if refusesAnswers { throw Refusal() }
            return answer
        }
    }

    private let server: SandboxServer
    private let client: Client
    private let log = Locked<[String]>([])

    init() throws {
        server = try SandboxServer.start()
        let log = log
        client = Client(baseURL: server.url) { $0.interceptors = [Scribe(name: "client", log: log)] }
    }

    private func scribe(_ name: String) -> Scribe { Scribe(name: name, log: log) }

    @Test("the request's own come first, then those of its base, then the client's; each is asked once")
    func order() async throws {
        let base = Request.get(server.url).with { $0.interceptors = .adding([scribe("base")]) }
        let request = Request.get("hello").with {
            $0.interceptors = .adding([scribe("own"), scribe("too")])
        }.inheriting(from: base)
        _ = try await client.send(request)
        let names = ["own", "too", "base", "client"]
        #expect(log.withLock { $0 } == names.map { "adapt \($0)" } + names.map { "process \($0)" })
        let seen = server.requests[0].headers.filter { $0.name == "X-Seen" }.map(\.value)
        #expect(seen == names)
        // Resending does not call interceptors twice.
        _ = try await client.send(request)
        #expect(server.requests[1].headers.filter { $0.name == "X-Seen" }.count == 4)
    }

    @Test("those that replace stand alone, also above a base; none may be set too")
    func replacing() async throws {
        func hello(_ own: Interception, above base: Interception) -> Request {
            Request.get("hello").with { $0.interceptors = own }
                .inheriting(from: Request.get(server.url).with { $0.interceptors = base })
        }
        let base = Interception.adding([scribe("base")])
        _ = try await client.send(hello(.replacing([scribe("alone")]), above: base))
        #expect(log.withLock { $0 } == ["adapt alone", "process alone"])
        _ = try await client.send(Request.get("/hello").with { $0.interceptors = .replacing([]) })
        #expect(log.withLock { $0.count } == 2)
        _ = try await client.send(hello(.adding([scribe("own")]), above: .replacing([scribe("base")])))
        #expect(log.withLock { $0.suffix(4) } == ["adapt own", "adapt base", "process own", "process base"])
    }

    @Test(
        "what throws before sending keeps the request from being sent; those behind it are not asked to adapt"
    )
    func refusingRequest() async throws {
        let request = Request.get("/hello").with {
            $0.interceptors = .adding([scribe("first"), Guard(refusesRequests: true), scribe("last")])
        }
        let task = client.start(request)
        let result = await task.result
        #expect((result.error as? ClientError)?.kind == .invalidRequest)
        #expect(task.record.attempts.isEmpty)
        #expect(server.requests.isEmpty)
        #expect(log.withLock { $0.filter { $0.hasPrefix("adapt") } } == ["adapt first"])
        #expect(log.withLock { $0.contains("process last an error") })
    }

    @Test("what throws behind the answer fails the task, and those behind it see the error")
    func refusingAnswer() async throws {
        let request = Request.get("/hello").with {
            $0.interceptors = .adding([Guard(refusesAnswers: true), scribe("behind")])
        }
        let result = await client.start(request.parsing { $0.status }).result
        #expect(result.error as? Refusal == Refusal())
        #expect(result.response?.status == 200)
        #expect(log.withLock { $0.contains("process behind an error") })
    }

    @Test("they see wrong statuses, and why there is no response at all")
    func errors() async throws {
        _ = await client.start(Request.get("/status/500").parsing { $0.status }).result
        #expect(log.withLock { $0.last } == "process client an error")
        log.withLock { $0 = [] }
        let task = client.start(.get("/reset"))
        #expect(await task.result.error != nil)
        #expect(log.withLock { $0 } == ["adapt client", "process client an error"])
    }

    @Test("a client's interceptors are always those of now, also for tasks that were made before")
    func live() async throws {
        let mayAnswer = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { request in
            if request.target == "/slow" { mayAnswer.wait(for: "other interceptors") }
            return ScriptedServer.Answer()
        }
        client.reconfigure { $0.baseURL = server.url }
        let made = client.task(for: .get("/hello"))
        let running = client.start(.get("/slow"))
        for await state in running.states where state == .running(.wait) { break }
        client.reconfigure { $0.interceptors = [scribe("new")] }
        mayAnswer.signal()
        _ = try await running.value
        made.resume()
        _ = try await made.value
        #expect(log.withLock { $0 } == ["adapt client", "process new", "adapt new", "process new"])
        // Interceptors configured now also process tasks that began without any.
        client.reconfigure { $0.interceptors = [] }
        let plain = client.start(.get("/slow"))
        for await state in plain.states where state == .running(.wait) { break }
        client.reconfigure { $0.interceptors = [scribe("late")] }
        mayAnswer.signal()
        _ = try await plain.value
        #expect(log.withLock { $0.last } == "process late")
    }

    @Test("an interceptor that takes its time over a failure holds up no cancel")
    func slow() async throws {
        struct Slow: Interceptor {
            let isAsked: Promise<Void>

            func process(_ answer: InterceptedAnswer) async throws -> InterceptedAnswer {
                isAsked.fulfil(())
                try await Task.sleep(for: .seconds(600))
                return answer
            }
        }
        let isAsked = Promise<Void>()
        let request = Request.get("/reset").with { $0.interceptors = .replacing([Slow(isAsked: isAsked)]) }
        let task = client.start(request)
        try await isAsked.arrival()
        #expect(!task.state.isFinished)
        task.cancel()
        #expect(await task.result.isCancelled)
        #expect(task.state == .cancelled)
    }
}
