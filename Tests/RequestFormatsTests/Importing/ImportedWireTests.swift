import Testing

@testable import RequestFormats

/// The changes of an import that make a request identical to that of the other program.
@Suite("Imported requests")
struct ImportedWireTests {
    private func postman(_ request: String, settings: String = "{}") throws -> EditableRequest {
        try imported(
            .postman,
            #"{"info":{"name":"Shop"},"item":[{"name":"One","protocolProfileBehavior":\#(settings),"request":\#(request)}]}"#
        ).request("One")
    }

    private func bruno(_ block: String, settings: String = "", more: String = "") throws -> EditableRequest {
        let text = "meta {\n  name: One\n}\n\nget {\n  \(block)\n}\n\nsettings {\n  \(settings)\n}\n\n\(more)"
        return try imported(.bruno, text, path: "one.bru").request("One")
    }

    private func insomnia(_ members: String) throws -> RequestCollection {
        try imported(
            .insomnia,
            #"""
            {"__export_format": 4, "resources": [{"_id": "w", "_type": "workspace", "name": "Shop"},
              {"_id": "r", "_type": "request", "parentId": "w", "name": "One", \#(members)}]}
            """#)
    }

    // MARK: Addresses

    @Test(
        "A path parameter without a value becomes a variable, so that nothing is sent to the whole collection"
    )
    func emptyPathParameter() throws {
        let pair = #"[{"name": "id", "value": ""}]"#
        let request = try insomnia(
            #""method": "DELETE", "url": "http://a.test/notes/:id", "pathParameters": \#(pair)"#)
        #expect(try request.request("One").url == "http://a.test/notes/{{id}}")
        let own = try bruno("url: http://a.test/notes/:id/x", more: "params:path {\n  id:\n}\n")
        #expect(own.url == "http://a.test/notes/{{id}}/x")
        let other = try postman(
            #"{"url":{"raw":"http://a.test/notes/:id","variable":[{"key":"id","value":" "}]}}"#)
        #expect(other.url == "http://a.test/notes/{{id}}")
    }

    @Test("Blanks and line breaks around a URL are no part of it")
    func blanks() throws {
        #expect(try insomnia(#""url": " {{ _.base }}/y\n""#).request("One").url == "{{base}}/y")
        #expect(try postman(#"{"url":"\t{{base}}/x "}"#).url == "{{base}}/x")
        #expect(
            try postman(
                #"{"url":{"raw":" http://a.test/x ","protocol":" http","host":["a","test"],"path":["x "]}}"#
            ).url
                == "http://a.test/x")
    }

    @Test(
        "Bruno encodes names, values and segments where its settings say so, and what no URL may hold otherwise",
        arguments: [
            (
                #"http://a.test/list?filter={"card":[2]}&p=a|b"#, "true",
                "/list?filter=%7B%22card%22%3A%5B2%5D%7D&p=a%7Cb"
            ),
            ("http://a.test/a;b:c/%20?q=%20#x", "true", "/a%3Bb%3Ac/%20?q=%2520%23x"),
            ("http://a.test/x?q={{v}}=1&{{w}}", "true", "/x?q={{%v}}%3D1&{{w}}"),
            (
                #"http://a.test/x?filter={"a":[2]}&p=a|b'<c>#f"#, "false",
                "/x?filter={%22a%22:[2]}&p=a|b%27%3Cc%3E#f"
            ),
        ])
    func bruno(url: String, encodes: String, target: String) throws {
        #expect(try bruno("url: \(url)", settings: "encodeUrl: \(encodes)").url == "http://a.test" + target)
    }

    @Test("OpenCollection encodes unless its settings say otherwise")
    func openCollection() throws {
        for (settings, target) in [
            ("", "a|b"), ("settings: {timeout: 1}", "a%7Cb"), ("settings: {encodeUrl: false}", "a|b"),
        ] {
            let text = "info: {name: One}\nhttp: {method: GET, url: 'http://a.test/?p=a|b'}\n\(settings)\n"
            #expect(
                try imported(.bruno, text, path: "one.yml").request("One").url == "http://a.test/?p=\(target)"
            )
        }
    }

    @Test("Postman encodes blanks, quotation marks and angle brackets, and marks of a URL in its parts")
    func postmanURL() throws {
        let raw = #"{"url":"http://a.test/{a}?q={\"a\":1}&r=<b>'#f"}"#
        #expect(try postman(raw).url == "http://a.test/%7Ba%7D?q={%22a%22:1}&r=%3Cb%3E%27#f")
        #expect(
            try postman(raw, settings: #"{"disableUrlEncoding":true}"#).url
                == #"http://a.test/{a}?q={"a":1}&r=<b>'#f"#)
        let query = #"[{"key":"a=b","value":"c&d#e={{v&w}}"},{"key":"<","value":"\"","disabled":true}]"#
        let parts = try postman(
            #"{"url":{"protocol":"http","host":["a","test"],"path":["x"],"query":\#(query)}}"#)
        #expect(parts.url == "http://a.test/x?a%3Db=c%26d%23e={{v&w}}")
        #expect(parts.query == [.init("%3C", "%22", isEnabled: false)])
    }

    @Test("Insomnia encodes its URL and parameters, except for escapes, commas and what a path may hold")
    func insomniaURL() throws {
        let parameters = #"[{"name": "a", "value": "x,y %20'{{ _.v }}"}]"#
        let written =
            #""url": "http://a.test/a:b;c{d}/{% uuid %}?q={|}&r={{ _.w }}", "parameters": \#(parameters)"#
        #expect(
            try insomnia(written).request("One").url
                == "http://a.test/a:b;c%7Bd%7D/{{$uuid}}?q=%7B%7C%7D&r={{w}}&a=x,y%20%20'{{%v}}")
    }

    @Test("Brackets of a deep object are encoded in the query of a described API")
    func deepObject() throws {
        let text = """
            openapi: 3.0.0
            servers: [{url: "http://a.test"}]
            paths:
              /a:
                get:
                  parameters:
                    - {name: color, in: query, required: true, style: deepObject, example: {R: 100}}
            """
        #expect(try imported(.openAPI, text).flattened[0].request.url == "{{baseUrl}}/a?color%5BR%5D=100")
    }

    @Test(
        "A server without a scheme is this machine over http, or any other over https, and that is said",
        arguments: [
            (#""host":"localhost:8080""#, "http://localhost:8080"),
            (#""host":"127.0.0.1","basePath":"/v1""#, "http://127.0.0.1/v1"),
            (#""host":"api.test""#, "https://api.test"),
        ])
    func swaggerScheme(host: String, base: String) throws {
        let text = #"{"swagger":"2.0",\#(host),"paths":{"/ok":{"get":{}}}}"#
        let collection = try imported(.openAPI, text)
        #expect(collection.variables == [.init("baseUrl", base)])
        #expect(collection.warningTexts == ["servers: The server has no scheme: “baseUrl” is \(base) now."])
    }

    @Test(
        "A relative server that begins with a host is that host",
        arguments: [
            ("localhost:8080/v1", "http://localhost:8080/v1", "no scheme"),
            ("//api.test", "https://api.test", "no scheme"),
            ("api.test:8443", "https://api.test:8443", "no scheme"),
            ("/v1", "http://localhost/v1", "no host"),
            ("v1", "http://localhost/v1", "no host"),
        ])
    func relativeServer(url: String, base: String, reason: String) throws {
        let collection = try imported(
            .openAPI, "openapi: 3.0.0\nservers: [{url: '\(url)'}]\npaths: {/a: {get: {}}}\n")
        #expect(collection.variables == [.init("baseUrl", base)])
        #expect(collection.warningTexts.count == 1 && collection.warningTexts[0].contains(reason))
    }

    // MARK: Bodies

    private static let commented = """
        {
          // the test shop
          "shop": 7, /* later: 8 */ "quote": "\\"//",
          "url": "http://api.test//x"
        }
        """
    private static let plain = """
        {
          \n  "shop": 7,  "quote": "\\"//",
          "url": "http://api.test//x"
        }
        """

    @Test("Comments in a JSON body of Bruno or Postman are not sent; text that only looks like one is")
    func comments() throws {
        let indented = Self.commented.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
        let own = try bruno("url: http://a.test\n  body: json", more: "body:json {\n\(indented)\n}\n")
        #expect(own.body == .text(Self.plain))
        let text = Self.commented.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
        func body(_ language: String, header: String = "") throws -> EditableBody {
            try postman(
                #"{"method":"POST","url":"http://a.test","header":[\#(header)],"body":{"mode":"raw","raw":"\#(text)"\#(language)}}"#
            ).body
        }
        #expect(try body(#","options":{"raw":{"language":"json"}}"#) == .text(Self.plain))
        #expect(
            try body("", header: #"{"key":"Content-Type","value":"application/json"}"#) == .text(Self.plain))
        #expect(try body("") == .text(Self.commented))
        #expect(try body(#","options":{"raw":{"language":"text"}}"#) == .text(Self.commented))
    }

    @Test("A body that Insomnia does not render keeps its braces, and a part its type")
    func insomniaBodies() throws {
        let text =
            #""url": "http://a.test", "settingDisableRenderRequestBody": true, "body": {"mimeType": "text/plain", "text": "{{ x }}"}"#
        let literal = try insomnia(text).writtenRequests()
        #expect(literal[0].body.parts.count == 1)
        #expect(try insomnia(text).request("One").body == .text("{{text-open}} x }}"))
        let part = #"[{"name": "a", "value": "{}", "multiline": "application/json"}]"#
        let form = #""url": "http://a.test", "body": {"mimeType": "multipart/form-data", "params": \#(part)}"#
        #expect(
            try insomnia(form).request("One").body
                == .multipart([.init("a", .text("{}"), contentType: "application/json")]))
    }
}
