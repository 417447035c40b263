import ClientEngine
import RequestFormats
import Testing

@Suite("A request that is edited")
struct EditableRequestTests {
    /// Blocks whose lines must all stay unchanged.
    static let blocks = [
        "GET http://h/\n",
        "### title\n# a comment\nGET {{base}}/x?a=1&b=#f HTTP/1.1\nAccept: */*\n",
        "// @timeout 5s\n# @name one\n#@retry 2\nPOST http://h/\nAuthorization: Basic a:b\nX: y\n\nsome\n\ntext\n",
        "GET http://h/?b\n# ?off=1\n# ?bare\nAuthorization: Bearer {{token}}\n# X-Off: a: b\nX:\n",
        "GET http://h/?a=1&&b\nX: 1\n",
        "POST http://h/\nContent-Type: application/json\nX: last\n\n{\"a\": {{a}}}\n\n\n",
        "POST http://h/\n# &b=2\nContent-Type: application/x-www-form-urlencoded\n\na=1&c={{c}}\n",
        "POST http://h/\n# &b=2\nContent-Type: application/x-www-form-urlencoded\n\na=1\n&c={{%c}}\n&d\n",
        "POST http://h/\nContent-Type: application/x-www-form-urlencoded\n\na=1&&b=2\n\n",
        "POST http://h/\n# &off=1\nContent-Type: application/x-www-form-urlencoded\n",
        "POST http://h/\n# &off=@x.png;type=a/b;filename=c\nContent-Type: multipart/form-data; boundary=\"my cut\"\nX: y\n\n--my cut\nContent-Disposition: form-data; name=\"a\"\n\n1\n--my cut\nContent-Disposition: form-data; name=\"f\"; filename=\"p.png\"\nContent-Type: image/png\n\n< ./p.png\n--my cut--\n",
        "POST http://h/\nContent-Type: multipart/form-data; boundary=cut\n\n--cut\nContent-Disposition: form-data; name=\"a\"\nX-More: 1\n\none\ntwo\n--cut--\n",
        "PUT http://h/\n\n< ./a.bin\n",
        "POST http://h/\n\ntext\n\n> {%\n client.log(1)\n%}\n\n?? status == 200\n",
        "< {%\n first()\n%}\nPOST http://h/\nContent-Type: text/plain; charset=x\n\na\n< b\n<@latin1 c\nd\n",
        "GET http://h/\r\nA: b\r\n\r\nx\r\n",
        "POST http://h/\nX: 1\nAuthorization: Digest a b\n{{header}}\n",
        "@text-hashes = ###\nPOST http://h/\n\n{{text-hashes}} one\n",
    ]

    @Test("is written as it was read", arguments: blocks)
    func roundTrip(block: String) throws {
        #expect(try #require(EditableRequest(reading: block)).text == block)
    }

    @Test("leaves every byte around it as it was", arguments: blocks)
    func surroundings(block: String) throws {
        let lineEnd = block.contains("\r\n") ? "\r\n" : "\n"
        let before = "@a = 1\r\n\r\n### first\r\nGET http://first  \r\n\r\n\r\n"
        let after = "###\tlast\n\n\nGET http://last\n\n\n"
        let own = "###   \(lineEnd)\(block)"
        let file = HTTPFile(parsing: before + own + after, path: "x.http")
        var request = try #require(file.text(of: 2).flatMap(EditableRequest.init(reading:)))
        let method = request.method
        request.method = "BREW"
        let edited = try #require(file.replacing(2, with: request.text))
        let expected = own.replacing("\(lineEnd)\(method) ", with: "\(lineEnd)BREW ")
        #expect(expected != own)
        #expect(String(decoding: edited, as: UTF8.self) == before + expected + after)
    }

