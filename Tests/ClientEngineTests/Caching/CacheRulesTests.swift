import Foundation
import Testing

@testable import ClientEngine

@Suite("A private cache")
struct CacheRulesTests {
    private func check(_ one: CacheCase) throws {
        let cache = try #require(ResponseCache(.memory(1 << 20)))
        #expect(CacheTrial(one.steps, cache).failures() == [])
    }

    @Test("knows how long an answer is fresh", arguments: CacheCase.freshness)
    func freshness(one: CacheCase) throws { try check(one) }

    @Test("keeps what it may", arguments: CacheCase.storing)
    func storing(one: CacheCase) throws { try check(one) }

    @Test("obeys the request", arguments: CacheCase.asking)
    func asking(one: CacheCase) throws { try check(one) }

    @Test("asks the server whether a stale answer is still right", arguments: CacheCase.validating)
    func validating(one: CacheCase) throws { try check(one) }

    @Test("tells apart what Vary tells apart", arguments: CacheCase.selecting)
    func selecting(one: CacheCase) throws { try check(one) }

    @Test("forgets what another request has changed", arguments: CacheCase.changing)
    func changing(one: CacheCase) throws { try check(one) }

    @Test("uses a stale answer only with leave", arguments: CacheCase.failing)
    func failing(one: CacheCase) throws { try check(one) }

    @Test(
        "does the same on disk", arguments: CacheCase.freshness + CacheCase.validating + CacheCase.selecting)
    func disk(one: CacheCase) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let cache = try #require(ResponseCache(.disk(folder: folder, 1 << 20)))
        #expect(CacheTrial(one.steps, cache).failures() == [])
    }

    // MARK: - The policy of a request for answers about which the server says nothing

    static let policies:
        [(fields: Headers, policy: ResponseStoragePolicy, refusal: CacheRefusal?, isForMemory: Bool)] = [
            ([:], .allowed, nil, false), ([:], .memoryOnly, nil, true), ([:], .notAllowed, .policy, false),
            (["Cache-Control": "max-age=60"], .allowed, nil, false),
            (["Cache-Control": "max-age=60"], .memoryOnly, nil, false),
            (["Cache-Control": "max-age=60"], .notAllowed, nil, false),
            (["Cache-Control": "S-MaxAge=1"], .notAllowed, nil, false),
            (["Cache-Control": "no-cache"], .notAllowed, nil, false),
            (["Cache-Control": "no-store"], .allowed, .noStore, false),
            (["Expires": "whenever"], .notAllowed, nil, false),
            (["Cache-Control": "public"], .notAllowed, .policy, false),
            (["Cache-Control": "private, must-revalidate"], .memoryOnly, nil, true),
            (
                ["ETag": "\"a\"", "Last-Modified": "Fri, 01 Jan 2027 00:00:00 GMT"], .notAllowed, .policy,
                false
            ),
            (["Pragma": "no-cache", "Vary": "Accept"], .notAllowed, .policy, false),
        ]

    @Test("goes by the request's policy where the server says nothing, and only there", arguments: policies)
    func policy(fields: Headers, policy: ResponseStoragePolicy, refusal: CacheRefusal?, isForMemory: Bool) {
        let lookup = CacheLookup(method: .get, url: .at("/"), headers: [:], policy: .standard)
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let answer = CacheableAnswer(
            lookup: lookup, head: ResponseHead(status: 200, reason: "", headers: fields), body: [],
            storage: policy, requested: now, received: now)
        #expect(answer.refusal == refusal)
        #expect(answer.isForMemoryOnly == isForMemory)
    }

    @Test(
        "is asked for nothing by methods other than GET and HEAD",
        arguments: [HTTPMethod.post, .put, .patch, .delete, .options])
    func methods(method: HTTPMethod) {
        for policy in CachePolicy.allCases {
            let lookup = CacheLookup(method: method, url: .at("/"), headers: [:], policy: policy)
            #expect(lookup.policy == (policy == .bypass ? .bypass : .reload))
        }
        #expect(
            CacheLookup(method: .get, url: .at("/"), headers: [:], policy: .onlyCached).policy
                == .onlyCached)
    }
}
