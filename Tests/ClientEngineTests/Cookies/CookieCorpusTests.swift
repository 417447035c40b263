import Foundation
import Testing

@testable import ClientEngine

/// The cases of the http-state project (github.com/abarth/http-state).
///
/// `HTTP_STATE_TESTS` names its folder `tests/data`.
@Suite("The cookies of http-state", .enabled(if: CookieCorpus.folder != nil, "HTTP_STATE_TESTS is not set"))
struct CookieCorpusTests {
    @Test("behave as recorded, but where RFC 6265bis has moved on")
    func cases() throws {
        let cases = try CookieCorpus.cases()
        let failed = cases.filter { $0.sent.joined(separator: "; ") != $0.outcome }
        for one in failed {
            print(
                one.test, one.received.map { $0.prefix(60) }, "wanted", one.sent.map { $0.prefix(60) }, "got",
                one.outcome.prefix(60))
        }
        print("http-state: \(cases.count - failed.count) of \(cases.count)")
        #expect(cases.count == 222)
        #expect(Set(failed.map(\.test)) == CookieCorpus.deviations)
    }

    @Test("have dates that are read as recorded", arguments: ["examples.json", "bsd-examples.json"])
    func dates(file: String) throws {
        for one in try CookieCorpus.dates(file) {
            #expect(HTTPDate(cookie: Array(one.test.utf8))?.text == one.expected, "\(one.test)")
        }
    }
}

/// Reads and plays the cases.
enum CookieCorpus {
    static let folder = ProcessInfo.processInfo.environment["HTTP_STATE_TESTS"]

    /// The cases for which RFC 6265bis requires a different result.
    ///
    /// A cookie without a name is kept (most cases). A control character invalidates the whole field (CHROMIUM0022
    /// and CHROMIUM0023). An empty last `Domain` means only the host (OPTIONAL_DOMAIN0042). Paths are compared as
    /// written (PATH0029, which the project has disabled).
    static let deviations: Set = [
        "0004", "0021", "0023", "0024", "0025", "0026", "0027", "0028", "CHROMIUM0009", "CHROMIUM0010",
        "CHROMIUM0012", "MOZILLA0012", "MOZILLA0014", "MOZILLA0015", "MOZILLA0016", "MOZILLA0017", "NAME0017",
        "NAME0023", "NAME0025", "NAME0028", "NAME0031", "NAME0032", "NAME0033", "DISABLED_CHROMIUM0022",
        "DISABLED_CHROMIUM0023", "DISABLED_PATH0029", "OPTIONAL_DOMAIN0042",
    ]

    struct Case {
        var test: String
        var received: [String]
        var sent: [String]
        var sentTo: String?

        /// The Cookie field of the second request.
        var outcome: String {
            let page = "http://home.example.org:8888/cookie-parser"
            guard let from = try? RequestURL(parsing: "\(page)?\(test)"),
                let to = try? RequestURL(parsing: sentTo ?? "\(page)-result?\(test)", relativeTo: from)
            else { return "no URL" }
            let jar = CookieJar()
            let date = Date(timeIntervalSince1970: 1_300_000_000)
            jar.store(Headers(received.map { Headers.Field("Set-Cookie", $0) }), from: from, at: date)
            var headers = Headers()
            headers.add(jar.cookies(for: to, at: date))
            return headers["Cookie"] ?? ""
        }
    }

    private struct Pair: Decodable {
        var name: String
        var value: String
    }

    private struct Entry: Decodable {
        var test: String
        var received: [String]
        var sent: [Pair]
        var sentTo: String?

        enum CodingKeys: String, CodingKey {
            case test, received, sent
            case sentTo = "sent-to"
        }
    }

    struct DateCase: Decodable {
        var test: String
        var expected: String?
    }

    static func cases() throws -> [Case] {
        try JSONDecoder().decode([Entry].self, from: data("parser.json")).map { entry in
            Case(
                test: entry.test, received: entry.received,
                sent: entry.sent.map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" },
                sentTo: entry.sentTo)
        }
    }

    static func dates(_ file: String) throws -> [DateCase] {
        try JSONDecoder().decode([DateCase].self, from: data("dates/\(file)"))
    }

    /// Returns the file without a leading comment.
    private static func data(_ file: String) throws -> Data {
        let text = try String(contentsOfFile: "\(folder ?? "")/\(file)", encoding: .utf8)
        return Data(text[(text.firstIndex(of: "[") ?? text.startIndex)...].utf8)
    }
}
