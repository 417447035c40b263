import Foundation
import Testing

@testable import ClientEngine

/// The cases of the cache-tests project.
///
/// `HTTP_CACHE_TESTS` names the file with its suites as a JSON array.
@Suite("The cases of cache-tests", .enabled(if: CacheCorpus.file != nil, "HTTP_CACHE_TESTS is not set"))
struct CacheCorpusTests {
    @Test("are met where they are required, and otherwise but for those that are named")
    func cases() throws {
        var passed = 0
        var failed: [String: [String]] = [:]
        let cases = try CacheCorpus.cases()
        for one in cases {
            let cache = try #require(ResponseCache(.memory(1 << 20)))
            let failures = CacheTrial(one.requests, cache).failures()
            if failures.isEmpty { passed += 1 } else { failed[one.id] = failures }
        }
        for one in cases where failed[one.id] != nil {
            print(one.kind ?? "required", one.id, failed[one.id] ?? [])
        }
        print("cache-tests: \(passed) of \(cases.count)")
        #expect(passed >= 207)
        let required = cases.filter { one in
            // A case that depends on a failed case proves nothing.
            (one.kind ?? "required") == "required" && (one.depends_on ?? []).allSatisfy { failed[$0] == nil }
        }
        #expect(required.filter { failed[$0.id] != nil }.map(\.id) == [])
    }
}

enum CacheCorpus {
    static let file = ProcessInfo.processInfo.environment["HTTP_CACHE_TESTS"]

    struct Case: Decodable {
        var id: String
        var kind: String?
        var depends_on: [String]?
        var browser_skip: Bool?
        var cdn_only: Bool?
        var requests: [CacheStep]
    }

    private struct Suite: Decodable {
        var tests: [Case]
    }

    /// Returns the cases that apply to a private cache.
    static func cases() throws -> [Case] {
        let data = try Data(contentsOf: URL(filePath: file ?? ""))
        return try JSONDecoder().decode([Suite].self, from: data).flatMap(\.tests)
            .filter { $0.browser_skip != true && $0.cdn_only != true }
    }
}
