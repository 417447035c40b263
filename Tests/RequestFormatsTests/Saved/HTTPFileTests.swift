import ClientEngine
import InspectorTestSupport
import RequestFormats
import Testing

@Suite(.ownThread) struct HTTPFileTests {
    struct Line: Sendable, CustomTestStringConvertible {
        var text: String
        var method: String
        var url: String
        var testDescription: String { text }

        init(_ text: String, _ method: String, _ url: String) {
            (self.text, self.method, self.url) = (text, method, url)
        }
    }

    @Test(
        "A request line has a method, a target and a version, of which only the target must be there",
        arguments: [
            Line("GET http://a/b", "GET", "http://a/b"),
            Line("http://a/b", "GET", "http://a/b"),
            Line("http://a/b HTTP/1.1", "GET", "http://a/b"),
            Line("POST   http://a/b   HTTP/2  ", "POST", "http://a/b"),
            Line("GeT http://a/b", "GET", "http://a/b"),
            Line("PURGE http://a/b", "PURGE", "http://a/b"),
            Line("frob http://a/b", "frob", "http://a/b"),
            Line("M-SEARCH http://a", "M-SEARCH", "http://a"),
            Line("GET example.com/x", "GET", "https://example.com/x"),
            Line("example.com/x", "GET", "https://example.com/x"),
            Line("GET localhost:8080/x", "GET", "http://localhost:8080/x"),
            Line("localhost:8080", "GET", "http://localhost:8080"),
            Line("GET 127.9.0.1/x", "GET", "http://127.9.0.1/x"),
            Line("GET [::1]:80/x", "GET", "http://[::1]:80/x"),
            Line("GET http://a/b?x=a%20b+c", "GET", "http://a/b?x=a%20b+c"),
            Line("GET http://a/b c?ü=1", "GET", "http://a/b%20c?%C3%BC=1"),
            Line("GET http://a/b\n  ?x=1\n  &y=2", "GET", "http://a/b?x=1&y=2"),
            Line("GET http://a/b HTTP/1.1\n?x=1\n&y=2", "GET", "http://a/b?x=1&y=2"),
            Line("GET http://a/b\n?x=1 HTTP/1.1", "GET", "http://a/b?x=1"),
            Line("GET /b\nHost: a.test", "GET", "https://a.test/b"),
            Line("GET /b\nhost: localhost:1", "GET", "http://localhost:1/b"),
            Line("@m = PATCH\n{{m}} http://a/b", "PATCH", "http://a/b"),
            Line("@l = PUT http://a/b HTTP/1.1\n{{l}}", "PUT", "http://a/b"),
            Line("@u = http://a/b\n{{u}}", "GET", "http://a/b"),
            Line("@u = http://a/b\n{{u}}/c", "GET", "http://a/b/c"),
            Line("\u{FEFF}GET http://a/b", "GET", "http://a/b"),
            Line("// comment\n# comment {{nothing}}\n\nGET http://a/b", "GET", "http://a/b"),
        ])
    func requestLine(line: Line) throws {
        let request = try request(line.text)
        #expect(request.method.rawValue == line.method)
        #expect(request.url == line.url)
    }

    @Test(
        "What is no request is an error with its place",
        arguments: [
            ("GET http://a HTTP/9.9", 1, 14), ("hello world", 1, 7), ("This is prose, not a request", 1, 6),
            ("GET http://a\nX: 1\n Y: 2", 3, 1), ("GET http://a\nno colon here", 2, 1),
            ("GET http://a\n@x = 1", 2, 1), ("GET http://a\n@x = http://b", 2, 1), ("@x\nGET http://a", 1, 1),
            ("@x y = 1\nGET http://a", 1, 2), ("GET http://a\nbad name: 1", 2, 1),
            ("WEBSOCKET ws://a", 1, 1), ("GRPC a/b", 1, 1), ("GET", 1, 4),
            ("GET http://a\nX : 1", 2, 1), ("# @prompt\nGET http://a", 1, 10),
            ("# @timeout soon\nGET http://a", 1, 12), ("# @retry many\nGET http://a", 1, 10),
        ])
    func errors(text: String, line: Int, column: Int) throws {
        let file = HTTPFile(parsing: text, path: "test.http")
        let error = try #require(file.diagnostics.first { $0.severity == .error })
        #expect(error.line == line)
        #expect(error.column == column)
        #expect(throws: ResolveError.self) { try resolved(text) }
    }

    @Test("One bad request does not hide the others")
    func badRequest() {
        let file = HTTPFile(parsing: "GET http://a\n###\nGET http://b HTTP/7\n###\nGET http://c\n", path: "x")
        #expect(file.requests.map(\.isUsable) == [true, false, true])
        #expect(file.diagnostics.map(\.line) == [3])
    }

