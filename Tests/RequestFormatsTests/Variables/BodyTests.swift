import ClientEngine
import ClientEngineWireMock
import RequestFormats
import Testing

@Suite struct BodyTests {
    @Test(
        "A body is what stands between the first blank line and the last line that is not blank",
        arguments: [
            ("POST http://a\n\nhello\n", "hello"),
            ("POST http://a\n\nhello\n\n\n###\n", "hello"),
            ("POST http://a\n\n\nhello", "\nhello"),
            (
                "POST http://a\n\nfirst\n\n# not a comment\n// also content\n",
                "first\n\n# not a comment\n// also content"
            ),
            ("POST http://a\n\nX-Not: a header\n", "X-Not: a header"),
            ("POST http://a\n\n@x = 9\n", "@x = 9"),
            ("POST http://a\n\n  ### indented\n", "  ### indented"),
            ("POST http://a\n\n<html>\n</html>", "<html>\n</html>"),
            ("POST http://a\n\nhéllo wörld", "héllo wörld"),
            ("POST http://a\n\n> quoted\n\ntext", "> quoted\n\ntext"),
            ("POST http://a\n\ntext\n> {% not closed", "text\n> {% not closed"),
            ("POST http://a\n\ntext\n\n> {%\n client.log(1)\n%}\n", "text"),
            ("POST http://a\n\ntext\n\n> check.js\n\n>> out.json\n<> saved.json\n?? status == 200\n", "text"),
            ("POST http://a\n\ntext\n> {% a() %}\n# a remark\n", "text"),
        ])
    func text(document: String, body: String) throws {
        #expect(try request(document).bodyText == body)
    }

    @Test(
        "Without a blank line, or with nothing behind it, there is no body",
        arguments: [
            "POST http://a", "POST http://a\nX: 1\n", "POST http://a\n\n\n", "POST http://a\n> {% x %}",
            "GET http://a\n\n> x.js",
        ])
    func none(document: String) throws {
        #expect(try request(document).body == .none)
    }

    @Test("Trailers and scripts are kept and named, not run")
    func attachments() throws {
        let text =
            "< {% before %}\nimport ./x.http\nGET http://a\n\n> {%\nafter\n%}\n>>! out\n<> saved\n?? status == 200\n"
        let saved = try #require(HTTPFile(parsing: text, path: "x").requests.first)
        #expect(
            saved.attachments.map(\.kind) == [
                .preScript, .reference, .responseHandler, .saveResponse, .responseReference, .assertion,
            ])
        #expect(saved.attachments.map(\.line) == [1, 2, 5, 8, 9, 10])
        #expect(saved.attachments[2].text == "> {%\nafter\n%}")
        #expect(saved.diagnostics.count { $0.severity == .note } == 6)
        #expect(saved.isUsable)
    }

    @Test("A body of one file is streamed from it")
    func file() throws {
        let files = MemoryFiles(["data.json": "{}"])
        #expect(
            try request("POST http://a\n\n< ./data.json\n", files: files).body
                == .file(path: "/base/data.json"))
    }

    @Test("Files between text are put in its place, and only <@ fills in variables")
    func mixed() throws {
        let files = MemoryFiles(["a": "{{x}}", "b": "{{x}}"])
        let text = "@x = 1\nPOST http://a\n\nstart {{x}}\n< a\n<@ b\n<@utf-8 b\nend"
        #expect(try request(text, files: files).bodyText == "start 1\n{{x}}\n1\n1\nend")
    }

    @Test(
        "Files outside of the folder are refused",
        arguments: ["/etc/passwd", "../x", "a/../../x", "./../x", "a/b/../../../x"])
    func outside(path: String) throws {
        let error = try failure("POST http://a\n\n< \(path)\n")
        #expect(error.kind == .file)
        #expect(error.line == 3)
        #expect(error.column == 3)
    }

    @Test("Paths are normalised below the root, from the folder of the document")
    func rules() throws {
        #expect(try FileRules(folder: "api/v1").normalized("../data/./x.json") == "api/data/x.json")
        #expect(try FileRules(folder: "api").normalized("../x") == "x")
        #expect(throws: FileSourceError.self) { try FileRules(folder: "api").normalized("../../x") }
        #expect(throws: FileSourceError.self) { try FileRules().normalized("a\0b") }
        #expect(try FileRules(folder: "api", allowsOutside: true).normalized("../../x") == "../x")
        #expect(try FileRules(allowsOutside: true).normalized("/a/../b") == "/b")
        #expect(try FileRules(allowsOutside: true).normalized("/../../b") == "/b")
    }

    @Test("Lines of a form that begin with & join those before")
    func form() throws {
        let text =
            "POST http://a\nContent-Type: application/x-www-form-urlencoded; charset=x\n\na={{x}}\n&b=2\n&c=3\n"
        #expect(try request("@x = 1\n" + text).bodyText == "a=1&b=2&c=3")
        #expect(try request("@x = 1\n" + text.replacing("\n", with: "\r\n")).bodyText == "a=1&b=2&c=3")
    }

    @Test("Lines of a multipart body end in CRLF, files inside keep their bytes", arguments: ["\n", "\r\n"])
    func multipart(lineEnd: String) throws {
        let text = """
            POST http://a
            Content-Type: multipart/form-data; boundary=B

            --B
            Content-Disposition: form-data; name="a"

            one
            --B
            Content-Disposition: form-data; name="f"; filename="f"

            < f
            --B--
            """
        let body = try request(text.replacing("\n", with: lineEnd), files: MemoryFiles(["f": "x\ny"]))
            .bodyText
        #expect(
            body == "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--B\r\n"
                + "Content-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\nx\ny\r\n--B--")
    }

    @Test("What other programs read differently is noted")
    func notes() {
        let text = "POST http://a/ü\n\n\n# comment\n> {% x %}\n@x = 1\nend\n"
        let notes = HTTPFile(parsing: text, path: "x").diagnostics
        #expect(notes.map(\.line) == [1, 3, 4, 5, 6])
        #expect(notes.map(\.severity) == [.note, .note, .note, .warning, .warning])
    }
}
