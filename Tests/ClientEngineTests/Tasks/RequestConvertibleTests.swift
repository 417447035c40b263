import ClientEngineCompatibility
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

private struct GetHello: RequestConvertible {
    var typedRequest: TypedRequest<StatusCode> { Request.get("/hello").parsing { $0.status } }
}

extension RequestConvertible where Self == Request {
    fileprivate static var missing: Request { .get("/status/404") }
}

@Suite("Whatever can be sent")
struct RequestConvertibleTests {
    @Test("is sent by every verb: a type of one's own, requests by name, requests with what becomes of them")
    func verbs() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        #expect(try await client.send(GetHello()) == 200)
        #expect(try await client.send(.missing).status == 404)
        #expect(try await client.send(Request.get("/hello").parsing { $0.text }) == "Hello, world!\n")
        #expect(try await client.start(GetHello()).value == 200)
        let task = client.task(for: .missing)
        task.resume()
        #expect(try await task.value.status == 404)
        let told: StatusCode? = await withCheckedContinuation { teller in
            client.start(GetHello()) { teller.resume(returning: try? $0.get()) }
        }
        #expect(told == 200)
        let response = await CallbackExecutor.anywhere.value { try? client.sendAndWait(.missing) }
        #expect(response?.status == 404)
    }

    @Test("cancelling who waits for it cancels the request, where he says so")
    func readers() async throws {
        let server = try SandboxServer.start()
        // No time limit of the engine may end the hanging requests, however long the test takes.
        let client = Client(baseURL: server.url) { $0.time = ManualTime() }
        let (kept, bound) = (client.start(.get("/hang")), client.start(.get("/hang")))
        for task in [kept, bound] {
            try await arrival(of: "a request that waits for its answer") { await task.reach(.running(.wait)) }
        }
        let readers = [Task { try? await kept.detachedValue }, Task { try? await bound.value }]
        for reader in readers { reader.cancel() }
        let end = try await arrival(of: "the end of the request that went with its reader") {
            await bound.result
        }
        #expect(end.isCancelled)
        #expect(try await arrival(of: "the end of its reader") { await readers[1].value } == nil)
        #expect(kept.state == .running(.wait))
        kept.cancel()
        #expect(try await arrival(of: "the end of the other reader") { await readers[0].value } == nil)
    }

    @Test("a plain request made into a typed one keeps new rules")
    func plain() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let strict = Request.missing.typedRequest.with { $0.rules.statuses = .successful }
        await #expect(throws: ResponseError.self) { try await client.send(strict) }
        #expect(try await client.send(Request.missing.typedRequest).status == 404)
    }
}
