import EngineJSON
import Testing

@testable import RequestFormats

/// How other programs process values before sending, and what the written files contain.
@Suite("Imported values")
struct ImportedValuesTests {
    /// Returns the request files of an import, the private environment file, and the warnings.
    private func written(
        _ format: ImportFormat, _ text: String, path: String = "a.json"
    ) throws -> (requests: String, secrets: String, warnings: [String]) {
        let output = CollectionWriter.write(try imported(format, text, path: path))
        func content(_ isPrivate: Bool) -> String {
            output.files.filter { $0.isPrivate == isPrivate }.map(\.text).joined()
        }
        return (content(false), content(true), output.warnings.map(\.text))
    }

    private func postman(_ request: String, more: String = "") -> String {
        #"{"info":{"name":"Shop"},"item":[{"name":"One","request":\#(request)}]\#(more)}"#
    }

    private func insomnia(_ request: String, data: String = "{}") -> String {
        #"""
        {"__export_format": 4, "resources": [
          {"_id": "w", "_type": "workspace", "name": "Shop"},
          {"_id": "e", "_type": "environment", "parentId": "w", "name": "Base", "data": \#(data)},
          {"_id": "r", "_type": "request", "parentId": "w", "name": "One", "method": "POST", \#(request)}]}
        """#
    }

    // MARK: Encoded places

    @Test("what a variable brings into a form is encoded, as the other program does")
    func forms() throws {
        let fields = #"[{"key":"p","value":"{{v}}"},{"key":"{{n}}","value":"a {{v}}&{{$guid}}"}]"#
        let url = #""url":"http://a.test/","method":"POST""#
        let request = postman(
            #"{\#(url),"body":{"mode":"urlencoded","urlencoded":\#(fields)}}"#,
            more: #","variable":[{"key":"v","value":"a&b=c d"}]"#)
        let text = try written(.postman, request).requests
        #expect(text.contains("p={{%v}}\n&{{%n}}=a+{{%v}}%26{{$uuid}}\n"), "\(text)")
        let params = #"[{"name":"p","value":"{{ _.v }}"}]"#
        let body = #"{"mimeType":"application/x-www-form-urlencoded","params":\#(params)}"#
        let other = try written(.insomnia, insomnia(#""url": "http://a.test/", "body": \#(body)"#)).requests
        #expect(other.contains("\np={{%v}}\n"), "\(other)")
        let bru =
            "post {\n  url: http://a.test/\n  body: formUrlEncoded\n}\n\nbody:form-urlencoded {\n  p: {{v}}\n}\n"
        #expect(try written(.bruno, bru, path: "a.bru").requests.contains("\np={{%v}}\n"))
    }

    @Test("what a variable brings into a query or a path is encoded where the other program does so")
    func addresses() throws {
        let request = try written(
            .insomnia,
            insomnia(
                #"""
                "url": "http://a.test/:id", "pathParameters": [{"name": "id", "value": "x/{{ _.v }}"}],
                "parameters": [{"name": "q", "value": "{{ _.v }} {% prompt 'Your PIN' %}"}],
                "authentication": {"type": "apikey", "addTo": "queryParams", "key": "k", "value": "{{ _.key }}"}
                """#)
        ).requests
        #expect(
            request.contains("POST http://a.test/x%2F{{%v}}?q={{%v}}%20{{%your_pin}}&k={{%key}}\n"),
            "\(request)")
        let raw =
            #""url": "http://a.test/", "settingEncodeUrl": false, "parameters": [{"name": "q", "value": "{{ _.v }}"}]"#
        #expect(try written(.insomnia, insomnia(raw)).requests.contains("POST http://a.test/?q={{v}}\n"))
        // Postman substitutes variables in a URL before parsing it.
        let url = #"{"url":{"raw":"http://a.test/:id?q={{v}}","variable":[{"key":"id","value":"a?b/c"}]}}"#
        #expect(try written(.postman, postman(url)).requests.contains("GET http://a.test/a%3Fb/c?q={{v}}\n"))
        let auth =
            #"{"url":"http://a.test/#f","auth":{"type":"apikey","apikey":[{"key":"key","value":"k"},{"key":"value","value":"{{ v 1 }}"},{"key":"in","value":"query"}]}}"#
        #expect(
            try written(.postman, postman(auth, more: #","variable":[{"key":"v 1","value":"{{x}}"}]"#))
                .requests.contains("GET http://a.test/?k={{%v_1}}#f\n"))
        let bru =
            "get {\n  url: http://a.test/:id\n  auth: apikey\n}\n\nparams:path {\n  id: a/{{v}}\n}\n\nauth:apikey {\n  key: k\n  value: {{process.env.KEY}}{{v}}\n  placement: queryparams\n}\n"
        let text = try written(.bruno, bru, path: "a.bru").requests
        #expect(text.contains("GET http://a.test/a%2F{{v}}?k={{$processEnv KEY}}{{%v}}\n"), "\(text)")
    }

    @Test("an API key in the query of a described API is encoded, too")
    func describedKey() throws {
        let text = """
            openapi: 3.0.0
            servers: [{url: "http://a.test"}]
            security: [{key: []}]
            paths: {/a: {get: {}}}
            components: {securitySchemes: {key: {type: apiKey, in: query, name: k}}}
            """
        #expect(try written(.openAPI, text, path: "a.yaml").requests.contains("?k={{%apiKey}}\n"))
    }

    @Test("a form that a request file has is the same when it is written again")
    func formsAgain() throws {
        for body in ["p={{%v}}&q=a+b", "p={{v}}"] {
            let source =
                "### One\n# @name one\nPOST http://a.test/\nContent-Type: application/x-www-form-urlencoded\n\n\(body)\n"
            let file = HTTPFile(parsing: source, path: "a.http")
            var reader = CollectionReader(name: "a")
            reader.add(file.requests, of: file)
            let again = CollectionWriter.writeOne(reader.collection).text.replacing("\n&", with: "&")
            #expect(again.contains("\n\(body)\n"), "\(again)")
        }
    }

    // MARK: Credentials

    @Test(
        "what is a credential by its kind stands in no request file",
        arguments: [
            #"{"url":"http://a.test","auth":{"type":"apikey","apikey":[{"key":"key","value":"X-K"},{"key":"value","value":"v-1"}]}}"#,
            #"{"url":"http://a.test","auth":{"type":"apikey","apikey":[{"key":"key","value":"k"},{"key":"value","value":"v-1"},{"key":"in","value":"query"}]}}"#,
            #"{"url":"http://a.test","auth":{"type":"apikey","apikey":[{"key":"key","value":"X-K"},{"key":"value","value":"{{plain}}"}]}}"#,
            #"{"url":"http://a.test","auth":{"type":"bearer","bearer":[{"key":"token","value":"{{outer}}"}]}}"#,
            #"{"url":"http://a.test","auth":{"type":"basic","basic":[{"key":"username","value":"{{user}}"},{"key":"password","value":"v-1"}]}}"#,
            #"{"url":"http://a.test","auth":{"type":"basic","basic":[{"key":"username","value":"{{user}}"},{"key":"password","value":"{{plain}}"}]}}"#,
            #"{"url":"http://a.test","auth":{"type":"awsv4","awsv4":[{"key":"accessKey","value":"{{user}}"},{"key":"secretKey","value":"v-1"}]}}"#,
            #"{"url":"http://a.test","auth":{"type":"awsv4","awsv4":[{"key":"accessKey","value":"AKID"},{"key":"secretKey","value":"{{plain}}"},{"key":"sessionToken","value":"v-1"}]}}"#,
            #"{"url":"http://a.test","auth":{"type":"ntlm","ntlm":[{"key":"username","value":"u"},{"key":"password","value":"v-1"}]}}"#,
            #"{"url":"http://a.test","auth":{"type":"digest","digest":[{"key":"username","value":"u"},{"key":"password","value":"{{plain}}"}]}}"#,
            #"{"url":"http://a.test","method":"POST","body":{"mode":"formdata","formdata":[{"key":"password","value":"v-1","type":"text"}]}}"#,
        ])
    func postmanCredentials(request: String) throws {
        let variables =
            #"[{"key":"plain","value":"v-1"},{"key":"outer","value":"{{plain}}"},{"key":"user","value":"ada"}]"#
        let text = try written(.postman, postman(request, more: #","variable":\#(variables)"#))
        // Without references, a variable that does not look secret stays a variable.
        let lines = text.requests.split(separator: "\n").filter {
            $0 != "@plain = v-1" || request.contains("{{")
        }
        #expect(
            !lines.contains { $0.contains("v-1") } || !request.contains("plain") && !request.contains("outer")
        )
        #expect(!lines.filter { !$0.hasPrefix("@plain") }.contains { $0.contains("v-1") }, "\(text.requests)")
        #expect(text.secrets.contains(#""v-1""#), "\(text.secrets)")
        #expect(!text.secrets.contains("ada"))
    }

    @Test("so it is for Insomnia and Bruno; and what is switched off tells no secret")
    func otherCredentials() throws {
        for place in [#""addTo": "header""#, #""addTo": "queryParams""#] {
            let auth = #"{"type": "apikey", \#(place), "key": "k", "value": "v-1"}"#
            let text = try written(
                .insomnia, insomnia(#""url": "http://a.test/", "authentication": \#(auth)"#))
            #expect(!text.requests.contains("v-1") && text.secrets.contains("v-1"), "\(text)")
        }
        for auth in [
            #"{"type": "iam", "accessKeyId": "AKID", "secretAccessKey": "v-1", "region": "eu-west-1", "service": "s3"}"#,
            #"{"type": "iam", "accessKeyId": "AKID", "secretAccessKey": "other", "sessionToken": "v-1"}"#,
            #"{"type": "ntlm", "username": "u", "password": "v-1"}"#,
        ] {
            let text = try written(
                .insomnia, insomnia(#""url": "http://a.test/", "authentication": \#(auth)"#))
            #expect(!text.requests.contains("v-1") && text.secrets.contains("v-1"), "\(text)")
            #expect(
                text.requests.contains("Authorization: AWS AKID {{") || text.requests.contains("NTLM u:{{"))
        }
        let signed = try written(
            .bruno,
            "get {\n  url: http://a.test/\n  auth: awsv4\n}\n\nauth:awsv4 {\n  accessKeyId: AKID\n  secretAccessKey: v-1\n  service: s3\n}\n"
        )
        #expect(!signed.requests.contains("v-1") && signed.secrets.contains("v-1"), "\(signed)")
        #expect(signed.requests.contains("service:s3"))
        let variable = #""authentication": {"type": "bearer", "token": "{{ _.plain }}"}"#
        let text = try written(
            .insomnia, insomnia(#""url": "http://a.test/", \#(variable)"#, data: #"{"plain": "v-1"}"#))
        #expect(!text.requests.contains("v-1") && text.secrets.contains("v-1"), "\(text)")
        for place in ["header", "queryparams"] {
            let bru =
                "get {\n  url: http://a.test/\n  auth: apikey\n}\n\nauth:apikey {\n  key: k\n  value: v-1\n  placement: \(place)\n}\n"
            let text = try written(.bruno, bru, path: "a.bru")
            #expect(!text.requests.contains("v-1") && text.secrets.contains("v-1"), "\(text)")
        }
        let off =
            #"{"url":{"raw":"http://a.test/","host":["a","test"],"path":[""],"query":[{"key":"api_key","value":"v-1","disabled":true}]}}"#
        let hidden = try written(.postman, postman(off)).requests
        #expect(hidden.contains("# ?api_key={{api_key}}\n") && !hidden.contains("v-1"), "\(hidden)")
    }

    // MARK: URLs

    @Test(
        "Postman's parts of a URL are what is sent, and a difference is named",
        arguments: [
            (
                #"{"raw":"http://api.test/r","protocol":"http","host":["api","test"],"path":["r"],"query":[{"key":"x","value":"1"}]}"#,
                "http://api.test/r?x=1", 1
            ),
            (#"{"raw":"api.test/r?","host":["api","test"],"path":["r"]}"#, "http://api.test/r", 0),
            (
                #"{"raw":"http://api.test/r?x=","protocol":"http","host":["api","test"],"path":["r"],"query":[{"key":"x","value":null}]}"#,
                "http://api.test/r?x", 0
            ),
            (#"{"raw":"{{base}}/r","path":["r"]}"#, "{{base}}/r", 0),
            (#"{"raw":"//api.test/x"}"#, "http://api.test/x", 0),
            (#""//api.test/x""#, "http://api.test/x", 0),
            (#""api.test/x?to=http://b""#, "http://api.test/x?to=http://b", 0),
            (#"{"protocol":"http","path":["x"]}"#, "", 1), (#""https:///a/b""#, "", 1),
            (#"{"raw":"http://a.test/","host":["a","test"],"auth":{"user":"u"}}"#, "http://a.test", 1),
        ])
    func parts(source: String, url: String, warnings: Int) throws {
        let collection = try imported(.postman, postman(#"{"url":\#(source)}"#), path: "a.json")
        #expect(try collection.request("One").url == url)
        #expect(collection.warnings.count == warnings, "\(collection.warningTexts)")
    }

    @Test("a URL without a host is kept as a comment, and not sent to the first name of its path")
    func hostless() throws {
        let text = try written(.postman, postman(#"{"url":{"protocol":"http","path":["x"]}}"#))
        #expect(text.requests.contains("# Its URL: http:///x\n# It has no URL.\n"), "\(text.requests)")
        #expect(HTTPFile(parsing: text.requests, path: "a.http").requests.isEmpty)
        #expect(text.warnings.contains("Its URL names no host: “http:///x”."))
    }

    @Test(
        "a URL that begins with a variable gets a scheme where the values have none",
        arguments: [
            (["api.test"], "http://{{base}}/x", ["api.test"]),
            (["https://api.test"], "{{base}}/x", ["https://api.test"]),
            ([], "{{base}}/x", []), ([""], "{{base}}/x", [""]),
            (["{{host}}:80"], "http://{{base}}/x", ["{{host}}:80"]),
            (["a.test", "https://b.test"], "{{base}}/x", ["http://a.test", "https://b.test"]),
        ])
    func schemes(values: [String], url: String, written: [String]) throws {
        var files = [
            (
                path: "a.json",
                text: postman(
                    #"{"url":"{{base}}/x"}"#, more: #","variable":[{"key":"host","value":"h.test"}]"#)
            )
        ]
        for (index, value) in values.enumerated() {
            files.append(
                (
                    "e\(index).json", #"{"name":"e\#(index)","values":[{"key":"base","value":"\#(value)"}]}"#
                ))
        }
        let collection = try imported(.postman, files)
        #expect(try collection.request("One").url == url)
        #expect(collection.environments.flatMap(\.variables).map(\.value) == written)
        #expect(collection.warnings.count == (written == values ? 0 : 1))
    }

    // MARK: Warnings

    @Test("a form's own type is named when it replaces another, and so are members that are not known")
    func members() throws {
        let form = #""body":{"mode":"formdata","formdata":[{"key":"a","value":"b","type":"text"}]}"#
        func warnings(_ request: String) throws -> [String] {
            try written(.postman, postman(request)).warnings
        }
        let header = #""header":[{"key":"Content-Type","value":"text/x"}]"#
        #expect(
            try warnings(#"{"url":"http://a.test","method":"POST",\#(header),\#(form)}"#)
                == ["The header Content-Type (text/x) gives way to that of the form."])
        #expect(
            try warnings(#"{"url":"http://a.test","data":[{"key":"a"}],"x":null}"#) == [
                "Its “data” is left out."
            ])
        #expect(
            try warnings(#"{"url":"http://a.test","body":{"raw":"a"}}"#) == [
                "Its body says no “mode” and is left out."
            ])
        #expect(
            try warnings(#"{"url":"http://a.test","body":{"mode":"raw","raw":"a","odd":1}}"#)
                == ["The member “odd” of its body is left out."])
    }
}
