import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import InspectorHistory
@testable import InspectorTaskFilter

@Suite("Searching the history", .timeLimit(.minutes(2)), .ownThread)
struct HistorySearchTests {
    @Test("Texts are found in URLs, heads and bodies, those in files too, and heads apart from bodies")
    func search() throws {
        let scene = try HistoryScene()
        var redirected = try TaskRecord.sample(5, url: "http://a.test/first")
        redirected.attempts[0].exchanges[0].start = ExchangeStart(
            method: .get, url: try RequestURL(parsing: "http://a.test/second"))
        scene.keep([
            try .sample(1, url: "http://a.test/orders", body: "{\"city\":\"Zürich\"}"),
            try .sample(2, head: "X-Trace: abc-\"17\"\r\n"),
            try .sample(3, body: String(repeating: "long ", count: 9_000) + "needle"),
            try .sample(4, body: "a noodle", head: "X-Trace: needle\r\n"), redirected,
        ])
        #expect(try scene.list("body:züri") == [1])
        #expect(try scene.list("body:ne") == [3])
        #expect(try scene.list("body:NEEDLE") == [3])
        #expect(try scene.list("header:needle") == [4])
        #expect(try scene.list("header:ORDERS") == [1])
        #expect(try scene.list("header:\"GET http://a.test/ORD\"") == [1])
        #expect(try scene.list("header:\"GET /orders HTTP/1.1\"") == [1])
        #expect(try scene.list("header:http/1.1") == [5, 4, 3, 2, 1])
        #expect(try scene.list("header:17\"") == [2])
        #expect(try scene.list("header:first") == [5])
        #expect(try scene.list("header:second") == [5])
        #expect(try scene.list("body:nowhere") == [])
        #expect(try scene.list("header:a.test body:needle header:X-Trace") == [])
        #expect(try scene.list("header:a.test body:noodle header:X-Trace") == [4])
        #expect(try scene.list("GET body:needle") == [3])
    }

    @Test("A hit is handed over as soon as it is found, and a search that is not wanted any more ends")
    func early() throws {
        let scene = try HistoryScene()
        scene.keep(
            try (1...600).map { try .sample($0, body: $0 == 590 ? "needle" : "body \($0)") })
        let store = try scene.store()
        let listing = HistoryListing(try TaskQuery("body:needle"), before: .distantFuture)
        var (found, asked) = ([Int](), 0)
        try store.list(listing, now: Date()) {
            asked += 1
            return found.isEmpty
        } _: { task in
            found.append(task)
            return true
        }
        #expect(found == [590])
        #expect(asked == 2)
    }
}
