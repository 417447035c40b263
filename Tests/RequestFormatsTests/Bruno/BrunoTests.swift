import InspectorTestSupport
import Testing

@testable import RequestFormats

@Suite struct BrunoTests {
    private let folder: [(path: String, text: String)] = [
        ("bruno.json", #"{"version": "1", "name": "Shop", "type": "collection"}"#),
        (
            "collection.bru",
            """
            headers {
              X-All: 1
              X-Own: lower
            }

            auth {
              mode: bearer
            }

            auth:bearer {
              token: {{token}}
            }

            vars:pre-request {
              base: http://localhost:8080
            }
            """
        ),
        (
            "environments/dev.bru",
            "vars {\n  host: http://dev\n  ~old: x\n}\nvars:secret [\n  token,\n  other\n]\n"
        ),
        ("users/folder.bru", "meta {\n  name: People\n  seq: 1\n}\n\nauth {\n  mode: inherit\n}\n"),
        (
            "users/get.bru",
            """
            meta {
              name: Get one
              type: http
              seq: 2
            }

            get {
              url: {{base}}/users/:id?full=yes
              body: none
              auth: inherit
            }

            params:query {
              full: yes
              ~draft: no
            }

            params:path {
              id: ada lovelace
            }

            headers {
              X-Own: upper
              ~X-Off: 1
              "X:Y": z
            }

            vars:post-response {
              name: res.body.user.name
              strange: res("a b")
            }

            assert {
              res.status: eq 200
              res.body.user.id: isNumber
              ~res.body.x: eq 1
              res.body.list: length 3
            }

            script:pre-request {
              if (true) {
                bru.setVar("a", 1);
              }
            }

            settings {
              followRedirects: false
              timeout: 250
            }

            docs {
              Finds a user.
            }
            """
        ),
        (
            "users/add.bru",
            """
            meta {
              name: Add
              type: http
              seq: 1
            }

            post {
              url: {{base}}/users
              body: json
              auth: basic
            }

            auth:basic {
              username: {{user}}
              password: p
            }

            body:json {
              {
                "id": "{{$guid}}",
                "home": "{{process.env.HOME}}",
                "age": {{?How old}}
              }
            }
            """
        ),
        (
            "forms.bru",
            """
            meta {
              name: Forms
              type: http
            }

            post {
              url: {{base}}/form
              body: multipartForm
              auth: none
            }

            body:multipart-form {
              @description('''
                two
                lines
              ''')
              text: value @contentType(text/x)
              long: '''
                one
                two
              '''
              files: @file(a.png|b.png)
              ~off: 1
            }
            """
        ),
        ("call.bru", "meta {\n  name: Call\n  type: grpc\n}\n\ngrpc {\n  url: x\n}\n"),
        ("broken.bru", "meta {\n  name: x\n"),
    ]

    @Test("A folder is one collection, in the order of seq, with environments and secrets")
    func collection() throws {
        let collection = try imported(.bruno, folder)
        #expect(collection.name == "Shop")
        #expect(collection.flattened.map(\.place) == ["People / Add", "People / Get one", "Forms"])
        #expect(
            collection.environments == [
                .init(
                    name: "dev",
                    variables: [
                        .init("host", "http://dev"), .init("token", "", isSecret: true),
                        .init("other", "", isSecret: true),
                    ])
            ])
        #expect(collection.variables == [.init("base", "http://localhost:8080")])
        #expect(collection.warningTexts.contains("Call: It is not an HTTP request (grpc) and is left out."))
        #expect(
            collection.warningTexts.contains { $0.hasPrefix("broken.bru: It is not read: broken.bru:1:1") })
        #expect(try collection.writtenRequests().count == 3)
    }

    @Test("Headers and credentials come from the folders above; captures and assertions become directives")
    func request() throws {
        let request = try imported(.bruno, folder).request("Get one")
        #expect(request.method == "GET")
        #expect(request.url == "{{base}}/users/ada%20lovelace?full=yes")
        #expect(
            request.headers == [
                .init("X-All", "1"), .init("X-Own", "upper"), .init("X-Off", "1", isEnabled: false),
                .init("X:Y", "z"), .init("Authorization", "Bearer {{token}}"),
            ])
        #expect(
            request.directives == [
                "@no-redirect", "@timeout 250ms", "@capture name = body.user.name", "@assert status == 200",
                "@assert body.user.id isNumber",
            ])
        #expect(request.about == "Finds a user.")
        #expect(
            request.comments == [
                "not run: strange: res(\"a b\")", "switched off: res.body.x: eq 1",
                "not run: res.body.list: length 3", "not run: script:pre-request", "  if (true) {",
                "    bru.setVar(\"a\", 1);", "  }",
            ])
        #expect(request.query == [.init("draft", "no", isEnabled: false)])
    }

    @Test("Bodies keep their text; what Bruno has between braces becomes ours")
    func bodies() throws {
        let collection = try imported(.bruno, folder)
        let add = try collection.request("Add")
        #expect(
            add.body
                == .text(
                    "{\n  \"id\": \"{{$guid}}\",\n  \"home\": \"{{$processEnv HOME}}\",\n  \"age\": {{how_old}}\n}"
                ))
        #expect(add.directives == ["@prompt how_old How old"])
        #expect(add.headers.contains(.init("Authorization", "Basic {{user}}:p")))
        #expect(add.headers.last == .init("Content-Type", "application/json"))
        #expect(
            try collection.request("Forms").body
                == .multipart([
                    .init("text", .text("value"), contentType: "text/x"), .init("long", .text("one\ntwo")),
                    .init("files", .file(path: "a.png")),
                    .init("files", .file(path: "b.png")),
                    .init("off", .text("1"), isEnabled: false),
                ]))
    }

    @Test(
        "Assertions with the same meaning here are translated",
        arguments: [
            ("res.status", "eq 200", "@assert status == 200"), ("res.status", "200", "@assert status == 200"),
            ("res.body.a[0].b", "neq x y", "@assert body.a[0].b != x y"),
            ("res.headers['content-type']", "contains json", "@assert header content-type contains json"),
            ("res.responseTime", "lt 500", "@assert duration < 500"),
            ("res.body", "isDefined", "@assert body exists"), ("res.body.a", "in 1, 2", nil),
            ("res('a')", "eq 1", nil), ("req.url", "eq 1", nil), ("res.body.a-b", "isNull", nil),
        ] as [(String, String, String?)])
    func assertions(subject: String, test: String, expected: String?) {
        #expect(BrunoAssertions.assertion(subject, test) == expected)
    }

    @Test(
        "A broken file by itself is refused with its line",
        arguments: [
            ("meta {\n", 1), ("\n\nhello\n", 3), ("get {\n  nothing\n}\n", 2), ("a {\n  b: '''\n  x\n}\n", 2),
        ])
    func refusals(text: String, line: Int) throws {
        let failure = try #require(throws: ImportError.self) { try imported(.bruno, text, path: "x.bru") }
        #expect(failure.line == line)
    }

    @Test("The same as YAML is read too")
    func openCollection() throws {
        let collection = try imported(
            .bruno,
            [
                (
                    "opencollection.yml",
                    "opencollection: 1.0.0\ninfo: {name: Shop}\nrequest:\n  auth: {type: bearer, token: '{{t}}'}\n"
                ),
                (
                    "environments/dev.yml",
                    "name: dev\nvariables:\n  - {name: host, value: a}\n  - {name: t, secret: true}\n"
                ),
                (
                    "users/folder.yml",
                    "info: {name: People, seq: 1}\nrequest:\n  headers: [{name: X-A, value: '1'}]\n"
                ),
                (
                    "users/add.yml",
                    """
                    info: {name: Add, type: http, seq: 1}
                    http:
                      method: POST
                      url: "{{host}}/users/:id"
                      params: [{name: id, value: '7', type: path}]
                      body: {type: json, data: '{"a": 1}'}
                      auth: inherit
                    runtime:
                      scripts: [{type: tests, code: x()}]
                      assertions: [{expression: res.status, operator: eq, value: '201'}]
                    settings: {followRedirects: false}
                    docs: Adds one.
                    """
                ),
                ("docker-compose.yml", "services: {}"),
            ])
        #expect(collection.name == "Shop")
        #expect(collection.flattened.map(\.place) == ["People / Add"])
        let request = try collection.request("Add")
        #expect(
            request.method == "POST" && request.url == "http://{{host}}/users/7"
                && request.about == "Adds one.")
        #expect(
            request.headers == [
                .init("X-A", "1"), .init("Authorization", "Bearer {{t}}"),
                .init("Content-Type", "application/json"),
            ])
        #expect(request.body == .text("{\"a\": 1}"))
        #expect(request.directives == ["@no-redirect", "@assert status == 201"])
        #expect(request.comments == ["not run: tests", "  x()"])
        #expect(
            collection.environments == [
                .init(name: "dev", variables: [.init("host", "a"), .init("t", "", isSecret: true)])
            ])
        #expect(collection.warningTexts.contains("docker-compose.yml: It is not a file of a collection."))
    }

    @Test("A header whose name no line can hold is left out and told")
    func awkwardHeader() throws {
        let text =
            "get {\n  url: http://a\n}\n\nheaders {\n  \"  a{{ \": x\n  \u{10}: y\n  \u{1000} t: z\n  A: b\n}\n"
        let collection = try imported(.bruno, text, path: "r.bru")
        #expect(try collection.writtenRequests().map(\.headers.count) == [1])
        #expect(CollectionWriter.write(collection).warnings.count == 3)
    }

    @Test("Random damage never crashes")
    func mutations() {
        var random = SeededRandom(seed: 3)
        var read = 0
        for _ in 0..<400 {
            let damaged = folder.map { file -> ImportFile in
                var bytes = Array(file.text.utf8)
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = Array("{}[]:~'@(\n\"".utf8).randomElement(using: &random) ?? 0
                return ImportFile(path: file.path, bytes: bytes)
            }
            if let collection = try? ImportFormat.bruno.collection(from: damaged) {
                read += 1
                _ = CollectionWriter.write(collection)
            }
        }
        #expect(read > 200)
    }
}
