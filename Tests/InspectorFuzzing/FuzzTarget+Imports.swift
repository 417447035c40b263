import EngineJSON
import EngineJSONPath
import RequestFormats

extension FuzzTarget {
    /// Files from other programs.
    static let imports: [FuzzTarget] = [
        importer("postman", .postman, seeds: postman), importer("har", .har, seeds: har),
        importer("openapi", .openAPI, seeds: openAPI), importer("insomnia", .insomnia, seeds: insomnia),
        importer("bruno", .bruno, path: "a.bru", seeds: bruno),
        FuzzTarget(
            text: "jsonpath", seeds: ["$..a[?(@.b > 1 && match(@.c, 'x.*'))]['d', 0:5:2, *]", "$.a[-1:]"]
        ) {
            guard let path = try? JSONPath($0) else { return nil }
            _ = try? path.nodes(in: sample, stepLimit: 10_000)
            return (try? JSONPath(path.text)) == path ? nil : "Its own text is another path."
        },
    ]

    /// An import must be writable, and the written files must contain the same number of requests.
    private static func importer(
        _ name: String, _ format: ImportFormat, path: String = "a.json", seeds: [String]
    ) -> FuzzTarget {
        FuzzTarget(name, seeds: seeds) { bytes in
            guard let collection = try? format.collection(from: [ImportFile(path: path, bytes: bytes)]) else {
                return nil
            }
            for file in CollectionWriter.write(collection).files where file.path.hasSuffix(".http") {
                let read = HTTPFile(parsing: file.text, path: file.path)
                if let problem = read.diagnostics.first(where: { $0.severity == .error }) {
                    return "What is written has an error: \(problem)"
                }
            }
            return nil
        }
    }

    private static let sample: JSONValue = [
        "a": [["b": 2, "c": "xy", "d": [1, 2, 3]], ["b": nil]], "e": ["a": [true, 1.5, "s"]],
    ]

    private static let postman = [
        ##"""
        {"info":{"name":"n","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"variable":[{"key":"u",
        "value":"http://h"}],"auth":{"type":"bearer","bearer":[{"key":"token","value":"{{t}}"}]},"item":[{"name":"f","item":[{"name":"r",
        "event":[{"listen":"test","script":{"exec":["pm.test()"]}}],"request":{"method":"POST","header":[{"key":"A","value":"b","disabled":true}],
        "url":{"raw":"{{u}}/a/:id?x=1","host":["{{u}}"],"path":["a",":id"],"query":[{"key":"x","value":"1"}],"variable":[{"key":"id","value":"7"}]},
        "body":{"mode":"formdata","formdata":[{"key":"f","type":"file","src":"x.png"},{"key":"t","value":"v"}]}}}]},{"name":"g","request":
        {"method":"POST","url":"http://h/q","body":{"mode":"graphql","graphql":{"query":"{a}","variables":"{}"}}}}]}
        """##
    ]

    private static let har = [
        ##"""
        {"log":{"version":"1.2","creator":{"name":"c","version":"1"},"entries":[{"request":{"method":"POST","url":"http://h/a?b=c",
        "httpVersion":"h2","headers":[{"name":":path","value":"/a"},{"name":"Cookie","value":"a=b"}],"queryString":[],"postData":{"mimeType":
        "application/x-www-form-urlencoded","params":[{"name":"a","value":"b"}],"text":"a=b"}},"response":{"status":200}}]}}
        """##
    ]

    private static let openAPI = [
        """
        openapi: 3.1.0
        info: {title: t, version: "1"}
        servers: [{url: "https://{h}/v1", variables: {h: {default: x, enum: [x, y]}}}]
        paths:
          /a/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            post: &p
              tags: [T]
              security: [{k: []}]
              parameters: [{name: q, in: query, style: deepObject, explode: true, schema: {$ref: '#/components/schemas/S'}}]
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/S'}}}}
            put: *p
        components:
          securitySchemes: {k: {type: apiKey, in: header, name: X}}
          schemas: {S: {type: object, properties: {s: {$ref: '#/components/schemas/S'}, d: {type: string, format: date-time}}}}
        """,
        ##"{"swagger":"2.0","host":"h","basePath":"/b","schemes":["https"],"paths":{"/a":{"get":{"parameters":[{"in":"formData","name":"f"}]}}}}"##,
    ]

    private static let insomnia = [
        ##"""
        {"_type":"export","__export_format":4,"resources":[{"_id":"wrk_1","_type":"workspace","name":"w"},{"_id":"fld_1","_type":"request_group",
        "parentId":"wrk_1","name":"f"},{"_id":"req_1","_type":"request","parentId":"fld_1","name":"r","method":"POST","url":"{{ _.u }}/a","body":
        {"mimeType":"application/json","text":"{}"},"authentication":{"type":"basic","username":"u","password":"p"}},{"_id":"env_1",
        "_type":"environment","parentId":"wrk_1","data":{"u":"http://h"}}]}
        """##,
        """
        type: collection.insomnia.rest/5.0
        name: c
        collection:
          - name: f
            children:
              - {url: "{{ _.u }}/x", name: r, method: GET, parameters: [{name: a, value: b, disabled: true}], body: {mimeType: multipart/form-data, params: [{name: f, type: file, fileName: x}]}}
        environments: {name: e, data: {u: http://h}, subEnvironments: [{name: s, data: {u: http://i}}]}
        """,
    ]

    private static let bruno = [
        """
        meta {
          name: r
          type: http
          seq: 1
        }

        post {
          url: {{u}}/a/:id?x=1
          body: json
          auth: bearer
        }

        params:path {
          id: 7
        }

        headers {
          A: b
          ~B: c
        }

        auth:bearer {
          token: {{t}}
        }

        body:json {
          {"a": "}"}
        }

        vars:post-response {
          t: res.body.token
        }

        assert {
          res.status: eq 200
        }

        docs {
          text
        }
        """
    ]
}
