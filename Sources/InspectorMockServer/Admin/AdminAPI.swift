import ClientEngine
import EngineJSON
import FoundationEssentials
import InspectorHTTPServer
import RequestFormats

/// Changes mocks over HTTP, under the paths and with the shapes of WireMock's administration.
///
/// A change made here holds until the server ends; no file is written.
struct AdminAPI: Sendable {
    private static let root = "/__admin"

    /// Pages that may ask for what is passed on may still not change mocks.
    private static let pages = HostRule()

    let source: StubSource
    let mocks: MockStore
    let journal = Locked(Journal())

    /// Returns whether a request is about the mocks, and none that they answer.
    func isAsked(by request: ReceivedRequest) -> Bool {
        let path = request.path
        return path == Self.root || path.hasPrefix(Self.root + "/")
    }

    func reply(to request: ReceivedRequest) -> BriefResponse {
        // A page of any site can have a browser send requests here, though it may not read the answers.
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
        switch (request.method, words.first ?? "", words.dropFirst().first, words.count) {
        case (_, "mappings", _, _): try mappings(request, Array(words.dropFirst()))
        case ("GET", "requests", nil, _): requests { _ in true }
        case ("DELETE", "requests", nil, _), ("POST", "requests", "reset", 2): emptyJournal()
        case ("GET", "requests", "unmatched", 2): requests(where: \.isUnmatched)
        case ("GET", "requests", "unmatched", 3) where words[2] == "near-misses": nearMisses()
        case ("GET", "scenarios", nil, _): scenarios()
        case ("POST", "scenarios", "reset", 2): resetScenarios()
        case ("PUT", "scenarios", let name?, 3) where words[2] == "state": try set(name, request.body)
        case ("POST", "reset", nil, _): resetAll()
        default: problem(404, "There is no \(request.method) \(request.path) here.")
        }
    }

    // MARK: - Mappings

    private func mappings(_ request: ReceivedRequest, _ words: [String]) throws(BriefResponse)
        -> BriefResponse
    {
        switch (request.method, words.first, words.count) {
        case ("GET", nil, _): return all
        case ("POST", nil, _): return done(201, StubFile.json(of: try add(request.body, id: nil)))
        case ("DELETE", nil, _):
            mocks.removeAll()
            return done()
        case ("POST", "reset", 1):
            resetMappings()
            return done()
        case ("GET", let id?, 1): return done(200, StubFile.json(of: try mock(id)))
        case ("PUT", let id?, 1):
            _ = try mock(id)
            return done(200, StubFile.json(of: try add(request.body, id: id)))
        case ("DELETE", let id?, 1):
            mocks.remove(id: try mock(id).id)
            return done()
        default: return problem(404, "There is no \(request.method) \(request.path) here.")
        }
    }

    private var all: BriefResponse {
        let stubs = mocks.all.compactMap { StubFile.json(of: $0.mock) }
        return done(200, ["mappings": .array(stubs), "meta": ["total": .number(JSONNumber(stubs.count))]])
    }

    private func mock(_ id: String) throws(BriefResponse) -> Mock {
        guard let found = mocks.all.first(where: { $0.mock.id.lowercased() == id.lowercased() }) else {
            throw problem(404, "There is no mapping \(id).")
        }
        return found.mock
    }

    private func add(_ body: [UInt8], id: String?) throws(BriefResponse) -> Mock {
        let parsed = StubFile.parse(
            body, path: "request", fillsInAll: source.fillsInAll, bodyFile: source.bodyFile)
        if let problem = parsed.rejected.first { throw self.problem(422, problem.message) }
        guard var mock = parsed.mocks.first, parsed.mocks.count == 1 else {
            throw problem(422, "A request brings one mapping.")
        }
        let given = (try? JSONValue(parsing: body)).flatMap { ($0["id"] ?? $0["uuid"])?.string }
        mock.id = id ?? given ?? UUID().uuidString.lowercased()
        do throws(MockError) {
            try mocks.add(mock)
        } catch {
            throw problem(422, error.message)
        }
        return mock
    }

    private func resetMappings() {
        mocks.removeAll()
        // What the source cannot give was said when it was first read.
        for mock in source.mocks() { try? mocks.add(mock) }
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

    // MARK: - Requests

    private func requests(where fits: (Journal.Entry) -> Bool) -> BriefResponse {
        let entries = journal.withLock { $0.entries }.filter(fits)
        return done(
            200,
            [
                "requests": .array(entries.reversed().map(\.json)),
                "meta": ["total": .number(JSONNumber(entries.count))], "requestJournalDisabled": false,
            ])
    }

    private func nearMisses() -> BriefResponse {
        let unmatched = journal.withLock { $0.entries }.filter(\.isUnmatched).suffix(Self.comparedRequests)
        let list = unmatched.reversed().flatMap { entry -> [JSONValue] in
            guard let asked = MockedRequest(entry.request, at: entry.url) else { return [] }
            return mocks.nearMisses(to: asked, limit: 3, now: Date()).map { miss in
                [
                    "request": entry.requestJSON, "stubMapping": StubFile.json(of: miss.mock) ?? .null,
                    "requestPattern": StubFile.json(of: miss.mock)?["request"] ?? .null,
                    "matchResult": ["distance": JSONNumber(miss.distance).map { .number($0) } ?? .null],
                ]
            }
        }
        return done(200, ["nearMisses": .array(list)])
    }

    /// Each is compared with every mock.
    private static let comparedRequests = 20

    private func emptyJournal() -> BriefResponse {
        journal.withLock { $0 = Journal() }
        return done()
    }

    private func resetAll() -> BriefResponse {
        resetMappings()
        mocks.reset()
        return emptyJournal()
    }

    // MARK: - Replies

    private func done(_ status: Int = 200, _ json: JSONValue? = [:]) -> BriefResponse {
        BriefResponse(status, json: (json ?? [:]).serializedBytes())
    }

    private func problem(_ status: Int, _ why: String) -> BriefResponse {
        let errors: JSONValue = ["errors": [["code": .number(JSONNumber(status)), "title": .string(why)]]]
        return BriefResponse(status, json: errors.serializedBytes())
    }
}
