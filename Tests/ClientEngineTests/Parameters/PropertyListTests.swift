import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Property lists", .timeLimit(.minutes(1)))
struct PropertyListTests {
    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    /// Sends a request.
    ///
    /// Returns the property list in its body.
    private func received(_ request: Request) async throws -> NSDictionary {
        #expect(try await client.send(request).status == 200)
        let received = try #require(server.requests.last)
        #expect(received.header("Content-Type") == "application/x-plist")
        #expect(received.header("Content-Length") == String(received.body.count))
        #expect(String(decoding: received.body, as: UTF8.self).hasPrefix("<?xml"))
        let list = try PropertyListSerialization.propertyList(from: Data(received.body), format: nil)
        return try #require(list as? NSDictionary)
    }

    @Test("parameters are sent as one, with their kinds")
    func kinds() async throws {
        let parameters: Parameters = [
            "text": "a <b> & ö", "whole": 7, "half": 0.5, "truth": true, "nothing": nil,
            "list": ["x", 1, ["deep": false]] as JSONValue, "text too": "1",
        ]
        let list = try await received(.post("/upload").parameters(parameters, in: .propertyList))
        let expected: NSDictionary = [
            "text": "a <b> & ö", "whole": 7, "half": 0.5, "truth": true,
            "list": ["x", 1, ["deep": false] as NSDictionary] as NSArray, "text too": "1",
        ]
        #expect(list == expected)
        let text = String(decoding: server.requests.last?.body ?? [], as: UTF8.self)
        #expect(
            text.contains("<true/>") && text.contains("<integer>7</integer>") && text.contains("<real>0.5"))
    }

    @Test("a value that can be encoded is a body, in XML or another format")
    func bodies() async throws {
        struct Order: Codable, Equatable { var item = "book", count = 2 }
        let list = try await received(.put("/upload", body: .propertyList(Order())))
        #expect(list == ["item": "book", "count": 2] as NSDictionary)
        let binary = try Body.propertyList(Order(), format: .binary)
        #expect(binary.bytes.map { $0.starts(with: Array("bplist".utf8)) } == true)
        let decoded = try PropertyListDecoder().decode(Order.self, from: Data(binary.bytes ?? []))
        #expect(decoded == Order())
    }

    @Test("with JSON they are one body, in the format of the later; what else there is takes effect too")
    func folding() async throws {
        let request = Request.post("/upload")
            .parameters(["a": 1, "b": 1], in: .json).parameters(["q": "x"], in: .query)
            .parameters(["b": 2, "c": 2], in: .propertyList)
        #expect(try await received(request) == ["a": 1, "b": 2, "c": 2] as NSDictionary)
        #expect(server.requests.last?.target == "/upload?q=x")
        let back = try request.parameters(["c": 3], in: .json).placingParameters()
        #expect(back.body == .text(#"{"a":1,"b":2,"c":3}"#))
        #expect(back.headers["Content-Type"] == "application/json")
        // Empty parameters do not choose a format.
        let empty = request.parameters([:], in: .json)
        #expect(try await received(empty).count == 3)
    }

    @Test("a request's own format comes before its base's, and so do its values")
    func inheriting() async throws {
        let base = Request.get(server.url).with {
            $0.parameters = ["a": 1, "b": 1]
            $0.placement = .json
        }
        let own = Request.post("/upload").with {
            $0.parameters = ["b": 2]
            $0.placement = .propertyList
        }
        #expect(try await received(own.inheriting(from: base)) == ["a": 1, "b": 2] as NSDictionary)
    }

    @Test(
        "what none can hold is an error before anything is sent",
        arguments: [["a": ["x", nil] as JSONValue], ["a": "\u{1}"], ["\u{FFFF}": 1]] as [Parameters])
    func refused(parameters: Parameters) async {
        let request = Request.post("/upload").parameters(parameters, in: .propertyList)
        let error = await #expect(throws: ClientError.self) { try await client.send(request) }
        #expect(error?.label == "invalidRequest/queue")
        #expect(error?.message.contains("property list") == true)
        #expect(server.requests.isEmpty)
    }
}
