import ClientEngine
import ClientEngineWireMock
import EngineJSON
import Foundation
import Testing

@Suite("Stubs whose answers are filled in", .timeLimit(.minutes(1)))
struct StubTemplateTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func parse(
        _ response: String, fillsInAll: Bool = false
    ) -> StubFile.Reading {
        let stub = #"{"request": {"urlPath": "/f"}, "response": \#(response)}"#
        return StubFile.parse(Array(stub.utf8), path: "stub.json", fillsInAll: fillsInAll) { [folder] name in
            folder.appending(path: name).path
        }
    }

    private func answer(_ response: String, fillsInAll: Bool = false) async throws -> [UInt8] {
        let client = Client(baseURL: "http://127.0.0.1:1")
        let parsed = parse(response, fillsInAll: fillsInAll)
        #expect(parsed.rejected == [])
        try client.mocks.add(try #require(parsed.mocks.first))
        return try await client.send(.get("/f")).body
    }

    @Test("A body file with a helper that is not supported refuses the stub when it is loaded")
    func badFile() throws {
        try Data("{{parseJson request.body 'x'}}{{x.a}}".utf8).write(to: folder.appending(path: "b.json"))
        let response = #"{"bodyFileName": "b.json", "transformers": ["response-template"]}"#
        let parsed = parse(response)
        #expect(parsed.mocks.isEmpty)
        let message = try #require(parsed.rejected.first?.message)
        #expect(message.hasSuffix("In its body file, the template's helper “parseJson” is not supported."))
        #expect(parse(#"{"bodyFileName": "b.json"}"#).rejected == [])
        #expect(parse(#"{"bodyFileName": "b.json"}"#, fillsInAll: true).mocks.isEmpty)
        let plain = #""transformerParameters": {"disableBodyFileTemplating": true}"#
        #expect(parse(#"{"bodyFileName": "b.json", \#(plain)}"#, fillsInAll: true).rejected == [])
    }

    @Test("A body file that is not UTF-8 is sent as it is, though all answers are templates")
    func binaryFile() async throws {
        let picture: [UInt8] = [0x89, 0x50, 0xFF, 0x00] + Array("{{picture}}".utf8)
        try Data(picture).write(to: folder.appending(path: "a.png"))
        #expect(try await answer(#"{"bodyFileName": "a.png"}"#, fillsInAll: true) == picture)
    }

    @Test("A base64Body is sent as it is, and written as it was")
    func base64() async throws {
        let response = #"{"base64Body": "e3tyZXF1ZXN0Lm1ldGhvZH19", "transformers": ["response-template"]}"#
        #expect(try await answer(response) == Array("{{request.method}}".utf8))
        let mock = try #require(parse(response).mocks.first)
        let written = try JSONValue(parsing: StubFile.render([mock]).bytes)
        #expect(written["response"]?["base64Body"] == "e3tyZXF1ZXN0Lm1ldGhvZH19")
        #expect(written["response"]?["body"] == nil)
    }

    @Test(
        "A transformer that is not known does nothing, is warned of by name, and is written again",
        arguments: [
            (#"["response-template", "spring-cloud-contract"]"#, #"{"id":"x"}"#),
            (#"["spring-cloud-contract"]"#, #"{"id":"{{{request.path.[0]}}}"}"#),
        ])
    func transformers(names: String, body: String) async throws {
        let response = #"{"body": "{\"id\":\"{{{request.path.[0]}}}\"}", "transformers": \#(names)}"#
        let parsed = parse(response)
        #expect(
            parsed.warnings.map(\.message) == [
                "The transformer “spring-cloud-contract” is not known and does nothing here."
            ])
        #expect(parsed.rejected == [])
        #expect(
            try await answer(response) == Array(body.replacing(#""x""#, with: #""f""#).utf8))
        let mock = try #require(parsed.mocks.first)
        let written = StubFile.render([mock])
        #expect(
            try JSONValue(parsing: written.bytes)["response"]?["transformers"] == JSONValue(parsing: names))
        #expect(StubFile.parse(written.bytes, path: "stub.json") { $0 }.mocks == [mock])
    }

    @Test("A file warns once of each transformer that is not known")
    func warnsOnce() {
        let stub = #"{"response": {"transformers": ["a", "b"]}}"#
        let text = #"{"mappings": [\#(stub),\#n \#(stub)]}"#
        let parsed = StubFile.parse(Array(text.utf8), path: "stub.json") { $0 }
        #expect(parsed.mocks.count == 2 && parsed.rejected == [])
        #expect(parsed.warnings.map(\.line) == [1, 1])
    }

    @Test("Unknown transformers are allowed beside proxyBaseUrl, and templates are not")
    func proxies() {
        let beside = { (names: String) in
            parse(#"{"proxyBaseUrl": "http://a.test", "transformers": [\#(names)]}"#).rejected.count
        }
        #expect(beside(#""spring-cloud-contract""#) == 0)
        #expect(beside(#""response-template""#) == 1)
    }

    @Test("The options of a time may come from the request")
    func timesOfRequest() {
        let body = "{{now offset=request.query.o format=request.query.f timezone=request.query.z}}"
        #expect(parse(#"{"body": "\#(body)", "transformers": ["response-template"]}"#).rejected == [])
    }

    @Test(
        "A time that cannot be written refuses the stub",
        arguments: [
            ("format='yyyy-bb'", "format “yyyy-bb”"), ("timezone='Nowhere'", "timezone “Nowhere”"),
            ("offset='soon'", "offset “soon”"),
        ])
    func times(option: String, reason: String) throws {
        let response = #"{"body": "{{now \#(option)}}", "transformers": ["response-template"]}"#
        #expect(try #require(parse(response).rejected.first?.message).contains(reason))
    }
}