    @Test("a header keeps its blanks until it is changed itself", arguments: ["\n", "\r\n"])
    func spelling(lineEnd: String) throws {
        let lines = ["POST http://h/a", "Content-Type:   text/plain", "X-A:\t1", "", "body"]
        var request = try #require(EditableRequest(reading: lines.joined(separator: lineEnd) + lineEnd))
        request.url = "http://h/b"
        #expect(
            request.text.split(separator: lineEnd).map(String.init)[1...2] == [
                "Content-Type:   text/plain", "X-A:\t1",
            ])
        request.headers[1].value = "2"
        #expect(
            request.text.split(separator: lineEnd).map(String.init)[1...2] == [
                "Content-Type:   text/plain", "X-A: 2",
            ])
    }

    @Test("has its switched-off rows as rows, and each can be switched on")
    func switchedOff() throws {
        let text =
            "POST http://h/?on=1\n# ?p=2\n# &f=3\n# X-H: 4\nContent-Type: application/x-www-form-urlencoded\n\na=1\n"
        var request = try #require(EditableRequest(reading: text))
        #expect(request.query == [.init("on", "1"), .init("p", "2", isEnabled: false)])
        #expect(request.headers.map(\.isEnabled) == [false, true])
        #expect(request.body == .form([.init("a", "1"), .init("f", "3", isEnabled: false)]))
        for index in request.query.indices { request.query[index].isEnabled = true }
        for index in request.headers.indices { request.headers[index].isEnabled = true }
        request.body = .form([.init("a", "1"), .init("f", "3")])
        #expect(
            request.text
                == "POST http://h/?on=1&p=2\nX-H: 4\nContent-Type: application/x-www-form-urlencoded\n\na=1\n&f=3\n"
        )
    }

    @Test("keeps fields without a form as comments")
    func fieldsWithoutForm() throws {
        let request = try #require(EditableRequest(reading: "GET http://h/\n# &a=1\n"))
        #expect(request.leading == "# &a=1\n" && request.body == .none)
    }

    @Test("changes a directive where it stands, and leaves the others alone")
    func directives() throws {
        var request = try #require(
            EditableRequest(reading: "// @timeout 5s\n# @name a\n#@Retry-When 503\nGET http://h/\n"))
        #expect(request[directive: "timeout"] == "5s" && request[directive: "retry-when"] == "503")
        request[directive: "timeout"] = "5s"
        #expect(request.leading == "// @timeout 5s\n# @name a\n#@Retry-When 503\n")
        request[directive: "timeout"] = "7s"
        request[directive: "retry"] = "2"
        request[directive: "retry-when"] = ""
        #expect(request.leading == "# @timeout 7s\n# @name a\n# @retry 2\n")
    }

    @Test("escapes what would end a row or the block")
    func escaping() throws {
        var request = EditableRequest(url: "http://h/#f")
        request.query = [.init("q", "a b&c#{{d e}}\r\n"), .init("off", "a b", isEnabled: false)]
        request.body = .lines("one\n### two")
        #expect(
            request.text
                == "@text-hashes = ###\nGET http://h/?q=a%20b%26c%23{{d e}}%0D%0A#f\n# ?off=a%20b\n\none\n{{text-hashes}} two\n"
        )
    }

    @Test("keeps a boundary that can stand between its parts, and makes one where none can")
    func boundaries() throws {
        var request = EditableRequest(method: "POST", url: "http://h/")
        request.headers = [.init("Content-Type", "multipart/form-data; boundary=cut"), .init("X", "1")]
        request.body = .multipart([.init("a", .text("1"))])
        #expect(request.text.contains("boundary=cut\nX: 1\n\n--cut\n"))
        request.body = .multipart([.init("a", .text("cut"))])
        #expect(request.text.contains("boundary=form-") && !request.text.contains("--cut"))
    }

    @Test("is nothing that prose could be")
    func prose() {
        #expect(EditableRequest(reading: "just some words") == nil)
        #expect(EditableRequest(reading: "# only a comment\n") == nil)
    }
}
