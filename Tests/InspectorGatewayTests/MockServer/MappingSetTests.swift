import ClientEngine
import EngineJSON
import Foundation
import InspectorGateway
import InspectorTestSupport
import Testing

@Suite("Several mappings are changed at once over HTTP", .ownThread, .timeLimit(.minutes(1)))
struct MappingSetTests {
    private static let id = "11111111-1111-4111-8111-111111111111"

    private let stand: Stand

    init() throws {
        stand = try Stand { $0.admin = MockSource() }
    }

    private func post(_ path: String, _ body: String) throws -> Int {
        try stand.fetch("/__admin/mappings/" + path, method: "POST", body: body).status
    }

    private func stub(_ url: String, _ body: String, _ more: String = "") -> String {
        #"{\#(more)"request": {"url": "\#(url)"}, "response": {"body": "\#(body)"}}"#
    }

    @Test("Mappings are imported, the first of the same requests counting, and each has an identifier")
    func imported() throws {
        #expect(
            try post("import", #"{"mappings": [\#(stub("/a", "first")), \#(stub("/a", "second"))]}"#) == 200)
        #expect(try stand.fetch("/a").text == "first")
        #expect(stand.client.mocks.all.allSatisfy { UUID(uuidString: $0.mock.id) != nil })
        #expect(try post("import", #"{"mappings": [\#(stub("/b", "b")), {"odd": 1}]}"#) == 422)
        #expect(stand.client.mocks.all.count == 2)
    }

    @Test("An import keeps the other mappings, or deletes them if the request says so")
    func options() throws {
        let id = #""id": "\#(Self.id)", "#
        _ = try post("import", #"{"mappings": [\#(stub("/a", "old", id))]}"#)
        let ignoring = #""importOptions": {"duplicatePolicy": "IGNORE"}"#
        _ = try post(
            "import", #"{"mappings": [\#(stub("/a", "new", id)), \#(stub("/b", "b"))], \#(ignoring)}"#)
        #expect(try stand.fetch("/a").text == "old")
        let deleting = #""importOptions": {"deleteAllNotInImport": true}"#
        _ = try post("import", #"{"mappings": [\#(stub("/a", "newer", id))], \#(deleting)}"#)
        #expect(try stand.fetch("/a").text == "newer")
        #expect(try stand.fetch("/b").status == 404)
    }

    @Test("Mappings are found and removed by their metadata; one without metadata is neither")
    func metadata() throws {
        let shop = #""metadata": {"team": "shop"}, "#
        _ = try post("import", #"{"mappings": [\#(stub("/a", "a", shop)), \#(stub("/b", "b"))]}"#)
        let pattern = #"{"equalToJson": {"team": "shop"}}"#
        let found = try stand.fetch("/__admin/mappings/find-by-metadata", method: "POST", body: pattern)
        #expect(try JSONValue(parsing: found.body)["meta"]?["total"] == 1)
        #expect(try post("remove-by-metadata", pattern) == 200)
        #expect(try stand.fetch("/a").status == 404)
        #expect(try post("remove-by-metadata", #"{"absent": true}"#) == 200)
        #expect(try stand.fetch("/b").text == "b")
        #expect(try post("remove-by-metadata", #"{"odd": 1}"#) == 422)
    }

    @Test("A mapping is edited and removed by its identifier, or removed by its request")
    func older() throws {
        let id = #""id": "\#(Self.id)", "#
        _ = try post("import", #"{"mappings": [\#(stub("/a", "a", id)), \#(stub("/b", "b"))]}"#)
        #expect(try post("edit", stub("/a", "edited", id)) == 200)
        #expect(try stand.fetch("/a").text == "edited")
        #expect(try post("remove", stub("/other", "x", id)) == 200)
        #expect(try stand.fetch("/a").status == 404)
        #expect(try post("remove", stub("/b", "whatever")) == 200)
        #expect(stand.client.mocks.all.isEmpty)
        #expect(try post("edit", stub("/a", "x")) == 422)
    }

    @Test("Saving mappings to files is refused with the reason")
    func saving() throws {
        let response = try stand.fetch("/__admin/mappings/save", method: "POST")
        #expect(response.status == 501)
        #expect(response.text.contains("never writes mappings to files"))
    }
}
