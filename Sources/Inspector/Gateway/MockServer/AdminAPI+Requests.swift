import ClientEngine
import ClientEngineWireMock
import EngineJSON
import FoundationEssentials
import InspectorHTTPServer
import RequestFormats

// `/__admin/requests` and `/__admin/near-misses`: verification of the requests in the journal.
extension AdminAPI {
    func requests(_ request: ReceivedRequest, _ words: [String]) throws(BriefResponse) -> BriefResponse {
        switch (request.method, words.first, words.count) {
        case ("GET", nil, _): return try list(request)
        case ("DELETE", nil, _), ("POST", "reset", 1): return emptyJournal()
        case ("POST", "count", 1): return try count(request.body)
        case ("POST", "find", 1): return found(try entries(matching: request.body))
        case ("POST", "remove", 1): return remove(try entries(matching: request.body))
        case ("POST", "remove-by-metadata", 1): return remove(try entries(byMetadata: request.body))
        case ("GET", "unmatched", 1): return found(entries.reversed().filter(\.isUnmatched))
        case ("GET", "unmatched", 2) where words[1] == "near-misses": return nearMissesOfUnmatched()
        case ("GET", let id?, 1): return done(200, try entry(id).json)
        case ("DELETE", let id?, 1):
            _ = remove(entries.filter { $0.isNamed(id) })
            return done()
        default: throw unknown(request)
        }
    }

    func emptyJournal() -> BriefResponse {
        journal.withLock { $0 = Journal() }
        return done()
    }

    /// The requests, oldest first.
    private var entries: [Journal.Entry] { journal.withLock { $0.entries } }

    // MARK: - Lists

    private func list(_ request: ReceivedRequest) throws(BriefResponse) -> BriefResponse {
        let filter = try JournalFilter(request)
        let all = Array(entries.reversed())
        let shown = filter.selected(from: all)
        return done(
            200,
            [
                "requests": .array(shown.map(\.json)), "meta": ["total": JSONValue(all.count)],
                "requestJournalDisabled": false,
            ])
    }

    private func found(_ entries: [Journal.Entry]) -> BriefResponse {
        done(200, ["requests": .array(entries.map(\.requestJSON)), "requestJournalDisabled": false])
    }

    private func count(_ body: [UInt8]) throws(BriefResponse) -> BriefResponse {
        let count = try entries(matching: body).count
        return done(200, ["count": JSONValue(count), "requestJournalDisabled": false])
    }

    private func entry(_ id: String) throws(BriefResponse) -> Journal.Entry {
        guard let found = entries.first(where: { $0.isNamed(id) }) else {
            throw problem(404, "There is no request \(id) in the journal.")
        }
        return found
    }

    private func remove(_ removed: [Journal.Entry]) -> BriefResponse {
        let ids = Set(removed.map(\.id))
        journal.withLock { $0.removeAll { ids.contains($0.id) } }
        return done(200, ["serveEvents": .array(removed.map(\.json))])
    }

    // MARK: - Patterns

    private func entries(matching body: [UInt8]) throws(BriefResponse) -> [Journal.Entry] {
        let (matcher, now) = (try matcher(of: json(body)), Date())
        return entries.filter { entry in entry.asked.map { matcher.matches($0, at: now) } ?? false }
    }

    /// Returns the requests answered by mocks with this metadata that are still in the store.
    private func entries(byMetadata body: [UInt8]) throws(BriefResponse) -> [Journal.Entry] {
        let matcher = try metadataMatcher(body)
        let ids = Set(mocks.all.map(\.mock).filter(matcher.selects).map(\.id))
        return entries.filter { entry in entry.mock.map { ids.contains($0.id) } ?? false }
    }

    private func matcher(of pattern: JSONValue) throws(BriefResponse) -> MockMatcher {
        guard let pattern = pattern.object else {
            throw problem(422, "The request pattern is not an object.")
        }
        do {
            return try MockMatcher(Mock.Match(stub: pattern))
        } catch let error as StubError {
            throw problem(422, "The request pattern is refused: \(error.message)")
        } catch {
            throw problem(422, "The request pattern is refused: \(error)")
        }
    }

    // MARK: - Near misses

    /// The number of results per request or pattern.
    private static let nearestCount = 3
    /// The number of unmatched requests to compare with every mock.
    private static let comparedRequests = 20

    func nearMisses(_ request: ReceivedRequest, _ words: [String]) throws(BriefResponse) -> BriefResponse {
        switch (request.method, words) {
        case ("POST", ["request"]):
            let logged = try json(request.body)
            guard let asked = MockedRequest(logged: logged) else {
                throw problem(422, "The request has neither a “url” nor an “absoluteUrl” that can be read.")
            }
            return done(200, ["nearMisses": .array(nearMisses(to: asked, logged))])
        case ("POST", ["request-pattern"]): return try nearMisses(toPattern: json(request.body))
        default: throw unknown(request)
        }
    }

    private func nearMissesOfUnmatched() -> BriefResponse {
        let unmatched = entries.filter(\.isUnmatched).suffix(Self.comparedRequests)
        let list = unmatched.reversed().flatMap { entry in
            entry.asked.map { nearMisses(to: $0, entry.requestJSON) } ?? []
        }
        return done(200, ["nearMisses": .array(list)])
    }

    private func nearMisses(to asked: MockedRequest, _ logged: JSONValue) -> [JSONValue] {
        mocks.nearMisses(to: asked, limit: Self.nearestCount, now: Date()).map { miss in
            let stub = StubFile.json(of: miss.mock)
            return [
                "request": logged, "stubMapping": stub ?? .null, "requestPattern": stub?["request"] ?? .null,
                "matchResult": Self.result(miss.distance),
            ]
        }
    }

    private func nearMisses(toPattern pattern: JSONValue) throws(BriefResponse) -> BriefResponse {
        let (matcher, now) = (try matcher(of: pattern), Date())
        let distances = entries.reversed().compactMap { entry in
            entry.asked.map { (entry: entry, distance: matcher.distance(to: $0, at: now)) }
        }
        let nearest = distances.enumerated()
            .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .prefix(Self.nearestCount)
        let list = nearest.map { _, miss -> JSONValue in
            [
                "request": miss.entry.requestJSON, "requestPattern": pattern,
                "matchResult": Self.result(miss.distance),
            ]
        }
        return done(200, ["nearMisses": .array(list)])
    }

    private static func result(_ distance: Double) -> JSONValue {
        ["distance": JSONNumber(distance).map { .number($0) } ?? .null]
    }
}
