import ClientEngine
import ClientEngineWireMock
import EngineJSON
import EngineSupport
import InspectorHTTPServer
import RequestFormats

/// Changes mocks and verifies requests over HTTP, compatible with WireMock's admin API.
///
/// Changes apply until the server stops. No file is written.
struct AdminAPI: Sendable {
    private static let root = "/__admin"

    /// Even pages whose requests may be forwarded must not change mocks.
    private static let pages = HostRule()

    let source: MockSource
    let mocks: MockStore
    let journal = Locked(Journal())

    /// Returns whether a request addresses the admin API.
    func isAsked(by request: ReceivedRequest) -> Bool {
        let path = request.path
        return path == Self.root || path.hasPrefix(Self.root + "/")
    }

    func reply(to request: ReceivedRequest) -> BriefResponse {
        // A page of any site can make a browser send requests here, although it cannot read the responses.
        guard !Self.pages.isForeign(request) else {
            return problem(403, "Pages of other sites may not change mocks.")
        }
        let words = request.path.dropFirst(Self.root.count).split(at: "/").map {
            $0.percentDecoded ?? String($0)
        }
        do throws(BriefResponse) {
            return try reply(to: request, at: words)
        } catch {
            return error
        }
    }

    private func reply(to request: ReceivedRequest, at words: [String]) throws(BriefResponse) -> BriefResponse
    {
        let rest = Array(words.dropFirst())
        switch (request.method, words.first ?? "", rest.first, rest.count) {
        case (_, "mappings", _, _): return try mappings(request, rest)
        case (_, "requests", _, _): return try requests(request, rest)
        case (_, "near-misses", _, _): return try nearMisses(request, rest)
        case ("GET", "scenarios", nil, _): return scenarios()
        case ("POST", "scenarios", "reset", 1): return resetScenarios()
        case ("PUT", "scenarios", let name?, 2) where rest[1] == "state": return try set(name, request.body)
        case ("POST", "reset", nil, _): return resetAll()
        default: throw unknown(request)
        }
    }

    // MARK: - Scenarios

    private func scenarios() -> BriefResponse {
        let list = mocks.scenarios.map { scenario -> JSONValue in
            [
                "id": .string(scenario.name), "name": .string(scenario.name),
                "state": .string(scenario.state),
                "possibleStates": .array(scenario.states.map { .string($0) }),
            ]
        }
        return done(200, ["scenarios": .array(list)])
    }

    private func resetScenarios() -> BriefResponse {
        mocks.resetScenarios()
        return done()
    }

    private func set(_ scenario: String, _ body: [UInt8]) throws(BriefResponse) -> BriefResponse {
        let state = (try? JSONValue(parsing: body))?["state"]?.string ?? Mock.Scenario.start
        do throws(MockError) {
            try mocks.setScenario(scenario, to: state)
        } catch {
            throw problem(404, error.message)
        }
        return done()
    }

    private func resetAll() -> BriefResponse {
        resetMappings()
        mocks.reset()
        return emptyJournal()
    }

    // MARK: - Bodies of requests

    /// Parses a body as lenient JSON, like WireMock.
    func json(_ body: [UInt8]) throws(BriefResponse) -> JSONValue {
        do throws(JSONError) {
            return try LenientJSON.parse(body)
        } catch {
            throw problem(422, "The body is not JSON: \(error).")
        }
    }

    func metadataMatcher(_ body: [UInt8]) throws(BriefResponse) -> MetadataMatcher {
        let pattern = try json(body)
        do throws(StubError) {
            return try MetadataMatcher(pattern)
        } catch {
            throw problem(422, "The pattern is refused: \(error.message)")
        }
    }

    // MARK: - Replies

    func done(_ status: StatusCode = 200, _ json: JSONValue? = [:]) -> BriefResponse {
        BriefResponse(status, json: (json ?? [:]).serializedBytes())
    }

    func problem(_ status: StatusCode, _ why: String) -> BriefResponse {
        let errors: JSONValue = ["errors": [["code": JSONValue(status.rawValue), "title": .string(why)]]]
        return BriefResponse(status, json: errors.serializedBytes())
    }

    func unknown(_ request: ReceivedRequest) -> BriefResponse {
        problem(404, "There is no \(request.method) \(request.path) here.")
    }
}
