import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Which statuses are good", .timeLimit(.minutes(1)))
struct StatusRuleTests {
    private let server: SandboxServer

    init() throws {
        server = try SandboxServer.start()
    }

    private func isGood<Value>(_ typed: TypedRequest<Value>, by client: Client) async throws -> Bool {
        do {
            _ = try await client.send(typed)
            return true
        } catch is ResponseError {
            return false
        }
    }

    @Test("a range or a closure says so, for a request")
    func rules() async throws {
        let client = Client(baseURL: server.url)
        let teapots = StatusRule.matching { $0 == 418 || $0.class == .serverError }
        for (status, isGood) in [(200, false), (404, false), (418, true), (500, true), (503, true)] {
            let request = Request.get("/status/\(status)")
            #expect(try await self.isGood(request.accepting(teapots), by: client) == isGood)
            let parsing = request.parsing(ResponseRules(statuses: teapots)) { $0.status }
            #expect(try await self.isGood(parsing, by: client) == isGood)
        }
        for (rule, good) in [
            (StatusRule.successful, [204]), (.range(200...399), [204, 304]), (.range(404...404), [404]),
            (.range(0...399), [204, 304]), (.anyStatus, [204, 304, 404, 503]),
        ] {
            for status in [204, 304, 404, 503] {
                let typed = Request.get("/status/\(status)").accepting(rule)
                #expect(try await isGood(typed, by: client) == good.contains(status), "\(status)")
            }
        }
    }

    @Test(
        "a client's rule is for typed requests that have none; a server's is before it, a request's before both"
    )
    func precedence() async throws {
        var environment = try ServerEnvironment("own", baseURL: server.url + "/status/")
        let client = Client {
            $0.acceptedStatuses = .range(0...399)
            $0.environments = [environment]
            $0.followsRedirects = false
        }
        func isGood(_ status: StatusCode, _ rules: ResponseRules = ResponseRules()) async throws -> Bool {
            try await self.isGood(Request.get("\(status)").parsing(rules) { $0.status }, by: client)
        }
        #expect(try await isGood(302))
        #expect(try await !isGood(404))
        #expect(try await !isGood(302, ResponseRules(statuses: .successful)))
        environment.acceptedStatuses = .matching { $0 == .notFound }
        client.reconfigure { $0.environments = [environment] }
        #expect(try await isGood(404))
        #expect(try await !isGood(302))
        #expect(try await isGood(503, ResponseRules(statuses: .anyStatus)))
        // Outside the server's base, the client's rule applies again. The whole response needs no rule.
        #expect(
            try await !self.isGood(Request.get(server.url + "/nowhere").parsing { $0.status }, by: client))
        #expect(try await client.send(.get("503")).status == 503)
    }

    @Test("what is decoded goes by the client's rule, what is downloaded is 2xx whatever it says")
    func decoding() async throws {
        let client = Client(baseURL: server.url) { $0.acceptedStatuses = .anyStatus }
        let failed = Request.get("/flaky/1?key=decoded")
        #expect(try await client.send(failed.parsingJSON())["ok"] == false)
        let folder = try TemporaryFolder()
        let typed = Request.get("/status/404").downloading(to: folder.path("a"))
        #expect(try await !isGood(typed, by: client))
        #expect(try folder.names == [])
    }

    @Test("rules of one range are equal; a closure is equal to its copies alone")
    func equality() {
        let even = StatusRule.matching { $0.rawValue.isMultiple(of: 2) }
        let copy = even
        #expect(even == copy && even != .matching { $0.rawValue.isMultiple(of: 2) })
        #expect(StatusRule.successful == .range(200...299) && StatusRule.successful != .range(0...399))
    }
}
