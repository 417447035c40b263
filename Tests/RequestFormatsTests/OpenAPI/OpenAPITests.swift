import EngineJSON
import InspectorTestSupport
import Testing

@testable import RequestFormats

@Suite(.ownThread) struct OpenAPITests {
    private let shop = """
        openapi: 3.0.3
        info: {title: Shop, description: Sells things.}
        servers:
          - url: https://{region}.example.com/v1/
            description: production
            variables: {region: {default: eu}}
          - url: http://localhost:8080/v1
            description: local
        tags:
          - {name: orders, description: All about orders.}
          - {name: pets}
        security: [{key: []}]
        paths:
          /pets/{petId}:
            parameters:
              - {name: petId, in: path, required: true, schema: {type: integer, example: 7}}
            get:
              tags: [pets]
              operationId: getPet
              summary: Find a pet
              description: |
                Looks it up.
                By number.
              deprecated: true
              parameters:
                - {name: fields, in: query, required: true, schema: {type: array, items: {type: string, enum: [name, age]}}}
                - {name: limit, in: query, description: How many., schema: {type: integer, default: 10}}
                - {name: X-Trace, in: header, required: true, schema: {type: string, format: uuid}}
                - {name: X-Mode, in: header, schema: {type: string}}
                - {name: session, in: cookie, required: true, example: a b}
                - {name: Authorization, in: header, schema: {type: string}}
              responses: {'200': {description: ok, content: {application/json: {}}}}
            delete:
              tags: [pets]
              security: []
              servers: [{url: 'https://admin.example.com'}]
              responses: {default: {description: ok}}
          /orders:
            post:
              tags: [orders]
              requestBody: {$ref: '#/components/requestBodies/order'}
              callbacks: {done: {}, more: {x: {}}}
          /loose:
            get: {}
        components:
          requestBodies:
            order:
              content:
                application/xml: {}
                application/json: {schema: {$ref: '#/components/schemas/order'}}
          schemas:
            order:
              type: object
              properties:
                id: {type: integer, readOnly: true}
                item: {type: string}
                when: {type: string, format: date-time}
                amount: {type: number, minimum: 5}
                parent: {$ref: '#/components/schemas/order'}
                tags: {type: array, items: {type: string}}
          securitySchemes:
            key: {type: apiKey, in: header, name: X-Key}
        """

