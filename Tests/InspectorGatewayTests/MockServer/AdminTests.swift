import ClientEngine
import EngineJSON
import Foundation
import InspectorGateway
import InspectorTestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct AdminTests {
    private static let stub =
        #"{"id": "7f7b9d9c-0000-4000-8000-000000000001", "request": {"url": "/new"}, "response": {"body": "new"}}"#

    private func open(_ stubs: String = #"{"mappings": []}"#, source: MockSource = MockSource()) throws
        -> Stand
    {
        try Stand(stubs) { $0.admin = source }
    }

    private func json(_ response: RawResponse) throws -> JSONValue {
        try JSONValue(parsing: response.body)
    }

    @Test("Unless it is opened, there is no administration")
    func closed() throws {
        let stand = try Stand()
        #expect(try stand.fetch("/__admin/mappings").status == 404)
        #expect(try stand.fetch("/__admin/mappings", method: "POST", body: Self.stub).status == 404)
        #expect(stand.client.mocks.all.isEmpty)
    }

    @Test("A mapping is made, read, changed and deleted")
    func mappings() throws {
        let stand = try open()
        let made = try stand.fetch("/__admin/mappings", method: "POST", body: Self.stub)
        #expect(made.status == 201)
        let id = try #require(try json(made)["id"]?.string)
        #expect(try stand.fetch("/new").text == "new")
        #expect(try json(stand.fetch("/__admin/mappings"))["meta"]?["total"] == 1)
        #expect(try json(stand.fetch("/__admin/mappings/\(id)"))["request"]?["url"] == "/new")
        let other = #"{"request": {"url": "/new"}, "response": {"body": "newer"}}"#
        #expect(try stand.fetch("/__admin/mappings/\(id)", method: "PUT", body: other).status == 200)
        #expect(try stand.fetch("/new").text == "newer")
        #expect(try stand.fetch("/__admin/mappings/\(id)", method: "DELETE").status == 200)
        #expect(try stand.fetch("/new").status == 404)
        for method in ["GET", "PUT", "DELETE"] {
            #expect(try stand.fetch("/__admin/mappings/\(id)", method: method, body: "{}").status == 404)
        }
    }

    @Test(
        "A mapping that cannot be used is refused with the reason",
        arguments: [
            "{", #"{"request": {"customMatcher": {"name": "x"}}}"#, "",
        ])
    func refused(body: String) throws {
        let stand = try open()
        let response = try stand.fetch("/__admin/mappings", method: "POST", body: body)
        #expect(response.status == 422)
        #expect(try json(response)["errors"]?.array?.first?["title"]?.string?.isEmpty == false)
    }

    @Test("Resetting brings the mappings of the source back")
    func reset() throws {
        let kept = Mock(
            id: "kept", name: "kept", match: Mock.Match(address: .path("/kept")), answers: [.text("kept")])
        let stand = try open(source: MockSource(mocks: { [kept] }))
        _ = try stand.fetch("/__admin/mappings", method: "POST", body: Self.stub)
        #expect(try stand.fetch("/__admin/mappings/reset", method: "POST").status == 200)
        #expect(try stand.fetch("/new").status == 404)
        #expect(try stand.fetch("/kept").text == "kept")
    }

    @Test("Requests are listed, newest first, with what answered them")
    func requests() throws {
        let stand = try open(#"{"id": "i", "name": "n", "request": {"url": "/a"}, "response": {}}"#)
        _ = try stand.fetch("/a", headers: ["X: 1"])
        _ = try stand.fetch("/b", method: "POST", body: "text")
        let all = try json(stand.fetch("/__admin/requests"))
        #expect(all["meta"]?["total"] == 2)
        let newest = try #require(all["requests"]?.array?.first)
        #expect(newest["request"]?["url"] == "/b")
        #expect(newest["request"]?["body"] == "text")
        #expect(newest["wasMatched"] == false)
        let oldest = try #require(all["requests"]?.array?.last)
        #expect(oldest["request"]?["headers"]?["X"] == "1")
        #expect(oldest["stubMapping"]?["id"] == "i")
        #expect(try json(stand.fetch("/__admin/requests/unmatched"))["requests"]?.array?.count == 1)
        _ = try stand.fetch("/__admin/requests", method: "DELETE")
        #expect(try json(stand.fetch("/__admin/requests"))["meta"]?["total"] == 0)
    }

    @Test("The nearest mappings of unmatched requests are named")
    func nearMisses() throws {
        let id = "11111111-2222-3333-4444-555555555555"
        let stand = try open(##"{"id": "\##(id)", "request": {"url": "/almost"}, "response": {}}"##)
        _ = try stand.fetch("/almos")
        let misses = try json(stand.fetch("/__admin/requests/unmatched/near-misses"))["nearMisses"]?.array
        #expect(misses?.first?["request"]?["url"] == "/almos")
        #expect(misses?.first?["stubMapping"]?["id"] == .string(id))
        #expect(misses?.first?["matchResult"]?["distance"] != nil)
    }

    @Test("Scenarios are listed, set and reset")
    func scenarios() throws {
        let stand = try open(
            #"""
            {"name": "n", "request": {"url": "/a"}, "response": {}, "scenarioName": "s",
             "requiredScenarioState": "Started", "newScenarioState": "done"}
            """#)
        func state() throws -> JSONValue? {
            try json(stand.fetch("/__admin/scenarios"))["scenarios"]?.array?.first?["state"]
        }
        #expect(try state() == "Started")
        _ = try stand.fetch("/a")
        #expect(try state() == "done")
        #expect(try stand.fetch("/__admin/scenarios/reset", method: "POST").status == 200)
        #expect(try state() == "Started")
        let set = try stand.fetch("/__admin/scenarios/s/state", method: "PUT", body: #"{"state": "done"}"#)
        #expect(set.status == 200)
        #expect(try state() == "done")
        #expect(
            try stand.fetch("/__admin/scenarios/x/state", method: "PUT", body: #"{"state": "a"}"#).status
                == 404)
    }

    @Test(
        "A page of another site may not change mappings",
        arguments: ["Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"])
    func foreign(field: String) throws {
        let stand = try open()
        let response = try stand.fetch(
            "/__admin/mappings", method: "POST", headers: [field, "Content-Type: text/plain"], body: Self.stub
        )
        #expect(response.status == 403)
        #expect(stand.client.mocks.all.isEmpty)
        #expect(
            try stand.fetch("/__admin/mappings", headers: ["Origin: http://localhost:3000"]).status == 200)
    }

    @Test("What is not offered is not found")
    func unknown() throws {
        let stand = try open()
        #expect(try stand.fetch("/__admin").status == 404)
        #expect(try stand.fetch("/__admin/shutdown", method: "POST").status == 404)
        #expect(try stand.fetch("/__administration").text.hasPrefix("No mock answers this request"))
    }
}
