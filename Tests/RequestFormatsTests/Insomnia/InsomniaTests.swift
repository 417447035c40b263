import EngineJSON
import InspectorTestSupport
import Testing

@testable import RequestFormats

@Suite struct InsomniaTests {
    private let versionFour = #"""
        {"_type": "export", "__export_format": 4, "resources": [
          {"_id": "wrk_1", "_type": "workspace", "name": "Shop", "parentId": null, "description": "Sells."},
          {"_id": "env_1", "_type": "environment", "parentId": "wrk_1", "name": "Base",
           "data": {"host": "http://localhost", "user": {"id": 7}, "url": "{{ _.host }}/v1"}},
          {"_id": "env_2", "_type": "environment", "parentId": "env_1", "name": "Dev", "isPrivate": true,
           "data": {"host": "http://dev"}},
          {"_id": "fld_1", "_type": "request_group", "parentId": "wrk_1", "name": "Users", "metaSortKey": -2,
           "environment": {"page": 1}, "headers": [{"name": "X-Folder", "value": "1"}],
           "authentication": {"type": "bearer", "token": "{{ _.token }}"}},
          {"_id": "req_2", "_type": "request", "parentId": "fld_1", "name": "Show", "method": "GET", "metaSortKey": 2,
           "url": "{{ _.url }}/users/:id", "pathParameters": [{"name": "id", "value": "{{ _['user.id'] }}"}],
           "parameters": [{"name": "q", "value": "a b"}, {"name": "off", "value": "1", "disabled": true}],
           "headers": [{"name": "X-T", "value": "{% response 'body', 'req_1', 'b64::JC50b2tlbg==::46b', 'never', 60 %}"},
                       {"name": "X-U", "value": "{% uuid 'v4' %}"}, {"name": "X-H", "value": "{% hash 'md5' %}"},
                       {"name": "X-F", "value": "{{ name | lower }}"}, {"name": "X-P", "value": "{% prompt 'Your PIN' %}"}]},
          {"_id": "req_1", "_type": "request", "parentId": "fld_1", "name": "Log in", "method": "POST", "metaSortKey": 1,
           "url": "{{ _.url }}/login", "authentication": {"type": "basic", "username": "u", "password": "p"},
           "body": {"mimeType": "application/json", "text": "{\"a\": 1}"}, "preRequestScript": "x()",
           "settingFollowRedirects": "off"},
          {"_id": "req_3", "_type": "request", "parentId": "wrk_1", "name": "Form", "method": "POST", "metaSortKey": -1,
           "url": "http://x", "headers": [{"name": "Content-Type", "value": "multipart/form-data"}],
           "authentication": {"type": "oauth2"},
           "body": {"mimeType": "multipart/form-data", "params": [
             {"name": "a", "value": "1"}, {"name": "f", "type": "file", "fileName": "x.png", "disabled": true}]}},
          {"_id": "req_4", "_type": "request", "parentId": "wrk_1", "name": "Graph", "method": "POST", "url": "http://x",
           "body": {"mimeType": "application/graphql", "text": "{\"query\": \"{ a }\", \"variables\": {\"b\": 1}}"}},
          {"_id": "greq_1", "_type": "grpc_request", "parentId": "wrk_1", "name": "Call"},
          {"_id": "ut_1", "_type": "unit_test", "parentId": "wrk_1", "name": "Test"},
          {"_id": "loop", "_type": "request_group", "parentId": "loop", "name": "Loop"}
        ]}
        """#

    private let versionFive = """
        type: collection.insomnia.rest/5.0
        name: Shop
        meta: {id: wrk_1, description: Sells.}
        collection:
          - name: Later
            meta: {id: req_9, sortKey: 5}
            url: http://x/{{ _.page }}
            method: PUT
            body: {mimeType: application/octet-stream, fileName: data.bin}
            scripts: {afterResponse: "y()"}
          - name: Folder
            meta: {id: fld_1, sortKey: 1}
            environment: {page: 2}
            children:
              - name: Inner
                meta: {id: req_8, description: Says hello.}
                url: http://x/hello
                method: GET
                settings: {followRedirects: off}
          - {name: Socket, meta: {id: ws-req_1, sortKey: 9}, url: ws://x}
        environments:
          name: Base
          data: {host: a}
          subEnvironments:
            - {name: Dev, data: {host: b}}
        """

    @Test("Version 4: the list becomes a tree, with the environments")
    func four() throws {
        let collection = try imported(.insomnia, versionFour, path: "x.json")
        #expect(collection.name == "Shop" && collection.about == "Sells.")
        #expect(collection.flattened.map(\.place) == ["Users / Log in", "Users / Show", "Form", "Graph"])
        #expect(
            collection.variables == [
                .init("host", "http://localhost"), .init("user.id", "7"), .init("url", "{{host}}/v1"),
                .init("page", "1"),
            ])
        #expect(
            collection.environments == [
                .init(name: "Dev", variables: [.init("host", "http://dev", isSecret: true)])
            ])
        let warnings = collection.warningTexts
        #expect(warnings.contains("Call: It is not an HTTP request (grpc_request) and is left out."))
        #expect(warnings.contains("unit_test: It is not a request and is left out."))
        #expect(warnings.contains("Form: The credentials (oauth2) are left out."))
        #expect(try collection.writtenRequests().count == 4)
    }

    @Test("Templates become references; those without a counterpart become variables that nobody defines")
    func templates() throws {
        let collection = try imported(.insomnia, versionFour, path: "x.json")
        let show = try collection.request("Show")
        #expect(show.url == "{{url}}/users/{{%user.id}}?q=a%20b")
        #expect(show.query == [.init("off", "1", isEnabled: false)])
        #expect(
            show.headers == [
                .init("X-Folder", "1"), .init("X-T", "{{log_in.response.body.$.token}}"),
                .init("X-U", "{{$uuid}}"),
                .init("X-H", "{{insomnia-hash}}"), .init("X-F", "{{insomnia-name_lower}}"),
                .init("X-P", "{{your_pin}}"), .init("Authorization", "Bearer {{token}}"),
            ])
        #expect(show.directives == ["@name show", "@prompt your_pin Your PIN"])
        #expect(collection.warningTexts.contains { $0.hasPrefix("Users / Show: The tag “hash”") })
    }

    @Test("Bodies, credentials and scripts are carried over")
    func bodies() throws {
        let collection = try imported(.insomnia, versionFour, path: "x.json")
        let login = try collection.request("Log in")
        #expect(login.body == .text("{\"a\": 1}"))
        #expect(login.directives.contains("@no-redirect"))
        #expect(login.comments == ["not run: the script before the request", "  x()"])
        #expect(login.headers.contains(.init("Authorization", "Basic u:p")))
        #expect(
            try collection.request("Form").body
                == .multipart([
                    .init("a", .text("1")), .init("f", .file(path: "x.png"), isEnabled: false),
                ]))
        #expect(try collection.request("Form").headers.isEmpty)
        #expect(
            try collection.request("Graph").body == .graphQL(query: "{ a }", variables: "{\n  \"b\": 1\n}"))
    }

    @Test("Version 5: the tree is read from YAML")
    func five() throws {
        let collection = try imported(.insomnia, versionFive)
        #expect(collection.flattened.map(\.place) == ["Folder / Inner", "Later"])
        #expect(try collection.request("Later").body == .file(path: "data.bin"))
        #expect(try collection.request("Later").url == "http://x/{{page}}")
        #expect(try collection.request("Inner").about == "Says hello.")
        #expect(try collection.request("Inner").directives.contains("@no-redirect"))
        #expect(collection.environments == [.init(name: "Dev", variables: [.init("host", "b")])])
        #expect(
            collection.warningTexts.contains(
                "Socket: It is not an HTTP request (websocket_request) and is left out."))
        #expect(try collection.writtenRequests().count == 2)
    }

    @Test(
        "What is no export is refused",
        arguments: [
            "{}", "[]", "{\"__export_format\": 2}", "type: mock.insomnia.rest/5.0", "type: x", "{\"__export",
        ])
    func refusals(text: String) {
        #expect(throws: ImportError.self) { try imported(.insomnia, text) }
    }

    @Test("Wrong types anywhere never crash")
    func mutations() throws {
        var random = SeededRandom(seed: 5)
        let documents = [
            try JSONValue(parsing: versionFour),
            try YAMLComposer.value(of: Array(versionFive.utf8), maximumDepth: 64),
        ]
        var read = 0
        for round in 0..<400 {
            let damaged = documents[round % 2].damaged(with: &random).serialized()
            if let collection = try? imported(.insomnia, damaged) {
                read += 1
                _ = CollectionWriter.write(collection)
            }
        }
        #expect(read > 100)
    }
}
