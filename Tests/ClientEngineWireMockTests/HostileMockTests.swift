import EngineJSON
import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineWireMock
@testable import EngineMocks

/// Stubs and requests that could make a program run forever, exhaust its memory or crash it.
@Suite("Mocks that mean harm", .ownThread, .timeLimit(.minutes(5)))
struct HostileMockTests {
    private let now = Date(timeIntervalSince1970: 1_795_206_852)

    private func scope(_ body: String = "", query: String = "") -> TemplateScope {
        let url = RequestURL(
            text: "http://h/?\(query)", scheme: "http", host: "h", port: 80, path: "/", query: query)
        let request = MockedRequest(method: .post, url: url, headers: [:], body: .text(body))
        return TemplateScope(
            request: request, pathParameters: [:], parameters: JSONObject(), now: now, random: { 0.5 })
    }

    @Test(
        "a date beyond all calendars is none",
        arguments: [
            "99999999999999999-01-01", "9223372036854775807-12-31T00:00:00Z", "2026-01-9223372036854775807",
            "10000-01-01", "2026-9223372036854775807",
        ])
    func dates(text: String) throws {
        var value: MatchedValue? = MatchedValue(text)
        let matcher = try CompiledMatcher(.dateTime(.init(.after, "2026-01-01T00:00:00Z")))
        #expect(!matcher.accepts(&value, at: now))
        #expect(throws: MockError.self) { _ = try CompiledMatcher(.dateTime(.init(.after, text))) }
    }

    @Test("a time that is shifted too far is refused", arguments: [Int.min, Int.max, 10_000_001])
    func shifts(amount: Int) {
        let text = "\(amount) days"
        #expect(throws: MockError.self) {
            _ = try CompiledMatcher(.dateTime(.init(.after, "now \(text)")))
        }
        #expect(throws: MockError.self) { _ = try ResponseTemplate("{{now offset='\(text)'}}") }
    }

    @Test(
        "a template may not work without end for an answer that stays short",
        arguments: [
            ("{{#if (randomValue length=65536)}}{{/if}}", 1_000),
            ("{{#if (now format='yyyy')}}{{/if}}", 5_000),
            ("{{#if request.body}}{{/if}}", 1_000), ("{{#if (upper request.body)}}{{/if}}", 1_000),
            ("{{#if (jsonPath request.body '$..x')}}{{/if}}", 1_000),
        ])
    func work(unit: String, count: Int) throws {
        let template = try ResponseTemplate(String(repeating: unit, count: count))
        var scope = scope("[" + String(repeating: "[1,2],", count: 50_000) + "0]")
        scope.workLeft /= 8
        let error = #expect(throws: MockError.self) { _ = try template.text(in: &scope) }
        #expect(error?.message == "its template takes too long.")
    }

    @Test(
        "random texts are made up to a length, and refused beyond",
        arguments: ["1000000000", "1e9", "-1", "'x'", "99999999999999999999"])
    func randomTexts(length: String) throws {
        let error = #expect(throws: MockError.self) {
            _ = try ResponseTemplate("{{randomValue length=\(length)}}")
        }
        #expect(error?.message.contains("65536") == true)
        var asked = scope(query: "n=\(length)")
        let template = try ResponseTemplate("{{randomValue length=request.query.n}}")
        #expect(throws: MockError.self) { _ = try template.text(in: &asked) }
        var most = scope()
        #expect(try ResponseTemplate("{{randomValue length=65536}}").text(in: &most).utf8.count == 65_536)
    }

    @Test("a JSONPath may not begin anew with all it has found")
    func paths() throws {
        let nested = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        let text = "[" + Array(repeating: nested, count: 400).joined(separator: ",") + "]"
        let root = try JSONValue(parsing: text)
        #expect(try JaywayPath("$..*[?(@..*)]").values(in: root) == nil)
        #expect(try JaywayPath("$..*").values(in: root)?.count == 80_000)
    }

    @Test("a pattern without end is asked once, and not of every element")
    func placeholders() throws {
        let patterns = (0..<400).map { JSONValue.string("${json-unit.regex}(a+)+[\($0)]$") }
        let expectation = try JSONExpectation(
            Mock.JSONBody(.array(patterns), ignoresArrayOrder: true, ignoresExtraElements: true))
        let text = JSONValue.string(String(repeating: "a", count: 60) + "!")
        let actual = JSONValue.array(Array(repeating: text, count: 400))
        #expect(!expectation.accepts(actual))
        #expect(JSONDifference.share(expectation, actual) > 0)
    }

    @Test("objects with many members are compared in a time that grows with their size")
    func objects() throws {
        func object(_ prefix: String) -> JSONValue {
            .object(JSONObject((0..<50_000).map { .init(name: "\(prefix)\($0)", value: true) }))
        }
        let expectation = try JSONExpectation(Mock.JSONBody(object("a")))
        #expect(JSONDifference.share(expectation, object("b")) == 1)
        #expect(expectation.accepts(object("a")))
    }

    @Test("a body file that is too large, no file, or a FIFO fails the exchange at once")
    func bodyFiles() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(FileManager.default.createFile(atPath: folder + "/large", contents: nil))
        #expect(truncate(folder + "/large", (64 << 20) + 1) == 0)
        #expect(mkfifo(folder + "/fifo", 0o600) == 0)
        let client = Client(baseURL: "http://127.0.0.1:1") { $0.retry = .never }
        for path in [folder + "/large", folder + "/fifo", folder, "/dev/zero", folder + "/a\0b"] {
            let reply = Mock.Reply(body: .file(path: path))
            try client.mocks.add(.get("/a"), Mock.Answer(.response(reply)))
            let task = client.start(.get("/a"))
            await #expect(throws: ClientError.self) { try await task.value }
            #expect(task.record.error?.label == "io/queue", "\(path)")
        }
    }

    @Test("a file that is sent is looked at by mocks up to a size")
    func sentFiles() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: path) }
        func hasContent() -> Bool {
            var request = MockedRequest(
                method: .post, url: .at("/"), headers: [:], body: .file(path: path)
            ).readingFile()
            return request.content != nil
        }
        #expect(truncate(path, 1 << 20) == 0)
        #expect(hasContent())
        #expect(truncate(path, 1 << 40) == 0)
        #expect(!hasContent())
    }
}
