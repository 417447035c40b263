import EngineJSON
import RequestFormats
import Testing

/// Rows disabled by other programs, converted through all formats.
@Suite("Rows that are switched off")
struct SwitchedOffTests {
    private static let postman = #"""
        {"info":{"name":"Shop"},"item":[{"name":"One","request":{"method":"POST",
          "url":{"raw":"http://h/a?on=1","host":["h"],"protocol":"http","path":["a"],
            "query":[{"key":"on","value":"1"},{"key":"off","value":"x y","disabled":true},{"key":"bare","value":null,"disabled":true}]},
          "header":[{"key":"X-Off","value":"h","disabled":true}],
          "body":{"mode":"urlencoded","urlencoded":[{"key":"f","value":"a&b","disabled":true},{"key":"g","value":"2"}]}}}]}
        """#
    private static let insomnia = #"""
        {"__export_format":4,"resources":[{"_type":"request","_id":"r","name":"One","method":"POST","url":"http://h/a",
          "parameters":[{"name":"on","value":"1"},{"name":"off","value":"x y","disabled":true},{"name":"bare","value":"","disabled":true}],
          "headers":[{"name":"X-Off","value":"h","disabled":true}],
          "body":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"f","value":"a&b","disabled":true},{"name":"g","value":"2"}]}}]}
        """#
    private static let bruno = """
        meta {
          name: One
        }

        post {
          url: http://h/a?on=1
          body: formUrlEncoded
        }

        params:query {
          on: 1
          ~off: x y
          ~bare: 
        }

        headers {
          ~X-Off: h
        }

        body:form-urlencoded {
          ~f: a&b
          g: 2
        }
        """

    @Test(
        "come out of other programs as rows, and go back to Postman switched off",
        arguments: [
            (ImportFormat.postman, postman, "a.json"), (.insomnia, insomnia, "a.json"),
            (.bruno, bruno, "a.bru"),
        ])
    func wholeWay(format: ImportFormat, source: String, path: String) throws {
        let imported = try format.collection(from: [ImportFile(path: path, bytes: Array(source.utf8))])
        let written = CollectionWriter.write(imported)
        #expect(written.warnings == [])
        let text = try #require(written.files.first?.text)
        #expect(text.contains("\n# ?off=x%20y\n# ?bare"), "\(text)")
        #expect(text.contains("\n# &f=a%26b\n# X-Off: h\n"), "\(text)")

        let file = HTTPFile(parsing: text, path: "x.http")
        var request = try #require(file.text(of: 1).flatMap(EditableRequest.init(reading:)))
        #expect(request.text == file.text(of: 1))
        #expect(request.query.map(\.isEnabled) == [true, false, false])
        #expect(request.body == .form([.init("g", "2"), .init("f", "a%26b", isEnabled: false)]))
        #expect(request.target == "http://h/a?on=1")
        request.query[1].isEnabled = true
        #expect(request.target == "http://h/a?on=1&off=x%20y")

        var reader = CollectionReader(name: "x")
        reader.add(file.requests, of: file)
        let output = PostmanWriter.write(reader.collection)
        #expect(output.warnings == [])
        let back = try JSONValue(parsing: output.bytes)["item"]?.array?[0]["request"]
        let off = { (fields: JSONValue?) in
            (fields?.array ?? []).filter { $0["disabled"]?.bool == true }.compactMap { $0["key"]?.string }
        }
        #expect(off(back?["url"]?["query"]) == ["off", "bare"])
        #expect(off(back?["header"]) == ["X-Off"])
        #expect(off(back?["body"]?["urlencoded"]) == ["f"])
        let field = back?["body"]?["urlencoded"]?.array?.first { $0["key"]?.string == "f" }
        #expect(field?["value"]?.string == "a&b")
    }

    @Test("of a multipart form are rows, too; what no comment can hold is kept as one to read")
    func parts() throws {
        var request = EditableRequest(name: "A", method: "POST", url: "http://h/")
        request.body = .multipart([
            .init("on", .text("1")), .init("t", .text("x;type=y"), contentType: "a/b", isEnabled: false),
            .init("f", .file(path: "p.png"), filename: "q.png", isEnabled: false),
            .init("lines", .text("one\ntwo"), isEnabled: false), .init("at", .text("@x"), isEnabled: false),
        ])
        let output = CollectionWriter.write(RequestCollection(name: "A", items: [.request(request)]))
        let text = try #require(output.files.first?.text)
        #expect(
            text.contains("# &t=x;type=y;type=a/b;filename=\n# &f=@p.png;type=;filename=q.png\n"), "\(text)")
        #expect(text.contains("# switched off: lines=one\n# two\n# switched off: at=@x\n"), "\(text)")
        let back = try #require(EditableRequest(reading: text))
        guard case .multipart(let found) = back.body, case .multipart(let parts) = request.body else {
            Issue.record("no form: \(back.body)")
            return
        }
        #expect(found == Array(parts[..<3]))
    }

    @Test("that no other program can have are named")
    func warnings() {
        var request = EditableRequest(name: "A", method: "POST", url: "http://h/")
        request.headers = [.init("Content-Type", "application/x-www-form-urlencoded")]
        // Unencoded, the value of the first field could contain further fields.
        request.body = .form([.init("a", "{{v}}"), .init("b", "1", isEnabled: false)])
        let output = PostmanWriter.write(RequestCollection(name: "A", items: [.request(request)]))
        #expect(output.warnings.map(\.text) == ["The field “b” is switched off and left out."])
    }

    @Test("tell no secret")
    func secrets() throws {
        var request = EditableRequest(name: "A", url: "http://h/")
        request.query = [.init("api_key", "v-1", isEnabled: false)]
        request.headers = [.init("Authorization", "Bearer v-2", isEnabled: false)]
        request.body = .form([.init(formEncoding: "password", "v 3", isEnabled: false)])
        let files = CollectionWriter.write(RequestCollection(name: "A", items: [.request(request)])).files
        let text = try #require(files.first?.text)
        #expect(
            text.contains(
                "# ?api_key={{api_key}}\n# &password={{%password}}\n# Authorization: Bearer {{token}}\n"))
        let values = try #require(files.last?.text)
        for secret in ["v-1", "v-2", "v 3"] {
            #expect(!text.contains(secret) && values.contains("\"\(secret)\""))
        }
    }
}
