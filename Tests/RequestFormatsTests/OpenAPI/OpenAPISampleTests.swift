import EngineJSON
import Testing

@testable import RequestFormats

@Suite("Samples of described bodies")
struct OpenAPISampleTests {
    private func request(
        _ schema: JSONValue, type: String = "application/json"
    ) throws -> (body: String, warnings: [String]) {
        let content = JSONValue.object(JSONObject([.init(name: type, value: ["schema": schema])]))
        let document: JSONValue = [
            "openapi": "3.0.0", "servers": [["url": "http://a.test"]],
            "paths": ["/a": ["post": ["summary": "One", "requestBody": ["content": content]]]],
            "components": ["schemas": ["Pet": schema]],
        ]
        let collection = try imported(.openAPI, document.serialized(), path: "a.json")
        guard case .text(let body) = try collection.request("One").body else { return ("", []) }
        return (body, collection.warnings.map(\.text))
    }

    private func object(_ count: Int, _ value: JSONValue) -> JSONValue {
        let members = (0..<count).map { JSONObject.Member(name: "m\($0)", value: value) }
        return ["type": "object", "properties": .object(JSONObject(members))]
    }

    @Test("a large sample keeps what is required, and says what it leaves out")
    func large() throws {
        let filter: JSONValue = ["type": "array", "items": object(25, object(20, ["type": "string"]))]
        let schema: JSONValue = [
            "type": "object", "required": ["must", "deep"],
            "properties": [
                "filter": filter, "must": ["type": "string"],
                "deep": [
                    "type": "object", "required": ["must"], "properties": ["filter": filter, "must": true],
                ],
            ],
        ]
        let (body, warnings) = try request(schema)
        let value = try JSONValue(parsing: body)
        #expect(value["must"]?.string == "string")
        #expect(value["deep"]?["must"] != nil || value["deep"] != nil)
        #expect(value["filter"]?.array != nil)
        #expect(
            warnings == [
                "The sample is large: what is not required is left out of it where they stand more than 2 deep."
            ])
    }

    @Test("a sample that fits is whole, and one whose required part does not fit says so")
    func borders() throws {
        let small = try request(object(20, object(15, ["type": "string"])))
        #expect(small.warnings.isEmpty)
        #expect(try JSONValue(parsing: small.body)["m19"]?["m14"] != nil)
        let names = JSONValue.array((0..<500).map { .string("m\($0)") })
        guard case .object(var schema) = object(500, ["type": "string"]) else { return }
        schema["required"] = names
        #expect(try request(.object(schema)).warnings.first?.hasPrefix("The sample is too large") == true)
    }

    @Test(
        "texts match simple patterns, and the others are named",
        arguments: [
            ("^[A-Z]{2}$", "AA"), (#"^\d{3}-\d{4}$"#, "111-1111"), ("^(foo|bar)[0-9]+$", "foo0"),
            ("[^/]+", "a"),
            (#"^\+?[1-9]\d{1,14}$"#, "+11"), ("^a.c$", "aac"), ("^(?:x|y){2}z?$", "xxz"), ("[-a-z]", "-"),
            ("^(?=a)b$", nil), (#"^(a)\1$"#, nil), (#"\p{Lu}"#, nil), ("^[A-Z", nil),
        ])
    func patterns(pattern: String, text: String?) throws {
        let (body, warnings) = try request(
            ["type": "object", "properties": ["a": ["type": "string", "pattern": .string(pattern)]]])
        #expect(try JSONValue(parsing: body)["a"]?.string == text ?? "string")
        #expect(warnings.isEmpty == (text != nil), "\(warnings)")
    }

    @Test("XML has the names, attributes and wrappers that the schema asks for")
    func xml() throws {
        let schema: JSONValue = [
            "type": "object", "xml": ["name": "pet", "prefix": "p", "namespace": "http://a.test/p"],
            "properties": [
                "id": ["type": "integer", "xml": ["attribute": true]],
                "label": ["type": "string", "xml": ["name": "title"]],
                "tags": [
                    "type": "array", "xml": ["name": "all", "wrapped": true],
                    "items": ["type": "string", "xml": ["name": "tag"]],
                ],
                "urls": ["type": "array", "xml": ["name": "odd"], "items": ["type": "string"]],
                "owners": ["type": "array", "xml": ["wrapped": true], "items": ["type": "integer"]],
                "both": [
                    "allOf": [
                        [
                            "type": "object",
                            "properties": [
                                "n": ["type": "integer", "xml": ["attribute": true, "name": "number"]]
                            ],
                        ]
                    ]
                ],
            ],
        ]
        let (body, warnings) = try request(schema, type: "application/xml")
        #expect(warnings.isEmpty)
        #expect(
            body == """
                <?xml version="1.0" encoding="UTF-8"?>
                <p:pet xmlns:p="http://a.test/p" id="1">
                  <title>string</title>
                  <all>
                    <tag>string</tag>
                  </all>
                  <urls>string</urls>
                  <owners>
                    <owners>1</owners>
                  </owners>
                  <both number="1"/>
                </p:pet>
                """)
    }
}
