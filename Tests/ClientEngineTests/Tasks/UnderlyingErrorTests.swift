import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Errors that the program itself throws", .timeLimit(.minutes(1)))
struct UnderlyingErrorTests {
    private struct LoginNeeded: Error, Equatable {
        var user = "anna"
    }

    private struct Refusing: Interceptor {
        var refusesRequest = false
        var refusesFields = false

        func adapt(_ request: Request, for task: InterceptedTask) throws -> Request {
            if refusesRequest { throw LoginNeeded() }
            return request
        }

        func headers(for request: Request, attempt: Int, of task: TaskID) throws -> Headers {
            if refusesFields { throw LoginNeeded() }
            return [:]
        }
    }

    private final class ProofRefusing: Authenticator {
        func headers(for request: Request) throws -> AuthenticationHeaders { throw LoginNeeded() }
    }

    private struct Unencodable: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws { throw LoginNeeded() }
    }

    private let server: SandboxServer

    init() throws {
        server = try SandboxServer.start()
    }

    /// Sends a POST and expects it to fail with the program's error as the underlying error.
    private func expect(
        _ label: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ configure: (inout ClientConfiguration) -> Void = { _ in },
        request adjust: (inout Request) -> Void = { _ in }
    ) async {
        let client = Client(baseURL: server.url, configure)
        let error = await #expect(throws: ClientError.self, sourceLocation: sourceLocation) {
            try await client.send(Request.post("hello").with(adjust))
        }
        #expect(error?.underlying as? LoginNeeded == LoginNeeded(), sourceLocation: sourceLocation)
        #expect(error?.label == label, sourceLocation: sourceLocation)
        #expect(error?.message == "\(message): \(LoginNeeded())", sourceLocation: sourceLocation)
        #expect(server.requests.isEmpty, sourceLocation: sourceLocation)
    }

    /// Sends a POST that the closure changes, and expects it to fail with the program's error as the underlying
    /// error.
    private func expectRequest(
        _ label: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ adjust: (inout Request) -> Void
    ) async {
        await expect(label, message, sourceLocation: sourceLocation, { _ in }, request: adjust)
    }

    @Test("An error that adapt or headers throws is inside of the task's error")
    func interceptors() async {
        let message = "the request was not let through"
        await expect("invalidRequest/queue", message) { $0.interceptors = [Refusing(refusesRequest: true)] }
        await expect("invalidRequest/queue", message) { $0.interceptors = [Refusing(refusesFields: true)] }
    }

    @Test("An error that an authenticator's proof throws is inside of the task's error")
    func proof() async {
        await expect("auth/queue", "no proof of who is asking") {
            $0.authentication = .authenticator(ProofRefusing())
        }
    }

    @Test("An error that a deferred part, late JSON or a stream throws is inside of the task's error")
    func bodies() async {
        await expectRequest("io/queue", "the body could not be made") {
            var form = Multipart()
            form.addDeferred { throw LoginNeeded() }
            $0.body = .multipart(form)
        }
        await expectRequest("io/queue", "the body could not be made") {
            $0.body = .json(later: Unencodable())
        }
        let stream = BodyStream { () throws -> AsyncStream<[UInt8]> in throw LoginNeeded() }
        await expectRequest("io/queue", "the body could not be made") {
            $0.body = .stream(stream)
            $0.sendsContentLength = true
        }
    }

    @Test("An error that a parameter rule throws is inside of the task's error")
    func parameterRule() async {
        await expectRequest("invalidRequest/queue", "the rule “signed” cannot place its parameters") {
            $0.parameters = ["a": 1]
            $0.placement = .custom(ParameterRule("signed") { _, _ in throw LoginNeeded() })
        }
    }

    @Test("An error that a mock's code throws is inside of the task's error")
    func mocks() async {
        await expectRequest("io/wait", "mock “of the request” could not make a reply") {
            $0 = $0.mocked(.computed { _ in throw LoginNeeded() })
        }
    }

    @Test("An error that a stream throws under way is inside of the task's error")
    func streamUnderWay() async throws {
        let stream = BodyStream { () throws -> AsyncStream<[UInt8]> in throw LoginNeeded() }
        let client = Client(baseURL: server.url)
        let error = await #expect(throws: ClientError.self) {
            try await client.send(.post("/upload", body: .stream(stream)))
        }
        #expect(error?.underlying as? LoginNeeded == LoginNeeded())
        #expect(error?.label == "io/send")
    }

    @Test("An error that parsing throws arrives itself, and the record of the task says decode")
    func parsing() async throws {
        let client = Client(baseURL: server.url)
        let task = client.start(Request.get("hello").parsing { _ in throw LoginNeeded() })
        await #expect(throws: LoginNeeded()) { try await task.value }
        guard case .failed(let error) = task.record.state else {
            Issue.record("\(task.record.state)")
            return
        }
        #expect(error.label == "decode/process")
    }

    @Test("A client error that the program throws is passed on as it is")
    func ownClientError() async {
        let own = ClientError(.unsupported, .queue, "not today", hint: "tomorrow", underlying: LoginNeeded())
        let client = Client { $0.interceptors = [Throwing(error: own)] }
        let error = await #expect(throws: own) { try await client.send(.get("http://a.test/")) }
        #expect(error?.hint == "tomorrow")
        #expect(error?.underlying as? LoginNeeded == LoginNeeded())
    }

    private struct Throwing: Interceptor {
        let error: ClientError

        func adapt(_ request: Request, for task: InterceptedTask) throws -> Request { throw error }
    }

    @Test("The underlying error takes no part in comparing")
    func comparing() {
        let plain = ClientError(.io, .queue, "no")
        let wrapping = ClientError(.io, .queue, "no", underlying: LoginNeeded())
        #expect(plain == wrapping)
        #expect(Set([plain, wrapping]).count == 1)
        #expect(plain.underlying == nil)
    }

    @Test("The localized description is the description, with the hint where there is one")
    func localized() {
        let plain = ClientError(.timeout, .wait, "no answer")
        let hinted = ClientError(.timeout, .wait, "no answer", hint: "wait longer")
        #expect(plain.localizedDescription == "timeout/wait: no answer")
        #expect(hinted.localizedDescription == "timeout/wait: no answer (wait longer)")
        #expect(hinted.recoverySuggestion == "wait longer")
    }
}
