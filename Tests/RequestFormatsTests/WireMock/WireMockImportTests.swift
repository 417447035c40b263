import ClientEngine
import EngineJSON
import Testing

@testable import RequestFormats

@Suite struct WireMockImportTests {
    @Test("A stub becomes a request that it would answer")
    func stubs() throws {
        let text = #"""
            {"mappings": [
              {"name": "Add", "request": {"method": "POST", "urlPath": "/orders", "queryParameters": {"a": {"equalTo": "x y"}},
                "headers": {"X-A": {"matches": "v\\d+"}, "X-B": {"absent": true}}, "cookies": {"s": {"equalTo": "1"}},
                "bodyPatterns": [{"equalToJson": {"id": 1}}]}, "response": {"status": 200}},
              {"request": {"method": "ANY", "urlPathPattern": "/users/[0-9]+/[^/]+"}},
              {"request": {"urlPattern": "/(a|b)", "bodyPatterns": [{"matchesJsonPath": "$.x"}]}},
              {"response": {}}
            ]}
            """#
        let collection = try imported(.wireMock, text, path: "stubs.json")
        let add = try collection.request("Add")
        #expect(add.url == "{{baseUrl}}/orders?a=x%20y")
        #expect(
            add.headers == [
                .init("X-A", "v1"), .init("Cookie", "s=1"), .init("Content-Type", "application/json"),
            ])
        #expect(add.body == .text("{\n  \"id\": 1\n}"))
        #expect(try collection.request("GET /users/1/x").url == "{{baseUrl}}/users/1/x")
        #expect(collection.warnings.count == 3)
        #expect(try collection.writtenRequests().count == 3)
    }

    @Test("What holds no stub is refused", arguments: ["{}", "[]", "{\"mappings\": []}", "1", "{"])
    func refusals(text: String) {
        #expect(throws: ImportError.self) { try imported(.wireMock, text, path: "x.json") }
    }
}