    @Test(
        "Every operation becomes a request in the folder of its first tag; folders keep the order of the tags"
    )
    func folders() throws {
        let collection = try imported(.openAPI, shop)
        #expect(collection.name == "Shop")
        #expect(
            collection.flattened.map(\.place) == [
                "GET /loose", "orders / POST /orders", "pets / Find a pet", "pets / DELETE /pets/{petId}",
            ])
        #expect(try collection.writtenRequests().count == 4)
    }

    @Test("Servers become {{baseUrl}} and an environment each; single operations may have their own")
    func servers() throws {
        let collection = try imported(.openAPI, shop)
        let values = Dictionary(uniqueKeysWithValues: collection.variables.map { ($0.name, $0.value) })
        #expect(values["baseUrl"] == "https://{{region}}.example.com/v1")
        #expect(values["region"] == "eu")
        #expect(values["baseUrl2"] == "https://admin.example.com")
        #expect(collection.environments.map(\.name) == ["production", "local"])
        #expect(collection.environments[1].variables == [.init("baseUrl", "http://localhost:8080/v1")])
        #expect(try collection.request("DELETE /pets/{petId}").url == "{{baseUrl2}}/pets/{{petId}}")
        #expect(values["petId"] == "7")
    }

    @Test("Parameters stand where they belong; what may be left out is switched off")
    func parameters() throws {
        let request = try imported(.openAPI, shop).request("Find a pet")
        #expect(request.url == "{{baseUrl}}/pets/{{petId}}?fields=name")
        #expect(
            request.headers == [
                .init("Accept", "application/json"), .init("X-Key", "{{apiKey}}"),
                .init("X-Trace", "3fa85f64-5717-4562-b3fc-2c963f66afa6"),
                .init("X-Mode", "string", isEnabled: false), .init("Cookie", "session=a%20b"),
            ])
        #expect(request.query == [.init("limit", "10", isEnabled: false)])
        #expect(request.comments == ["limit: How many."])
        #expect(request.about == "Deprecated.\nLooks it up.\nBy number.")
        #expect(request.directives == ["@name getPet"])
    }

    @Test("A sample body leaves out what is read-only and stops at a schema within itself")
    func samples() throws {
        let collection = try imported(.openAPI, shop)
        let request = try collection.request("POST /orders")
        guard case .text(let text) = request.body else {
            Issue.record("no text")
            return
        }
        #expect(
            try JSONValue(parsing: text) == [
                "item": "string", "when": "2026-01-15T09:30:00Z", "amount": 5, "tags": ["string"],
            ])
        #expect(request.headers.last == .init("Content-Type", "application/json"))
        #expect(request.comments == ["Other types of body: application/xml."])
        #expect(collection.warningTexts.contains("orders / POST /orders: Its callbacks are left out."))
    }

    @Test(
        "Lists and objects are written by style and explode",
        arguments: [
            ("query", "", "[a, 'b c']", "?v=a&v=b%20c"),
            ("query", "explode: false", "[a, b]", "?v=a,b"),
            ("query", "style: pipeDelimited, explode: false", "[a, b]", "?v=a%7Cb"),
            ("query", "style: spaceDelimited, explode: false", "[a, b]", "?v=a%20b"),
            ("query", "", "{x: 1, y: 2}", "?x=1&y=2"),
            ("query", "explode: false", "{x: 1, y: 2}", "?v=x,1,y,2"),
            ("query", "style: deepObject", "{x: 1, y: 2}", "?v%5Bx%5D=1&v%5By%5D=2"),
            ("query", "", "'a/b&c'", "?v=a%2Fb%26c"),
            ("query", "allowReserved: true", "'a/b&c'", "?v=a/b%26c"),
            ("query", "", "'{{x}}'", "?v=%7B%7Bx%7D%7D"),
            ("path", "", "[a, b]", "/a,b"), ("path", "style: label", "[a, b]", "/.a,b"),
            ("path", "style: label, explode: true", "[a, b]", "/.a.b"),
            ("path", "style: matrix", "[a, b]", "/;v=a,b"),
            ("path", "style: matrix, explode: true", "[a, b]", "/;v=a;v=b"),
            ("path", "", "{x: 1, y: 2}", "/x,1,y,2"), ("path", "explode: true", "{x: 1, y: 2}", "/x=1,y=2"),
            ("path", "style: matrix, explode: true", "{x: 1, y: 2}", "/;x=1;y=2"),
            ("path", "style: label", "5", "/.5"), ("path", "", "5", "/{{v}}"),
        ])
    func styles(place: String, style: String, example: String, expected: String) throws {
        let path = place == "path" ? "/p/{v}" : "/p"
        let text = """
            openapi: 3.1.0
            paths:
              \(path):
                get:
                  parameters:
                    - {name: v, in: \(place), required: true, example: \(example)\(style.isEmpty ? "" : ", " + style)}
            """
        let request = try #require(try imported(.openAPI, text).flattened.first?.request)
        #expect(request.url == "{{baseUrl}}/p" + expected)
    }

    @Test(
        "Schemas make samples",
        arguments: [
            ("{type: string, format: email}", "user@example.com"), ("{enum: [b, a]}", "b"), ("{const: 3}", 3),
            ("{type: [string, 'null']}", "string"), ("{type: boolean}", true),
            ("{type: integer, minimum: 10}", 10),
            ("{type: integer, exclusiveMinimum: 10}", 11), ("{type: integer, maximum: -3}", -3),
            ("{type: integer, multipleOf: 5}", 5), ("{type: string, minLength: 8}", "stringxx"),
            ("{type: string, maxLength: 3}", "str"),
            ("{type: array, minItems: 2, items: {type: integer}}", [1, 1]),
            ("{prefixItems: [{type: string}, {type: integer}]}", ["string", 1]),
            ("{type: object, additionalProperties: {type: integer}}", ["key": 1]),
            (
                "{allOf: [{properties: {a: {type: integer}}}, {properties: {b: {type: string}}}]}",
                ["a": 1, "b": "string"]
            ),
            ("{oneOf: [{type: 'null'}, {type: integer}, {type: string}]}", 1),
            (
                "{anyOf: [{properties: {a: {type: integer}}}], properties: {c: {type: boolean}}}",
                ["a": 1, "c": true]
            ),
            ("{type: object, examples: [{x: 1}]}", ["x": 1]), ("{type: integer, default: 4}", 4),
            (
                "{discriminator: {propertyName: kind}, oneOf: [{$ref: '#/components/schemas/cat'}]}",
                ["lives": 9, "kind": "cat"]
            ),
        ] as [(String, JSONValue)])
    func schemas(schema: String, expected: JSONValue) throws {
        let text = """
            openapi: 3.1.0
            paths:
              /x:
                post: {requestBody: {content: {application/json: {schema: \(schema)}}}}
            components: {schemas: {cat: {properties: {lives: {example: 9}}}}}
            """
        let request = try #require(try imported(.openAPI, text).flattened.first?.request)
        guard case .text(let body) = request.body else {
            Issue.record("no text")
            return
        }
        #expect(try JSONValue(parsing: body) == expected)
    }

    @Test("Forms, multipart, XML, text and files become bodies of their kind")
    func bodies() throws {
        let object =
            "{properties: {name: {type: string}, tags: {type: array, items: {type: string}, minItems: 2}, doc: {type: string, format: binary}}}"
        func body(_ type: String, _ schema: String) throws -> EditableRequest {
            let text =
                "openapi: 3.0.0\npaths: {/x: {post: {requestBody: {content: {\(type): {schema: \(schema)}}}}}}"
            return try #require(try imported(.openAPI, text).flattened.first?.request)
        }
        #expect(
            try body(
                "application/x-www-form-urlencoded",
                "{properties: {a: {example: 'x y'}, b: {example: [1, 2]}}}"
            ).body
                == .form([.init("a", "x+y"), .init("b", "1"), .init("b", "2")]))
        #expect(
            try body("multipart/form-data", object).body
                == .multipart([
                    .init("name", .text("string")), .init("tags", .text("string")),
                    .init("tags", .text("string")),
                    .init("doc", .file(path: "./doc.bin")),
                ]))
        let xml = try body("application/xml", "{xml: {name: pet}, properties: {name: {example: a<b}}}")
        #expect(
            xml.body
                == .text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pet>\n  <name>a&lt;b</name>\n</pet>"))
        #expect(try body("image/png", "{}").body == .file(path: "./body.png"))
        #expect(try body("text/plain", "{example: '{{x}}'}").body == .text("{{text-open}}x}}"))
    }

    @Test("Credentials become headers, parameters and cookies with secret variables")
    func security() throws {
        let text = """
            openapi: 3.1.0
            paths:
              /a: {get: {security: [{bearer: []}]}}
              /b: {get: {security: [{basic: []}, {bearer: []}]}}
              /c: {get: {security: [{query: [], cookie: []}]}}
              /d: {get: {security: [{oauth: [x]}, {}]}}
              /e: {get: {security: [{digest: []}]}}
            components:
              securitySchemes:
                bearer: {type: http, scheme: Bearer}
                basic: {type: http, scheme: basic}
                query: {type: apiKey, in: query, name: key}
                cookie: {type: apiKey, in: cookie, name: sid}
                oauth: {type: oauth2}
                digest: {type: http, scheme: digest}
            """
        let collection = try imported(.openAPI, text)
        #expect(try collection.request("GET /a").headers == [.init("Authorization", "Bearer {{token}}")])
        #expect(
            try collection.request("GET /b").headers == [
                .init("Authorization", "Basic {{username}} {{password}}")
            ])
        #expect(try collection.request("GET /c").url == "{{baseUrl}}/c?key={{%apiKey}}")
        #expect(try collection.request("GET /c").headers == [.init("Cookie", "sid={{apiKey2}}")])
        #expect(
            try collection.request("GET /d").headers
                == [.init("Authorization", "Bearer {{token2}}", isEnabled: false)])
        #expect(
            collection.variables.filter(\.isSecret).map(\.name) == [
                "token", "username", "password", "apiKey", "apiKey2", "token2",
            ])
        #expect(collection.warningTexts.contains { $0.contains("“digest” is not carried over") })
    }

    @Test("Swagger 2.0 is read as well")
    func swagger() throws {
        let text = """
            {"swagger": "2.0", "info": {"title": "Old"}, "host": "old.example.com", "basePath": "/v2",
             "schemes": ["https"], "consumes": ["application/json"], "produces": ["application/json"],
             "securityDefinitions": {"b": {"type": "basic"}}, "security": [{"b": []}],
             "definitions": {"pet": {"properties": {"name": {"type": "string"}}}},
             "paths": {
               "/pets": {
                 "post": {"parameters": [{"in": "body", "name": "pet", "schema": {"$ref": "#/definitions/pet"}}]},
                 "get": {"parameters": [{"in": "query", "name": "ids", "required": true, "type": "array",
                                          "items": {"type": "integer"}, "collectionFormat": "pipes"}]}},
               "/upload": {
                 "post": {"parameters": [{"in": "formData", "name": "f", "type": "file"},
                                          {"in": "formData", "name": "note", "type": "string"}]}}}}
            """
        let collection = try imported(.openAPI, text, path: "old.json")
        #expect(collection.variables.first == .init("baseUrl", "https://old.example.com/v2"))
        let post = try collection.request("POST /pets")
        #expect(post.body == .text("{\n  \"name\": \"string\"\n}"))
        #expect(post.headers.first == .init("Accept", "application/json"))
        #expect(try collection.request("GET /pets").url == "{{baseUrl}}/pets?ids=1")
        #expect(
            try collection.request("POST /upload").body
                == .multipart([
                    .init("f", .file(path: "./f.bin")), .init("note", .text("string")),
                ]))
        #expect(try collection.writtenRequests().count == 3)
    }

    @Test("References to other files are followed in a folder, and listed when the file stands alone")
    func files() throws {
        let root =
            "openapi: 3.0.0\npaths:\n  /a: {get: {$ref: 'parts/a.yml'}}\n  /b: {$ref: 'parts/a.yml#/item'}\n"
        let part = """
            summary: In a file
            parameters: [{$ref: '../common.yaml#/p'}]
            item: {get: {summary: Item, parameters: [{$ref: '#/local'}]}}
            local: {name: l, in: query, required: true, example: 1}
            """
        let whole = try imported(
            .openAPI,
            [
                ("x/root.yaml", root), ("x/parts/a.yml", part),
                ("x/common.yaml", "p: {name: q, in: query, required: true, example: 2}"),
            ])
        #expect(try whole.request("In a file").url == "{{baseUrl}}/a?q=2")
        #expect(try whole.request("Item").url == "{{baseUrl}}/b?l=1")
        let alone = try imported(.openAPI, root)
        #expect(alone.flattened.map(\.request.url) == ["{{baseUrl}}/a"])
        #expect(alone.warningTexts.contains { $0.contains("“parts/a.yml” is another file") })
    }

    @Test(
        "What is no such document is refused with what was expected",
        arguments: [
            "[]", "a: 1", "openapi: 4.0.0", "swagger: '1.2'", "openapi: [", "{\"openapi\": ", "", "text",
        ])
    func refusals(text: String) throws {
        let failure = try #require(throws: ImportError.self) { try imported(.openAPI, text) }
        #expect(failure.path == "api.yaml" && !failure.message.isEmpty)
    }

    @Test("References in circles and samples without end come to an end")
    func bombs() throws {
        let wide = (0..<60).map { "p\($0): {$ref: '#/components/schemas/s\($0 % 20)'}" }.joined(
            separator: ", ")
        let schemas = (0..<20).map { "    s\($0): {type: object, properties: {\(wide)}}" }.joined(
            separator: "\n")
        let paths = (0..<20).map {
            "  /p\($0): {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/s\($0 % 20)'}}}}}}"
        }.joined(separator: "\n")
        let text = """
            openapi: 3.0.0
            paths:
              /loop: {$ref: '#/paths/~1loop'}
              /two: {get: {parameters: [{$ref: '#/components/parameters/a'}]}}
            \(paths)
            components:
              parameters: {a: {$ref: '#/components/parameters/b'}, b: {$ref: '#/components/parameters/a'}}
              schemas:
            \(schemas)
            """
        let collection = try imported(.openAPI, text)
        #expect(collection.flattened.count == 21)
        #expect(collection.warningTexts.contains { $0.contains("circle") })
        let long = String(repeating: "x", count: 1_000_000)
        let item =
            "{post: {summary: \(long), description: \(long), requestBody: {content: {text/plain: {example: \(long)}}}}}"
        let many = (0..<60).map { "  /p\($0): {$ref: '#/x'}\n" }.joined()
        let texts = try imported(.openAPI, "openapi: 3.0.0\nx: \(item)\npaths:\n\(many)")
        #expect(texts.flattened.count == 60)
        #expect(texts.warningTexts.contains { $0.contains("sample values are left out") })
    }

    @Test("Wrong types anywhere and random damage never crash")
    func mutations() throws {
        var random = SeededRandom(seed: 11)
        var read = 0
        let root = try JSONValue(
            parsing: YAMLComposer.value(of: Array(shop.utf8), maximumDepth: 64).serialized())
        for _ in 0..<300 {
            let damaged = root.damaged(with: &random)
            let text = damaged.serialized()
            if let collection = try? imported(.openAPI, text) {
                read += 1
                _ = CollectionWriter.write(collection)
            }
        }
        #expect(read > 100)
    }
}
