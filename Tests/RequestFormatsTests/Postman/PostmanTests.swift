import EngineJSON
import RequestFormats
import Testing

@Suite("Postman")
struct PostmanTests {
    static func collection(_ text: String, path: String = "shop.json") throws -> RequestCollection {
        try ImportFormat.postman.collection(from: [ImportFile(path: path, bytes: Array(text.utf8))])
    }

    /// Returns the only request of a collection.
    static func request(_ request: String, more: String = "") throws -> EditableRequest {
        let text = #"{"info":{"name":"Shop"},"item":[{"name":"One","request":\#(request)}]\#(more)}"#
        guard case .request(let request) = try collection(text).items.first else {
            throw ImportError("shop.json", "There is no request.")
        }
        return request
    }

    @Test("folders, variables and what is written about them are carried over")
    func folders() throws {
        let collection = try Self.collection(
            #"""
            {"info":{"name":"Shop","description":{"content":"All of it"}},
             "item":[{"name":"Cart","description":"of one","item":[{"name":"Get","request":"{{host}}/cart"}]}],
             "variable":[{"key":"host","value":"https://a"},{"key":"off","value":"1","disabled":true},
                         {"key":"pass","value":"x","type":"secret"},{"key":"n","value":3}]}
            """#)
        #expect(collection.name == "Shop")
        #expect(collection.about == "All of it")
        #expect(
            collection.variables == [
                .init("host", "https://a"), .init("pass", "x", isSecret: true), .init("n", "3"),
            ])
        #expect(
            collection.items == [
                .folder(
                    .init(
                        name: "Cart", about: "of one",
                        items: [.request(.init(name: "Get", url: "{{host}}/cart"))]))
            ])
        #expect(collection.warnings.map(\.text) == ["The variable “off” is switched off and left out."])
    }

    @Test(
        "a URL may be text or taken apart, and path variables are filled in",
        arguments: [
            (#""https://a/b?c=d""#, "https://a/b?c=d"),
            (#"{"raw":"{{base}}/users/:id/x","variable":[{"key":"id","value":"7"}]}"#, "{{base}}/users/7/x"),
            (#"{"raw":"http://a/:id?x=:id","variable":[{"key":"id","value":""}]}"#, "http://a/{{id}}?x=:id"),
            (#"{"raw":"a.test/:id"}"#, "http://a.test/:id"),
            (
                #"{"protocol":"https","host":["a","test"],"port":"8443","path":["b",{"value":"c"}],"query":[{"key":"d","value":"e"},{"key":"off","disabled":true},{"key":"f","value":null}],"hash":"g"}"#,
                "https://a.test:8443/b/c?d=e&f#g"
            ),
            (#"{"raw":"http://a/{{$guid}}/{{$randomInt}}"}"#, "http://a/{{$uuid}}/{{$randomInt}}"),
        ])
    func url(source: String, url: String) throws {
        #expect(try Self.request(#"{"url":\#(source)}"#).url == url)
    }

    @Test(
        "every kind of body is carried over",
        arguments: [
            (#"{"mode":"raw","raw":"{}","options":{"raw":{"language":"json"}}}"#, .text("{}")),
            (
                #"{"mode":"urlencoded","urlencoded":[{"key":"a","value":"b c"},{"key":"d","value":"e","disabled":true}]}"#,
                .form([.init("a", "b+c"), .init("d", "e", isEnabled: false)])
            ),
            (
                #"{"mode":"formdata","formdata":[{"key":"a","value":"b","type":"text"},{"key":"f","type":"file","src":["x.png","y.png"],"contentType":"image/png"}]}"#,
                .multipart([
                    .init("a", .text("b")),
                    .init("f", .file(path: "x.png"), contentType: "image/png"),
                    .init("f", .file(path: "y.png"), contentType: "image/png"),
                ])
            ),
            (#"{"mode":"file","file":{"src":"a.bin"}}"#, .file(path: "a.bin")),
            (
                #"{"mode":"graphql","graphql":{"query":"{ a }","variables":{"b":1}}}"#,
                .graphQL(query: "{ a }", variables: #"{"b":1}"#)
            ),
        ] as [(String, EditableBody)])
    func body(source: String, body: EditableBody) throws {
        #expect(try Self.request(#"{"method":"POST","url":"https://a","body":\#(source)}"#).body == body)
    }

    @Test(
        "credentials become headers or parameters, and are inherited unless a request has its own",
        arguments: [
            (#""x":1"#, ["Authorization: Bearer outer"], "https://a"),
            (#""auth":{"type":"noauth"}"#, [], "https://a"),
            (#""auth":null"#, ["Authorization: Bearer outer"], "https://a"),
            (
                #""auth":{"type":"basic","basic":[{"key":"username","value":"u"},{"key":"password","value":"{{p}}"}]}"#,
                ["Authorization: Basic u {{p}}"], "https://a"
            ),
            (
                #""auth":{"type":"basic","basic":{"username":"u v","password":"p"}}"#,
                ["Authorization: Basic dSB2OnA="], "https://a"
            ),
            (
                #""auth":{"type":"apikey","apikey":[{"key":"key","value":"X-K"},{"key":"value","value":"v"}]}"#,
                ["X-K: v"], "https://a"
            ),
            (
                #""auth":{"type":"apikey","apikey":[{"key":"key","value":"k"},{"key":"value","value":"a b"},{"key":"in","value":"query"}]}"#,
                [], "https://a?k=a%20b"
            ),
            (
                #""auth":{"type":"awsv4","awsv4":[{"key":"accessKey","value":"AKID"},{"key":"secretKey","value":"{{s}}"},{"key":"region","value":"eu-west-1"},{"key":"service","value":"s3"},{"key":"sessionToken","value":"t"}]}"#,
                ["Authorization: AWS AKID {{s}} token:t region:eu-west-1 service:s3"], "https://a"
            ),
            (
                #""auth":{"type":"ntlm","ntlm":[{"key":"username","value":"ann"},{"key":"password","value":"a b"},{"key":"domain","value":"WORK"}]}"#,
                [#"Authorization: NTLM WORK\ann:a b"#], "https://a"
            ),
            (
                #""auth":{"type":"digest","digest":[{"key":"username","value":"ann"},{"key":"password","value":"{{p}}"}]}"#,
                ["Authorization: Digest ann:{{p}}"], "https://a"
            ),
        ])
    func authorization(source: String, headers: [String], url: String) throws {
        let request = try Self.request(
            #"{"url":"https://a",\#(source)}"#,
            more: #","auth":{"type":"bearer","bearer":[{"key":"token","value":"outer"}]}"#)
        #expect(request.headers.map { "\($0.name): \($0.value)" } == headers)
        #expect(request.url == url)
    }

    @Test("what cannot be carried over is named")
    func warnings() throws {
        let collection = try Self.collection(
            #"""
            {"info":{"name":"Shop"},"item":[
             {"name":"One","event":[{"listen":"test","script":{"exec":["pm.test('x')","@y"]}}],
              "protocolProfileBehavior":{"followRedirects":false,"strictSSL":false},
              "request":{"url":"https://a/{{$randomCity}}","auth":{"type":"hawk"},"proxy":{"host":"p"}},
              "response":[{},{}]},
             {"name":"Neither"}]}
            """#)
        #expect(
            Set(collection.warnings.map(\.text)) == [
                "Its scripts are kept as comments and do not run.", "Left out: 2 saved responses.",
                "The setting “strictSSL” is left out.", "The authorization of the kind “hawk” is left out.",
                "Its proxy is left out.", "“$randomCity” has no counterpart here and needs a value.",
                "It is neither a folder nor a request and is left out.",
            ])
        guard case .request(let request) = collection.items.first else { return }
        #expect(request.directives == ["@no-redirect"])
        #expect(request.comments == ["Script (test):", "pm.test('x')", "@y"])
    }

    @Test("environments and globals are read beside a collection")
    func environments() throws {
        let collection = try ImportFormat.postman.collection(from: [
            ImportFile(path: "c.json", bytes: Array(#"{"info":{"name":"C"},"item":[]}"#.utf8)),
            ImportFile(
                path: "dev.postman_environment.json",
                bytes: Array(
                    #"{"name":"dev","values":[{"key":"a","value":"1","enabled":true},{"key":"s","value":"2","type":"secret"}],"_postman_variable_scope":"environment"}"#
                        .utf8)),
            ImportFile(
                path: "g.json",
                bytes: Array(
                    #"{"name":"G","values":[{"key":"g","value":"3"}],"_postman_variable_scope":"globals"}"#
                        .utf8)),
        ])
        #expect(collection.variables == [.init("g", "3")])
        #expect(
            collection.environments == [
                .init(name: "dev", variables: [.init("a", "1"), .init("s", "2", isSecret: true)])
            ])
    }

    @Test(
        "what is no collection is refused with its place",
        arguments: [
            ("{", "shop.json:1:2: It is not JSON."), ("[]", "shop.json: It has no key “info”"),
            (#"{"requests":[],"order":[]}"#, "shop.json: It is a collection of Postman 1.0."),
            (#"{"info":{},"item":{}}"#, "shop.json: Its key “item” is not a list."),
            (String(repeating: "[", count: 100_000), "nested more than 256 deep"),
        ])
    func refusals(text: String, message: String) {
        let failure = #expect(throws: ImportError.self) { try Self.collection(text) }
        #expect(failure?.description.contains(message) == true, "\(failure?.description ?? "")")
    }
}

@Suite("A collection written for Postman")
struct PostmanWriterTests {
    @Test(
        "a login is written as Postman carries it out, so that its secret is in no header",
        arguments: [
            "AWS AKID {{s}} token:t region:eu-west-1 service:s3", #"NTLM WORK\ann:{{p}}"#, "Digest ann:{{p}}",
        ])
    func logins(value: String) throws {
        var request = EditableRequest(name: "a", method: "GET", url: "https://a/")
        request.headers = [.init("Authorization", value)]
        let output = PostmanWriter.write(RequestCollection(name: "c", items: [.request(request)]))
        let written = try JSONValue(parsing: output.bytes)["item"]?[0]?["request"]
        #expect(written?["header"] == [] && output.warnings.isEmpty)
        let again = try imported(.postman, String(decoding: output.bytes, as: UTF8.self), path: "a.json")
        #expect(try again.request("a").headers.map(\.value) == [value])
    }

    @Test("is read as the same collection")
    func roundTrip() throws {
        var collection = RequestCollection(name: "Shop", variables: [.init("host", "https://a")])
        collection.about = "All\nof it"
        collection.variables.append(.init("id", "{{$uuid}}", isSecret: true))
        collection.items = [
            .folder(.init(name: "Bodies", about: "of all kinds", items: Self.requests.map { .request($0) })),
            .folder(.init(name: "Empty", items: [.folder(.init(name: "Deep", items: []))])),
            .request(.init(name: "Last", method: "PURGE", url: "{{host}}/{{$uuid}}?a=1&b#c")),
        ]
        let output = PostmanWriter.write(collection)
        #expect(output.warnings == [])
        let back = try ImportFormat.postman.collection(from: [
            ImportFile(path: "x.json", bytes: output.bytes)
        ])
        #expect(back == collection)
    }

    static var requests: [EditableRequest] {
        let bodies: [EditableBody] = [
            .none, .text("{\"a\": \"{{b}}\"}\n### x"),
            .form([.init(formEncoding: "a b", "c&d"), .init("off", "1", isEnabled: false)]),
            .multipart([
                .init("t", .text("x\ny"), contentType: "text/plain"),
                .init("f", .file(path: "a/b.png"), isEnabled: false),
                .init("g", .file(path: "c"), filename: "d"),
            ]),
            .file(path: "data.bin"), .graphQL(query: "query {\n a\n}", variables: "{\"b\": 1}"),
        ]
        return bodies.enumerated().map { index, body in
            var request = EditableRequest(
                name: "Number \(index)", method: "POST", url: "http://h:80\(index)/p/a?x={{y}}&z")
            request.about = "About\nit"
            request.headers = [
                .init("Content-Type", "application/json"), .init("X-Off", "1", isEnabled: false),
            ]
            request.body = body
            request.directives = ["@no-redirect", "@no-cookie-jar"]
            return request
        }
    }

    @Test("names what Postman does not know")
    func warnings() {
        var request = EditableRequest(name: "A", url: "https://a/{{login.response.body.id}}/{{$dotenv X}}")
        request.directives = ["@name a", "@retry 3"]
        let collection = RequestCollection(
            name: "C", items: [.request(request)], environments: [.init(name: "dev", variables: [])])
        #expect(
            PostmanWriter.write(collection).warnings.map(\.text) == [
                "The directive @retry 3 is left out.", "Postman does not know “$dotenv X”.",
                "Postman does not know “login.response.body.id”.", "The environment is left out.",
            ])
    }
}