    @Test("Bytes that are not UTF-8 are one error with its place")
    func encoding() {
        let file = HTTPFile(parsing: Array("GET http://a\nX: é".utf8) + [0xFF], path: "x")
        #expect(file.requests.isEmpty)
        #expect(file.diagnostics.map(\.line) == [2])
        #expect(file.diagnostics.map(\.column) == [5])
    }

    @Test("A file of more than 64 MiB is one error")
    func size() {
        let file = HTTPFile(parsing: [UInt8](repeating: 0x0A, count: HTTPFile.maximumSize + 1), path: "x")
        #expect(file.diagnostics.map(\.severity) == [.error])
        #expect(file.requests.isEmpty)
    }

    @Test("Separators end requests, and their text is the title")
    func separators() {
        let text =
            "### \n###  First one ##\nGET http://a\n\nbody\n###\n\n### Third\n  ### Fourth\nGET http://b\n  ###\n"
        let file = HTTPFile(parsing: text, path: "x")
        #expect(file.requests.map(\.title) == ["First one ##", "Fourth"])
        #expect(file.requests.map(\.line) == [3, 10])
        #expect(file.requests.map(\.number) == [1, 2])
        #expect(file.blocks.count == 6)
    }

    @Test("The blocks of a document are the whole document", arguments: 0..<40)
    func losslessBlocks(seed: UInt64) {
        var numbers = SeededRandom(seed: seed)
        let words = [
            "###", "GET http://a", "\n", "\r\n", "X: 1", "@a = {{b}}", "> {%", "%}", "< f", " ", "é",
            "\u{FEFF}",
        ]
        let text = (0..<60).map { _ in words.randomElement(using: &numbers) ?? "" }.joined()
        let file = HTTPFile(parsing: text, path: "x")
        #expect(file.bytes == Array(text.utf8))
        #expect(file.blocks.flatMap { file.bytes[$0.bytes] } == file.bytes)
    }

    @Test("A document may have LF, CRLF or both")
    func lineEndings() throws {
        let text = "POST http://a/b\nX-A: one\nX-B: two\n\nfirst\nsecond\n\n###\nGET http://c\n"
        let unix = try resolved(text)
        let dos = try resolved(text.replacing("\n", with: "\r\n"))
        let mixed = try resolved(
            text.replacing("one\n", with: "one\r\n").replacing("two\n\n", with: "two\n\r\n"))
        #expect(unix == mixed)
        #expect(unix[0].headers == dos[0].headers)
        #expect(unix[0].bodyText == "first\nsecond")
        #expect(dos[0].bodyText == "first\r\nsecond")
        #expect(unix[1] == dos[1])
    }

    @Test("Headers keep order, repeats and case, and lose the blanks around values")
    func headers() throws {
        let request = try request("GET http://a\nX-Dup: 1\n# no\nX-DUP:2  \n// no\nEmpty:\n")
        #expect(request.headers.map(\.name) == ["X-Dup", "X-DUP", "Empty"])
        #expect(request.headers.map(\.value) == ["1", "2", ""])
    }

    @Test("Twenty thousand requests are read in one pass")
    func manyRequests() {
        let text = String(repeating: "###\nGET http://a/{{b}}\nX: 1\n\nbody\n> {%\n", count: 20_000)
        #expect(HTTPFile(parsing: text, path: "x").requests.count == 20_000)
    }

    @Test("Truncation at any byte and random bytes never crash", arguments: 0..<8)
    func robustness(seed: UInt64) {
        let text = """
            ### Títle\r\n# @name x\n# @retry 3\n@a = {{b}}\n@b={{a}}\n< {% x %}\nPOST {{a}}/ü HTTP/1.1\n  ?x={{ $uuid }}
            X: {{$randomInt 1 2}}\n{{h}}\n\n< f\n<@latin1 g\n\\{\\{x\\}\\}\n> {%\n%}\n>> out\n?? status == 200\n
            """
        let bytes = Array(text.utf8)
        var numbers = SeededRandom(seed: seed)
        for length in bytes.indices {
            var part = Array(bytes[..<length])
            if seed > 0, !part.isEmpty {
                for _ in 0..<3 {
                    part[Int.random(in: part.indices, using: &numbers)] = UInt8.random(
                        in: 0...(seed < 5 ? 127 : 255), using: &numbers)
                }
            }
            let file = HTTPFile(parsing: part, path: "x")
            let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles())
            for request in file.requests { _ = try? resolver.resolve(request) }
            let covered = file.blocks.reduce(0) { $0 + $1.bytes.count }
            #expect(covered == length || (covered == 0 && file.hasErrors))
        }
    }
}
