import Testing

@testable import RequestFormats

@Suite("Files of other programs")
struct ImportedFileTests {
    @Test("Environments in an OpenCollection of one file are imported, and their secrets are empty")
    func bundledEnvironments() throws {
        let text = """
            opencollection: 1.0.0
            info: {name: Shop}
            bundled: true
            config:
              proxy: {inherit: false, config: {hostname: p.test}}
              clientCertificates: [{type: pem, domain: a.test}]
              environments:
                - name: dev
                  variables:
                    - {name: host, value: "http://127.0.0.1"}
                    - {name: apiKey, secret: true}
                    - {name: old, value: x, disabled: true}
            items:
              - info: {name: List, type: http, seq: 1}
                http: {method: GET, url: "{{host}}/list"}
                runtime:
                  actions:
                    - {type: set-variable, phase: after-response, selector: {expression: res.body.id}, variable: {name: id}}
            """
        let collection = try imported(.bruno, text, path: "opencollection.yml")
        #expect(
            collection.environments == [
                .init(
                    name: "dev",
                    variables: [.init("host", "http://127.0.0.1"), .init("apiKey", "", isSecret: true)])
            ])
        #expect(try collection.request("List").directives == ["@capture id = body.id"])
        #expect(
            collection.warningTexts == [
                "dev: The variable “old” is switched off and left out.",
                "opencollection.yml: Its proxy is left out: pass --proxy to the commands that send.",
                "opencollection.yml: Its client certificates are left out.",
            ])
        let files = CollectionWriter.write(collection).files
        #expect(files.first { $0.path == "http-client.env.json" }?.text.contains(#""dev""#) == true)
        #expect(files.first { $0.isPrivate }?.text.contains(#""apiKey": """#) == true)
    }

    @Test("Scripts of folders, stored cookies and the name of an operation of Insomnia are named")
    func insomniaLosses() throws {
        let text = #"""
            {"__export_format": 4, "resources": [{"_id": "w", "_type": "workspace", "name": "Shop"},
              {"_id": "f", "_type": "request_group", "parentId": "w", "name": "F", "preRequestScript": "x()"},
              {"_id": "j", "_type": "cookie_jar", "parentId": "w", "cookies": [{"key": "a"}]},
              {"_id": "r", "_type": "request", "parentId": "f", "name": "One", "url": "http://a.test",
               "settingSendCookies": false, "settingStoreCookies": false,
               "authentication": {"type": "basic", "username": "ü", "password": "p", "useISO88591": true},
               "body": {"mimeType": "application/graphql", "text": "{\"query\": \"{ a }\", \"operationName\": \"A\"}"}}]}
            """#
        let collection = try imported(.insomnia, text)
        #expect(try collection.request("One").directives.contains("@no-cookie-jar"))
        #expect(
            Set(collection.warningTexts) == [
                "F: The script before the requests of the folder is left out.",
                "F / One: Its credentials are sent as UTF-8, not as ISO-8859-1.",
                "F / One: The name of the operation, “A”, is left out.",
                "cookie_jar: It is not a request and is left out.",
            ])
    }

    @Test("A file in UTF-16 with a byte order mark is read")
    func utf16() throws {
        let text = #"{"info":{"name":"Shöp"},"item":[{"name":"One","request":{"url":"http://a.test"}}]}"#
        for isLittle in [true, false] {
            let units = [0xFEFF] + Array(text.utf16)
            let bytes = units.flatMap { unit in
                let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isLittle ? pair.reversed() : pair
            }
            let collection = try ImportFormat.postman.collection(from: [
                ImportFile(path: "a.json", bytes: bytes)
            ])
            #expect(collection.name == "Shöp")
        }
    }
}
