import RequestFormats
import Testing

@Suite("Changing a request in its document")
struct HTTPFileEditingTests {
    private static let document =
        "# top\r\n@x = 1\n### one\nGET http://a/\n  ?p=1\nA: 1\n# note\nB: 2\n\nbody\n\n\n###   two  \nGET http://b/\nbad line\n"

    private func changed(_ document: String, _ number: Int, _ edit: HTTPFile.Edit) -> String? {
        HTTPFile(parsing: document, path: "test.http").replacing(number, with: edit)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("One part is replaced and every other byte stays")
    func parts() {
        let (before, after) = ("# top\r\n@x = 1\n", "###   two  \nGET http://b/\nbad line\n")
        let block = changed(Self.document, 1, .block("### uno\nPUT http://c/\n\n"))
        #expect(block == before + "### uno\nPUT http://c/\n\n" + after)
        let tail = "\n\nbody\n\n\n" + after
        #expect(
            changed(Self.document, 1, .requestLine("PUT http://c/"))
                == before + "### one\nPUT http://c/\nA: 1\n# note\nB: 2\n\nbody\n\n\n" + after)
        #expect(
            changed(Self.document, 1, .headers(["C: 3"]))
                == before + "### one\nGET http://a/\n  ?p=1\nC: 3\r\n\nbody\n\n\n" + after)
        #expect(
            changed(Self.document, 1, .body("new\nbody"))
                == before + "### one\nGET http://a/\n  ?p=1\nA: 1\n# note\nB: 2\n\nnew\nbody\n\n\n" + after)
        #expect(
            changed(Self.document, 1, .body(nil))
                == before + "### one\nGET http://a/\n  ?p=1\nA: 1\n# note\nB: 2"
                + tail.replacing("\n\nbody", with: "\n"))
        #expect(changed(Self.document, 3, .body("x")) == nil)
    }

    @Test(
        "Headers and bodies come to where there were none",
        arguments: [
            ("GET http://a", HTTPFile.Edit.headers(["A: 1"]), "GET http://a\nA: 1\n"),
            ("GET http://a", .body("b"), "GET http://a\n\nb\n"),
            ("GET http://a\r\n", .body("b"), "GET http://a\r\n\r\nb\r\n"),
            ("GET http://a\nA: 1\n", .body("b"), "GET http://a\nA: 1\n\nb\n"),
            ("GET http://a\nA: 1", .headers([]), "GET http://a\n"),
            ("GET http://a\n###\nGET http://b", .body("b"), "GET http://a\n\nb\n###\nGET http://b"),
            ("GET http://a\n\nb", .headers(["A: 1"]), "GET http://a\nA: 1\n\nb"),
            ("GET http://a\n\nb\n", .body(nil), "GET http://a\n\n"),
            ("GET http://a", .body(nil), "GET http://a"),
        ])
    func insertions(document: String, edit: HTTPFile.Edit, result: String) throws {
        let text = try #require(changed(document, 1, edit))
        #expect(text == result)
        #expect(!HTTPFile(parsing: text, path: "t").hasErrors)
    }

    @Test("Every request of a document gives its own text, which stands there again when it is put back")
    func identity() {
        let file = HTTPFile(parsing: Self.document, path: "test.http")
        for request in file.requests {
            let text = file.text(of: request.number) ?? ""
            #expect(file.replacing(request.number, with: .block(text)) == file.bytes)
        }
        #expect(file.text(of: 3) == nil)
    }

    @Test(
        "A new request stands behind everything",
        arguments: [
            ("", "GET b\n"), ("GET a", "GET a\n\n###\nGET b\n"), ("GET a\r\n", "GET a\r\n\r\n###\r\nGET b\n"),
        ])
    func appending(document: String, result: String) {
        let file = HTTPFile(parsing: document, path: "test.http")
        #expect(file.appending("GET b\n") == Array(result.utf8))
    }
}
