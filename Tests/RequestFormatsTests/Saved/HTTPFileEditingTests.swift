import RequestFormats
import Testing

@Suite("Changing a request in its document")
struct HTTPFileEditingTests {
    private static let document =
        "# top\r\n@x = 1\n### one\nGET http://a/\n  ?p=1\nA: 1\n# note\nB: 2\n\nbody\n\n\n###   two  \nGET http://b/\nbad line\n"

    @Test("A block is replaced and every other byte stays")
    func blocks() {
        let (before, after) = ("# top\r\n@x = 1\n", "###   two  \nGET http://b/\nbad line\n")
        let block = "### uno\nPUT http://c/\n\n"
        let file = HTTPFile(parsing: Self.document, path: "test.http")
        #expect(file.replacing(1, with: block) == Array((before + block + after).utf8))
        #expect(file.replacing(3, with: block) == nil)
    }

    @Test("Every request of a document gives its own text, which stands there again when it is put back")
    func identity() {
        let file = HTTPFile(parsing: Self.document, path: "test.http")
        for request in file.requests {
            let text = file.text(of: request.number) ?? ""
            #expect(file.replacing(request.number, with: text) == file.bytes)
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
