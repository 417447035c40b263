import EngineJSON
import Testing

@testable import RequestFormats

@Suite("The secrets of an import")
struct ImportedSecretTests {
    /// Small files whose secrets are words that also occur elsewhere.
    static let samples: [(format: ImportFormat, path: String, text: String)] = [
        (
            .openAPI, "api.yaml",
            """
            openapi: 3.0.0
            servers: [{url: "http://api.test"}]
            paths:
              /user/{username}:
                get:
                  parameters:
                    - {name: username, in: path, required: true, schema: {type: string}}
                    - {name: filter, in: query, required: true, schema: {type: string}}
                    - {name: session, in: cookie, required: true, schema: {type: string}}
              /pet/{id}:
                delete:
                  parameters:
                    - {name: api_key, in: header, required: true, schema: {type: string}}
                    - {name: access_token, in: query, required: true, schema: {type: string}}
                    - {name: id, in: path, required: true, schema: {type: integer}}
              /password/reset:
                post:
                  summary: Reset the password
                  requestBody:
                    content:
                      application/json:
                        schema:
                          type: object
                          properties:
                            password: {type: string, example: password}
                            secret: {type: string}
                            username: {type: string}
                            max_tokens: {type: integer}
            """
        ),
        (
            .postman, "a.json",
            #"""
            {"info": {"name": "postgres"}, "item": [
              {"name": "Tables of postgres", "request": {"url": "http://a.test/db/postgres/tables", "description": "of postgres",
                "header": [{"key": "X-User", "value": "postgres"}],
                "auth": {"type": "basic", "basic": [{"key": "username", "value": "postgres"}, {"key": "password", "value": "postgres"}]}}},
              {"name": "Log in", "request": {"method": "POST", "url": "http://a.test/login?token=postgres&user=postgres",
                "body": {"mode": "raw", "raw": "{\"password\": \"postgres\", \"postgres\": \"postgres\"}", "options": {"raw": {"language": "json"}}}}}]}
            """#
        ),
        (
            .insomnia, "b.json",
            #"""
            {"__export_format": 4, "resources": [
              {"_id": "w", "_type": "workspace", "name": "Shop"},
              {"_id": "r", "_type": "request", "parentId": "w", "name": "service of service", "method": "POST",
               "url": "http://a.test/service", "parameters": [{"name": "service", "value": "service"}],
               "authentication": {"type": "apikey", "addTo": "queryParams", "key": "k", "value": "service"},
               "body": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a", "value": "service"}]}},
              {"_id": "q", "_type": "request", "parentId": "w", "name": "b", "url": "http://a.test/{{ _.base }}/service"}]}
            """#
        ),
        (
            .bruno, "c.bru",
            """
            post {
              url: http://a.test/secret/x?secret=secret
              body: json
              auth: bearer
            }

            auth:bearer {
              token: secret
            }

            body:json {
              {"client_secret": "secret", "kind": "secret"}
            }

            docs {
              The secret.
            }
            """
        ),
    ]

    @Test(
        "Filling a secret's variable in changes the places of that secret alone", arguments: samples.indices)
    func places(index: Int) throws {
        let (format, path, text) = Self.samples[index]
        let count = try SecretPlaces.check(
            try imported(format, text, path: path), isDescription: format == .openAPI)
        #expect(count > 0)
    }

    @Test("A password that is an ordinary word stays in paths, titles, keys and user names")
    func words() throws {
        let (format, path, text) = Self.samples[1]
        let written = CollectionWriter.write(try imported(format, text, path: path))
        let requests = written.files[0].text
        #expect(requests.contains("### Tables of postgres\n"), "\(requests)")
        #expect(requests.contains("GET http://a.test/db/postgres/tables\n"))
        #expect(requests.contains("X-User: postgres\nAuthorization: Basic postgres {{password}}\n"))
        #expect(requests.contains("POST http://a.test/login?token={{token}}&user=postgres\n"))
        #expect(requests.contains(#"{"password": "{{password}}", "postgres": "postgres"}"#))
        #expect(written.files[1].text.contains(#""password": "postgres""#))
        let other = text.replacing(#"word", "value": "postgres""#, with: #"word", "value": "other-word""#)
        let changed = CollectionWriter.write(try imported(format, other, path: path))
        let changedText = changed.files[0].text.replacing("{{password-2}}", with: "{{password}}")
        #expect(other != text && changedText == requests, "\(changedText)")
    }

    @Test(
        "A sample that no document gives is no secret: an empty variable stands for it where the secret is expected"
    )
    func samplesAreEmpty() throws {
        let (format, path, text) = Self.samples[0]
        let output = CollectionWriter.write(try imported(format, text, path: path))
        let requests = output.files.filter { !$0.isPrivate }.map(\.text).joined()
        #expect(
            requests.contains(
                "GET {{baseUrl}}/user/{{username}}?filter=string\nCookie: session={{session}}\n"))
        #expect(
            requests.contains(
                "DELETE {{baseUrl}}/pet/{{id}}?access_token={{%access_token}}\napi_key: {{api_key}}\n"))
        #expect(requests.contains("### Reset the password\n"))
        #expect(requests.contains("POST {{baseUrl}}/password/reset\n"))
        #expect(requests.contains(#""password": "{{password}}""#))
        #expect(requests.contains(#""secret": "{{secret}}""#))
        #expect(requests.contains(#""username": "string""#), "\(requests)")
        let secrets = try #require(output.files.first { $0.isPrivate }).text
        let shared = try JSONValue(parsing: secrets)["$shared"]
        #expect(shared?["api_key"] == "" && shared?["session"] == "" && shared?["secret"] == "", "\(secrets)")
        #expect(shared?["password"] == "password")
    }

    @Test("The variable of a sample is not that of a security scheme")
    func schemes() throws {
        let text = """
            openapi: 3.0.0
            servers: [{url: "http://api.test"}]
            security: [{login: []}]
            paths:
              /users:
                post:
                  requestBody:
                    content:
                      application/x-www-form-urlencoded:
                        schema: {type: object, properties: {password: {type: string, format: password}}}
            components: {securitySchemes: {login: {type: http, scheme: basic}}}
            """
        let requests = CollectionWriter.write(try imported(.openAPI, text)).files[0].text
        #expect(requests.contains("Authorization: Basic {{username}} {{password}}\n"), "\(requests)")
        #expect(requests.contains("\npassword={{%password-2}}\n"), "\(requests)")
    }

    @Test("A long secret that is also written in clear is named with its request")
    func repeated() throws {
        let text = #"""
            {"info": {"name": "a"}, "item": [{"name": "One", "request": {"url": "http://a.test",
              "description": "Sends 0123456789abcdef.",
              "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "0123456789abcdef"}]}}}]}
            """#
        let output = CollectionWriter.write(try imported(.postman, text))
        #expect(output.files[0].text.contains("# Sends 0123456789abcdef.\n"))
        #expect(
            output.warnings == [
                .init(
                    "One",
                    "The value of “token” is also written elsewhere in it, in clear: write {{token}} there, or take it out."
                )
            ])
    }
}

@Suite(.enabled(if: Corpus.folder != nil, "the folder of collected files is not here"))
struct ImportedSecretCorpusTests {
    @Test(
        "In every collected file, filling a secret's variable in changes the places of that secret alone",
        arguments: [("openapi", ImportFormat.openAPI), ("postman", .postman)])
    func files(folder: String, format: ImportFormat) throws {
        var count = 0
        for bytes in try Corpus.files(in: folder, named: format.endings) {
            let collection = try format.collection(from: [ImportFile(path: "collected", bytes: bytes)])
            count += try SecretPlaces.check(collection, isDescription: format == .openAPI)
        }
        #expect(count > 0)
        print("\(folder): \(count) secrets")
    }

    @Test("So it is in the collected collections of Bruno")
    func bruno() throws {
        let files = try Corpus.files(in: "bru", named: [".bru"]).enumerated().map {
            ImportFile(path: "\($0).bru", bytes: $1)
        }
        try SecretPlaces.check(try ImportFormat.bruno.collection(from: files))
    }
}
