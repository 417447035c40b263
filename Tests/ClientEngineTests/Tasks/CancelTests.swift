import EngineSupport
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Once cancel() has returned", .timeLimit(.minutes(1)))
struct CancelTests {
    /// All callbacks of a task.
    ///
    /// Each one records its call.
    private final class Callers: Interceptor, Authenticator {
        let log = Locked<[String]>([])
        /// Called before a call is recorded.
        let onCall: @Sendable (String) -> Void

        init(onCall: @escaping @Sendable (String) -> Void = { _ in }) {
            self.onCall = onCall
        }

        var called: [String] { log.withLock { $0 } }

        func note(_ name: String) {
            log.withLock { $0.append(name) }
            onCall(name)
        }

        func adapt(_ request: Request, for task: InterceptedTask) -> Request {
            note("adapt")
            return request
        }

        func process(_ answer: InterceptedAnswer) -> InterceptedAnswer {
            note("process")
            return answer
        }

        func headers(for request: Request) -> AuthenticationHeaders {
            note("proof")
            return AuthenticationHeaders([:])
        }

        func answer(_ challenge: AuthenticationChallenge) -> AuthenticationChallenge.Answer {
            note("answer")
            return .giveUp
        }

        /// Returns a request that uses all callbacks.
        func request(_ url: String) -> TypedRequest<StatusCode> {
            Request.get(url).with {
                $0.interceptors = .adding([self, self])
                $0.authentication = .authenticator(self)
                $0.retry = .any([
                    .custom { [self] _ in
                        note("judge")
                        return nil
                    },
                    .custom { [self] _ in
                        note("judge")
                        return nil
                    },
                ])
            }.parsing { [self] in
                note("parse")
                return $0.status
            }.map { [self] in
                note("map")
                return $0
            }
        }
    }

    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    /// A moment in the life of a task, observed on the loop's thread, and the calls up to then.
    struct Moment: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let url: String
        let called: [String]
        let isIt: @Sendable (Event.Kind) -> Bool
    }

    static let moments: [Moment] = [
        Moment(testDescription: "an attempt begins", url: "/hello", called: ["adapt", "adapt"]) {
            if case .attemptStarted = $0 { true } else { false }
        },
        Moment(
            testDescription: "the response is to be parsed", url: "/hello",
            called: ["adapt", "adapt", "proof"]
        ) {
            $0 == .processing
        },
        Moment(
            testDescription: "a refusal is to be answered", url: "/status/401",
            called: ["adapt", "adapt", "proof"]
        ) {
            if case .exchangeEnded = $0 { true } else { false }
        },
        Moment(
            testDescription: "a failure is to be judged", url: "/reset", called: ["adapt", "adapt", "proof"]
        ) {
            if case .exchangeEnded = $0 { true } else { false }
        },
        Moment(
            testDescription: "a failure is to be explained", url: "/reset",
            called: ["adapt", "adapt", "proof", "judge", "judge"]
        ) {
            if case .attemptEnded = $0 { true } else { false }
        },
    ]

    @Test("nobody is called any more, whatever the loop was about to do", arguments: moments)
    func onTheLoop(moment: Moment) async throws {
        let callers = Callers()
        let task = client.task(for: callers.request(moment.url))
        let calledThen = Locked<[String]?>(nil)
        // Called on the loop's thread, before the next callback is called.
        let observation = client.observe { event in
            guard moment.isIt(event.kind), calledThen.withLock({ $0 }) == nil else { return }
            task.cancel()
            calledThen.withLock { $0 = callers.called }
        }
        task.resume()
        #expect(await task.result.isCancelled)
        // The parsing of this separate task comes after everything started before.
        #expect(try await client.send(Request.get("/hello").parsing { $0.status }) == 200)
        #expect(calledThen.withLock { $0 } == moment.called)
        #expect(callers.called == moment.called)
        #expect(task.state == .cancelled)
        withExtendedLifetime(observation) {}
    }

    @Test(
        "those who come behind the one that cancels are not called",
        arguments: [("/hello", "adapt"), ("/hello", "process"), ("/hello", "parse"), ("/reset", "judge")])
    func amongThem(url: String, last: String) async throws {
        let task = Locked<RequestTask<StatusCode>?>(nil)
        let callers = Callers { if $0 == last { task.withLock { $0 }?.cancel() } }
        let made = client.task(for: callers.request(url))
        task.withLock { $0 = made }
        made.resume()
        #expect(await made.result.isCancelled)
        #expect(try await client.send(Request.get("/hello").parsing { $0.status }) == 200)
        #expect(callers.called.last == last)
        #expect(callers.called.count { $0 == last } == 1)
        if last == "adapt" { #expect(server.requests.count == 1) }
        task.withLock { $0 = nil }
    }

    @Test("what runs is cancelled before it returns")
    func running() async throws {
        let (begun, mayEnd) = (Promise<Void>(), Promise<Void>())
        let isCancelled = Locked(false)
        let task = client.start(
            Request.get("/hello").parsing { _ in
                await withTaskCancellationHandler {
                    begun.fulfil(())
                    await mayEnd.value
                } onCancel: {
                    isCancelled.withLock { $0 = true }
                }
            })
        try await begun.arrival()
        task.cancel()
        #expect(isCancelled.withLock { $0 })
        #expect(await task.result.isCancelled)
        mayEnd.fulfil(())
    }

    @Test("a download whose last step does not end, ends all the same")
    func download() async throws {
        let folder = try TemporaryFolder()
        let (begun, mayEnd) = (Promise<Void>(), Promise<Void>())
        let request = Request.get("/hello").downloading(to: folder.path("a")).map { file in
            begun.fulfil(())
            await mayEnd.value
            return file.byteCount
        }
        let task = client.start(request)
        try await begun.arrival()
        task.cancel()
        #expect(await task.result.isCancelled)
        mayEnd.fulfil(())
    }
}
