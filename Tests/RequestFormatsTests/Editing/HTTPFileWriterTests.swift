import ClientEngine
import InspectorTestSupport
import RequestFormats
import Testing

@Suite struct HTTPFileWriterTests {
    static let requests: [Request] = [
        .get("https://a.test/b?c=d#e"),
        Request.get("http://a/b").with { $0.version = .http2 },
        Request(method: "PURGE", url: "http://a/b").with { $0.name = "purge_it" },
        .post("https://a/", body: .text("{\"a\": 1}")).with {
            $0.name = "Make one, please"
            $0.headers = ["Content-Type": "application/json", "X-Dup": "1", "x-dup": "2"]
            $0.retry = RetryPolicy(
                maximumRetries: 3, when: [.statusClass(5), .kind(.timeout)],
                backoff: Backoff(
                    from: .milliseconds(50), multiplier: 1.5, maximum: .seconds(2), hasJitter: false),
                ignoresIdempotence: true)
            $0.attemptTimeout = .milliseconds(1500)
            $0.totalTimeout = .seconds(60)
            $0.timeouts = Timeouts(connect: .seconds(3))
            $0.followsRedirects = false
        },
        .put(
            "https://a/",
            body: .text(
                "\n# no comment\n### no separator\n< no file\n<html>\n> {% no script %}\n?? no assertion")),
        .put("https://a/{{x}}", body: .text("{{a}} {{{b}}} \\{\\{c\\}\\} {{text-open}} }}")).with {
            $0.headers = ["X": "{{h}}", "Authorization": "Basic dXNlcjpwYXNz"]
        },
        .put("https://a/", body: .text("one\r\ntwo\nthree\r\n\r\nfour")),
        .put("https://a/", body: .text("> last.js")),
        .put("https://a/", body: .text("x\n \n")), .put("https://a/", body: .text("x\r")),
        .put("https://a/", body: .text("<\u{300}a\n{\u{301}{b}}")),
        .post("https://a/", body: .text("--B\r\n\r\nx\r\n--B--")).with {
            $0.headers = ["Content-Type": "multipart/form-data; boundary=B"]
        },
    ]

    @Test("What is written without warnings is read as the same request", arguments: requests.indices)
    func roundTrip(index: Int) throws {
        let original = Self.requests[index]
        let output = HTTPFileWriter.text(for: original)
        #expect(output.warnings == [])
        #expect(try request(output.text) == original, "\(output.text)")
    }

    @Test("Random bodies are read as they were, or a warning is named", arguments: 0..<200)
    func randomBodies(seed: UInt64) throws {
        var numbers = SeededRandom(seed: seed)
        let words = [
            "###", "\n", "\r", "\r\n", "<", " ", "@", ">", ">>", "??", "{%", "%}", "{{", "}}", "a", "\\{",
            "é", "\u{301}", "\t", "#", "//", "&",
        ]
        let body = (0..<12).map { _ in words.randomElement(using: &numbers) ?? "" }.joined()
        let original = Request.post("https://a/", body: .text(body))
        let output = HTTPFileWriter.text(for: original)
        let back = try request(output.text)
        #expect(
            back == original || !output.warnings.isEmpty,
            "\(body.debugDescription) \(output.text.debugDescription)")
    }

    @Test(
        "A method or URL that would be read as something else is named",
        arguments: ["#", "run", "A B", "", "WS", "GET\n###\nDELETE http://b"] as [HTTPMethod])
    func requestLines(method: HTTPMethod) {
        let output = HTTPFileWriter.text(for: Request(method: method, url: "http://a/"))
        #expect(!output.warnings.isEmpty)
        #expect(HTTPFile(parsing: output.text, path: "").requests.count <= 1)
    }

    @Test("What the text cannot say is named")
    func warnings() {
        let binary = HTTPFileWriter.text(for: .post("https://a/", body: .bytes([0xFF, 0xFE])))
        #expect(binary.warnings.count == 1)
        #expect(!HTTPFileWriter.text(for: Request(method: "GRAPHQL", url: "https://a")).warnings.isEmpty)
        #expect(!HTTPFileWriter.text(for: .get("https://a HTTP/1.0")).warnings.isEmpty)
        #expect(
            !HTTPFileWriter.text(for: Request.get("https://a").with { $0.headers = ["&x": "1"] }).warnings
                .isEmpty)
        #expect(HTTPFileWriter.text(for: .get("users/1")).warnings == ["The URL is not absolute."])
        #expect(HTTPFileWriter.text(for: .post("https://a", body: .text(""))).warnings.count == 1)
        #expect(!HTTPFileWriter.text(for: Request(method: "get", url: "https://a")).warnings.isEmpty)
        #expect(
            !HTTPFileWriter.text(for: Request.get("https://a").with { $0.headers = ["X": "a\nb"] }).warnings
                .isEmpty
        )
        #expect(
            !HTTPFileWriter.text(for: Request.get("https://a").with { $0.isIdempotent = true }).warnings
                .isEmpty
        )
    }
}
