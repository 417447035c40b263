import ClientEngine
import RequestFormats
import Testing

@Suite("The lines below a request line")
struct TargetLineTests {
    private static let fields = [
        "Authorization: Bearer s3cret", "authorization:Bearer s3cret", "X-Key: {{key}}", "X-{{key}}: s3cret",
        "Cookie: a=b; c=d",
    ]

    @Test(
        "A header is no piece of a URL, however it is indented",
        arguments: fields, ["POST http://a.test/x?v=1 HTTP/1.1", "POST http://a.test/x?v=1"])
    func headers(field: String, line: String) throws {
        for indent in ["  ", "\t", "        "] {
            let text = "@key = s3cret\n\(line)\n\(indent)Accept: a/b\n\(indent)\(field)\n\n{}"
            let request = try request(text)
            #expect(request.url == "http://a.test/x?v=1")
            #expect(request.headers.count == 2)
            #expect(request.headers.first?.name == "Accept")
            #expect(request.bodyText == "{}")
        }
    }

    @Test(
        "Nothing but a query goes on with a URL behind its version",
        arguments: ["  /b", "  text", "  {{word}}/c", "  b c"])
    func version(line: String) throws {
        let text = "@word = s3cret\nGET http://a.test/x HTTP/1.1\n\(line)\n"
        #expect(try failure(text).line == 3)
        #expect(try request("GET http://a.test/x HTTP/1.1\n  ?a=1\n&b=2\n").url == "http://a.test/x?a=1&b=2")
    }

    @Test(
        "What goes on with a URL goes on with it",
        arguments: [
            ("  ?a=1\n  &b=x:y\n", "?a=1&b=x:y"), ("  /b\n  /c:d\n  ?e\n", "/b/c:d?e"),
            ("?a=\n  12:30\n", "?a=12:30"),
            ("    b\n", "b"), ("  ?$filter=a eq 'b: c'\n", "?$filter=a%20eq%20'b:%20c'"),
            ("  ?a=1 HTTP/1.1\n  B: c\n", "?a=1"),
        ])
    func continuations(lines: String, rest: String) throws {
        #expect(try request("GET http://a.test/x\n\(lines)Accept: a/b\n").url == "http://a.test/x\(rest)")
    }

    @Test(
        "A line commented out among those of a query is left out",
        arguments: ["  # &b=2", "# &b=2", "// &b=2", "  // &b=2\n  # and\n# this", "#"])
    func comments(comment: String) throws {
        let request = try request(
            "GET http://a.test/x?\n\(comment)\n  &a=1\n\(comment)\n&c=3\n\(comment)\nAccept: a/b\n")
        #expect(request.url == "http://a.test/x?&a=1&c=3")
        #expect(request.headers == ["Accept": "a/b"])
    }

    @Test("A directive there counts, and behind a comment headers stay headers")
    func directives() throws {
        let request = try request(
            "@h = X-A: b\nGET http://a.test/x\n# @timeout 2 s\n  ?a=1\n# note\n  {{h}}\n  Accept: a/b\n")
        #expect(request.attemptTimeout == .seconds(2))
        #expect(request.url == "http://a.test/x?a=1")
        #expect(request.headers == ["X-A": "b", "Accept": "a/b"])
    }

    @Test(
        "A header cannot be folded",
        arguments: ["X: 1\n Y: 2", "  X: 1\n    Y: 2", "  X: 1\n    more", "X: 1\n\tmore"])
    func folded(lines: String) throws {
        let error = try failure("GET http://a.test/x\n\(lines)\n")
        #expect(error.line == 3)
        #expect(error.message == "Header lines cannot be folded.")
    }

    @Test(
        "A target without a host is refused in its place",
        arguments: [
            "http://{{host}}/secret/7", "http:///secret/7", "https:///a/b", "http:/a/b", "http:a",
            "{{none}}/a",
            "http://{{host}}:80/x", "http://?a", "https://u:p@/x",
        ])
    func hostless(target: String) throws {
        let error = try failure("@host =\n@none = http://\nGET \(target)\nAuthorization: Bearer s3cret\n")
        #expect(error.message == "The URL cannot be used: it has no host.")
        #expect(error.line == 3)
    }

    @Test("A variable that brings a scheme where one is written already is refused")
    func schemeTwice() throws {
        let error = try failure("@host = https://api.test\nGET https://{{host}}/x\nCookie: s3cret\n")
        #expect(error.message == "The URL cannot be used: it names a scheme twice.")
    }

    @Test(
        "A Host header that is more than host and port is refused",
        arguments: [
            "https://api.test", "http://api.test:80/", "api.test/v1", "me@api.test", "api.test?x", "a b",
        ])
    func hosts(host: String) throws {
        #expect(try failure("GET /users/7\nHost: \(host)\n").message.contains("is not a host and port"))
    }

    @Test("HEAD with a body is refused in the place of the body")
    func head() throws {
        let error = try failure("HEAD http://a.test/x\nContent-Type: application/json\n\n{\"a\":1}\n")
        #expect(error.message == "HEAD cannot be sent with a body.")
        #expect(error.line == 4)
        #expect(try request("HEAD http://a.test/x\nAccept: a/b\n").method == .head)
    }

    private func warnings(_ text: String) -> [String] {
        HTTPFile(parsing: text, path: "x").diagnostics.filter { $0.severity == .warning }
            .map { "\($0.line): \($0.message)" }
    }

    @Test("A body of nothing but comments is a warning")
    func commentBody() {
        let message = "The body is nothing but comments, and they are sent."
        #expect(warnings("GET http://a\n\n# next: orders\n// later\n\n# more\n###\n") == ["3: \(message)"])
        for text in [
            "GET http://a\n\n# a\ntext\n", "POST http://a\n\n# a\n< f\n", "POST http://a\n\n  # a\n",
        ] {
            #expect(warnings(text).isEmpty, "\(text)")
        }
    }

    @Test("A request line in a body is a warning, where one may have been meant")
    func missingSeparator() {
        let message =
            "This looks like a request, but “###” is missing above it; it is sent as part of the body."
        for line in ["GET http://b/c", "POST {{base}}/c HTTP/1.1", "DELETE /c?d=e", "PUT  https://b"] {
            #expect(warnings("GET http://a\n\n\(line)\nX: y\n") == ["3: \(message)"], "\(line)")
            #expect(warnings("POST http://a\n\n{}\n\n# two\n\(line)\n") == ["6: \(message)"], "\(line)")
            #expect(warnings("POST http://a\n\ntext\n\(line)\n").isEmpty, "\(line)")
            let batch = "POST http://a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n\(line)\n--b--\n"
            #expect(warnings(batch).isEmpty, "\(line)")
        }
        for line in ["GET well soon", "GET /a is what we asked for", "get http://b", "FETCH http://b", "GET"]
        {
            #expect(warnings("POST http://a\n\n\(line)\n").isEmpty, "\(line)")
        }
    }

    @Test(
        "A request line among headers is an error that says what is missing",
        arguments: ["GET http://b/c", "GET {{a}}/c"])
    func requestAmongHeaders(line: String) throws {
        let file = HTTPFile(parsing: "GET http://a\n\(line)\n###\nGET http://c\n", path: "x")
        #expect(file.requests.map(\.isUsable) == [false, true])
        #expect(file.diagnostics.map(\.message) == ["Another request begins among the headers."])
        #expect(file.diagnostics.first?.expected == "a line “###” before it")
    }
}
