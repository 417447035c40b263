import ClientEngine
import EngineJSON
import Foundation
import InspectorGateway
import InspectorTestSupport
import Testing

@Suite("Requests are verified over HTTP", .ownThread, .timeLimit(.minutes(1)))
struct VerificationTests {
    private let stand: Stand

    /// Starts a server with one stub, which has answered two requests and does not match a third.
    init() throws {
        stand = try Stand(
            #"""
            {"id": "7f7b9d9c-0000-4000-8000-000000000001", "name": "order", "request": {"urlPath": "/orders"},
             "response": {"body": "made"}, "metadata": {"team": "shop"}}
            """#
        ) { $0.admin = MockSource() }
        _ = try stand.fetch("/orders?page=1", method: "POST", headers: ["X-A: 1"], body: #"{"id": 7}"#)
        _ = try stand.fetch("/orders", headers: ["Cookie: sid=\"abc\"; b=2"])
        _ = try stand.fetch("/orders/none")
    }

    private func admin(
        _ path: String, method: String = "POST", _ body: String = ""
    ) throws -> (status: Int, json: JSONValue?) {
        let response = try stand.fetch("/__admin/" + path, method: method, body: body)
        return (response.status, try? JSONValue(parsing: response.body))
    }

    private func journal() throws -> [JSONValue] {
        try admin("requests", method: "GET").json?["requests"]?.array ?? []
    }

    @Test(
        "The requests that a pattern matches are counted and found, by the rules of stubs",
        arguments: [
            ("{}", ["/orders?page=1", "/orders", "/orders/none"]),
            (#"{"method": "POST", "urlPath": "/orders"}"#, ["/orders?page=1"]),
            (#"{"url": "/orders"}"#, ["/orders"]),
            (#"{"urlPathTemplate": "/orders/{id}"}"#, ["/orders/none"]),
            (#"{"queryParameters": {"page": {"equalTo": "1"}}}"#, ["/orders?page=1"]),
            (#"{"headers": {"x-a": {"matches": "[0-9]"}}}"#, ["/orders?page=1"]),
            (#"{"cookies": {"sid": {"equalTo": "abc"}}}"#, ["/orders"]),
            (#"{"bodyPatterns": [{"matchesJsonPath": "$[?(@.id == 7)]"}]}"#, ["/orders?page=1"]),
            (#"{"url": "/other"}"#, []),
        ])
    func patterns(pattern: String, urls: [JSONValue]) throws {
        let count = try admin("requests/count", pattern)
        #expect(count.status == 200)
        #expect(count.json?["count"]?.int == urls.count)
        #expect(count.json?["requestJournalDisabled"] == false)
        let found = try admin("requests/find", pattern).json?["requests"]?.array
        #expect(found?.compactMap { $0["url"] } == urls)
    }

    @Test("A logged request says its cookies, its query and its server")
    func logged() throws {
        let found = try #require(
            try admin("requests/find", #"{"urlPath": "/orders"}"#).json?["requests"]?.array)
        #expect(found[0]["queryParams"]?["page"]?["values"] == ["1"])
        #expect(found[1]["cookies"] == ["sid": "abc", "b": "2"])
        #expect(found[1]["port"]?.int == Int(stand.server.port))
        #expect(found[1]["scheme"] == "http" && found[1]["protocol"] == "HTTP/1.1")
    }

    @Test(
        "A pattern that cannot be used is refused with the reason",
        arguments: [
            ("", "JSON"), ("[]", "object"), (#"{"odd": 1}"#, "odd"), (#"{"urlPattern": "["}"#, "pattern"),
            (#"{"customMatcher": {"name": "x"}}"#, "customMatcher"),
        ])
    func refused(pattern: String, reason: String) throws {
        for path in ["requests/count", "requests/find", "requests/remove", "near-misses/request-pattern"] {
            let (status, json) = try admin(path, pattern)
            #expect(status == 422)
            #expect(json?["errors"]?[0]?["title"]?.string?.contains(reason) == true, "\(path)")
        }
        #expect(try journal().count == 3)
    }

    @Test("Matching requests are removed from the journal, and no others")
    func removed() throws {
        let removed = try admin("requests/remove", #"{"url": "/orders"}"#)
        #expect(removed.json?["serveEvents"]?.array?.map { $0["request"]?["url"] } == ["/orders"])
        #expect(try journal().map { $0["request"]?["url"] } == ["/orders/none", "/orders?page=1"])
        let byMetadata = try admin("requests/remove-by-metadata", #"{"matchesJsonPath": "$.team"}"#)
        #expect(byMetadata.json?["serveEvents"]?.array?.count == 1)
        #expect(try journal().map { $0["request"]?["url"] } == ["/orders/none"])
        #expect(try admin("requests/reset").status == 200)
        #expect(try journal().isEmpty)
    }

    @Test("One request is read and removed by its identifier")
    func single() throws {
        let id = try #require(try journal().first?["id"]?.string)
        let path = "requests/\(id)"
        #expect(try admin(path, method: "GET").json?["request"]?["url"] == "/orders/none")
        #expect(try admin(path, method: "DELETE").status == 200)
        #expect(try admin(path, method: "GET").status == 404)
        #expect(try journal().count == 2)
    }

    @Test("Requests that no stub answered are listed as they came")
    func unmatched() throws {
        let listed = try admin("requests/unmatched", method: "GET").json?["requests"]?.array
        #expect(listed?.map { $0["url"] } == ["/orders/none"])
    }

    @Test(
        "The list of requests is limited as asked",
        arguments: [
            ("limit=1", ["/orders/none"]), ("since=2999-01-01T00:00:00Z", []),
            ("since=2020-01-01T00:00:00Z&limit=2", ["/orders/none", "/orders"]),
            ("unmatched=true", ["/orders/none"]),
            ("matchingStub=7F7B9D9C-0000-4000-8000-000000000001&limit=1", ["/orders"]),
        ])
    func limited(query: String, urls: [JSONValue]) throws {
        let json = try admin("requests?" + query, method: "GET").json
        #expect(json?["requests"]?.array?.compactMap { $0["request"]?["url"] } == urls)
        #expect(json?["meta"]?["total"] == 3)
        #expect(try admin("requests?limit=x", method: "GET").status == 400)
        #expect(try admin("requests?since=x", method: "GET").status == 400)
    }

    @Test("The requests nearest to a pattern, and the stubs nearest to a request, are named")
    func near() throws {
        let pattern = try admin("near-misses/request-pattern", #"{"method": "GET", "url": "/order"}"#)
        let requests = pattern.json?["nearMisses"]?.array
        #expect(requests?.count == 3)
        #expect(requests?.first?["request"]?["url"] == "/orders")
        #expect((requests?.first?["matchResult"]?["distance"]?.double ?? 1) < 0.1)
        let request = try admin("near-misses/request", #"{"method": "GET", "url": "/order"}"#)
        #expect(request.json?["nearMisses"]?[0]?["stubMapping"]?["name"] == "order")
        #expect(try admin("near-misses/request", "{}").status == 422)
    }
}
