import ClientEngine
import InspectorTestSupport
import RequestFormats
import Testing

@Suite("A collection written as request files")
struct CollectionWriterTests {
    static func written(_ requests: [EditableRequest], variables: [RequestCollection.Variable] = [])
        -> CollectionWriter.Output
    {
        CollectionWriter.write(
            RequestCollection(name: "Shop", items: requests.map { .request($0) }, variables: variables))
    }

    @Test("has a file for each folder, in folders of their own")
    func files() {
        let request = RequestCollection.Item.request(.init(name: "A", url: "https://a"))
        var collection = RequestCollection(name: "My Shop")
        collection.items = [
            request,
            .folder(
                .init(
                    name: "../Cart: & more",
                    items: [request, .folder(.init(name: "Items", items: [request]))])),
            .folder(.init(name: "cart more", items: [request])),
            .folder(.init(name: "///", items: [request])), .folder(.init(name: "Ünï", items: [request])),
        ]
        let output = CollectionWriter.write(collection)
        #expect(output.name == "my-shop")
        #expect(
            output.files.map(\.path) == [
                "my-shop.http", "cart-more.http", "cart-more/items.http", "cart-more-2.http", "requests.http",
                "ünï.http",
            ])
    }

    @Test("keeps title, name, directives, comments and headers that are switched off")
    func head() {
        var request = EditableRequest(
            name: "# Make one\nplease", method: "POST", url: "a.test/x y?z={{ q }}")
        request.about = "First\n@timeout 5s\n\nlast"
        request.directives = ["@no-redirect"]
        request.comments = ["### code"]
        request.headers = [
            .init("X-A", "1"), .init("X-B", "2", isEnabled: false), .init("X-C", ""), .init("bad name", "x"),
            .init("X-D", "a\r\nb"),
        ]
        let output = Self.written([request, request], variables: [.init("q", "1")])
        let block = """
            # First
            # | @timeout 5s
            #
            # last
            # @name make_one_please
            # @no-redirect
            # ### code
            POST http://a.test/x%20y?z={{ q }}
            X-A: 1
            # X-B: 2
            X-C:
            X-D: a b

            """
        let second = block.replacing("make_one_please", with: "make_one_please_2")
        #expect(
            output.files.map(\.text) == [
                "@q = 1\n\n### Make one please\n\(block)\n### Make one please\n\(second)"
            ])
        #expect(output.warnings.count == 4)
        let file = HTTPFile(parsing: output.files[0].text, path: "x")
        #expect(!file.hasErrors)
        #expect(file.requests.map(\.name) == ["make_one_please", "make_one_please_2"])
    }

    /// Texts that could end their line or be parsed as something else.
    static let awkward = [
        "a\nb", "a\r", "\r\n", " a", "a ", "  {{a}} ", "{{a", "{{a b}}", "{{a}}:b", "a:b", "#", "##", "###",
        "//", "&a", "?a",
        "@a", "@a = b", "run", "import", "WS", "< {%", "<", "> {% x %}", "?? a", "a\n\n### b\nGET http://c",
        "\0", "\u{10}",
        "\u{1000} t", "HTTP/9", "a HTTP/2", "", "{{}}", "}}", "é", "\u{301}",
    ]

    @Test("is readable whatever stands in names, methods, URLs and values", arguments: awkward)
    func awkwardTexts(text: String) {
        var request = EditableRequest(name: text, method: text, url: "https://a/\(text)")
        request.about = text
        request.headers = [
            .init(text, "1"), .init("X-A", text), .init("{{n}}" + text, "2"),
            .init(text, text, isEnabled: false),
        ]
        request.directives = ["@note \(text)", "@timeout \(text)", text]
        request.comments = [text]
        var form = request
        form.url = text
        form.body = .multipart([
            .init(text, .text(text), contentType: text), .init("f", .file(path: text), filename: text),
        ])
        let output = Self.written(
            [request, form, .init(name: "last", url: "https://last")],
            variables: [.init("v", text), .init(text, "w")])
        let file = HTTPFile(parsing: output.files[0].text, path: "x")
        #expect(!file.hasErrors, "\(file.diagnostics) \(output.files[0].text)")
        #expect(file.requests.count == (text.isEmpty ? 2 : 3), "\(output.files[0].text)")
        #expect(file.requests.last?.target.text == "https://last")
        #expect(file.requests.allSatisfy { $0.attachments.isEmpty })
        for request in file.requests {
            for case .line(let piece) in request.headers { Issue.record("\(piece.text) is no field") }
        }
    }

    @Test("sends text in braces that is no name as it is")
    func braces() throws {
        var request = EditableRequest(name: "a", url: "https://a/{{a b}}?x={{n.map(x => {x})}}")
        request.headers = [.init("X-A", "{{1 + 1}} {{v}}")]
        let text = Self.written([request], variables: [.init("v", "w")]).files[0].text
        let file = HTTPFile(parsing: text, path: "x")
        let sent = try RequestResolver(file, variables: .fixed(), files: MemoryFiles()).resolve(
            file.requests[0])
        #expect(sent.url == "https://a/{{a%20b}}?x={{n.map(x%20=>%20{x})}}")
        #expect(sent.headers["X-A"] == "{{1 + 1}} w")
    }

    @Test("keeps the version of HTTP that must be used")
    func version() throws {
        var request = EditableRequest(name: "A", url: "https://a")
        request.version = .http2
        let text = Self.written([request]).files[0].text
        #expect(try resolved(text).first?.version == .http2)
    }

    static let bodies: [(EditableBody, String)] = [
        (.text("### a\n<x>\n< b\n> {% c %}\n?? d\n{{v}}\n"), "### a\n<x>\n< b\n> {% c %}\n?? d\nV\n"),
        (.text("\n\n a\n \n"), "\n\n a\n \n"), (.text("a\r"), "a\r"), (.text("\n"), "\n"),
        (
            .form([
                .init(formEncoding: "a b", "c&{{v}}"), .init(formEncoding: "d", "é"),
                .init("off", "x", isEnabled: false),
            ]),
            "a+b=c%26V&d=%C3%A9"
        ),
        (.file(path: "f.bin"), "F"), (.text(""), ""),
    ]

    @Test("sends the bodies that were meant", arguments: bodies.indices)
    func body(index: Int) throws {
        let (body, sent) = Self.bodies[index]
        var request = EditableRequest(name: "A", method: "POST", url: "https://a")
        request.body = body
        let output = Self.written([request])
        let files = MemoryFiles(["f.bin": "F"])
        let resolved = try #require(
            try resolved(output.files[0].text, scope: .fixed(["v": "V"]), files: files).first)
        let bytes = resolved.body == .file(path: "/base/f.bin") ? Array("F".utf8) : resolved.body.bytes ?? []
        #expect(resolved.body.isNone ? sent.isEmpty : String(decoding: bytes, as: UTF8.self) == sent)
        #expect(output.warnings.isEmpty)
    }

    @Test("random bodies are sent as they are", arguments: 0..<200)
    func randomBodies(seed: UInt64) throws {
        var numbers = SeededRandom(seed: seed)
        let words = [
            "###", "\n", "\r", "\r\n", "<", " ", "@", ">", ">>", "??", "{%", "%}", "a", "é", "\u{301}", "\t",
            "#",
            "//", "&", "=",
        ]
        let body = (0..<12).map { _ in words.randomElement(using: &numbers) ?? "" }.joined()
        var request = EditableRequest(name: "A", method: "POST", url: "https://a")
        request.body = .text(body)
        let text = Self.written([request]).files[0].text
        let back = try #require(try resolved(text).first)
        #expect(back.body.bytes == Array(body.utf8), "\(text.debugDescription)")
    }

    @Test("a multipart form has its boundary and its files")
    func multipart() throws {
        var request = EditableRequest(name: "A", method: "POST", url: "https://a")
        request.body = .multipart([
            .init("t", .text("### x\r\ny")), .init("f", .file(path: "a/b.png")),
            .init("off", .text("1"), isEnabled: false),
        ])
        request.headers = [.init("content-type", "multipart/form-data")]
        let output = Self.written([request])
        let sent = try #require(
            try resolved(output.files[0].text, files: MemoryFiles(["a/b.png": "PNG"])).first)
        let boundary = try #require(sent.headers["Content-Type"]?.split(separator: "boundary=").last)
        #expect(
            String(decoding: sent.body.bytes ?? [], as: UTF8.self) == """
                --\(boundary)\r
                Content-Disposition: form-data; name="t"\r
                \r
                ### x\r
                y\r
                --\(boundary)\r
                Content-Disposition: form-data; name="f"; filename="b.png"\r
                Content-Type: image/png\r
                \r
                PNG\r
                --\(boundary)--
                """)
        #expect(output.warnings.isEmpty)
    }

    @Test("keeps secrets in the private file, and what they stand for works")
    func secrets() throws {
        var request = EditableRequest(name: "A", url: "https://a/?api_key=K1&x=1")
        request.headers = [
            .init("Authorization", "Bearer T1"), .init("X-Api-Key", "K1"), .init("Cookie", "a=b"),
            .init("X-Token", "{{mine}}"),
        ]
        request.body = .form([.init(formEncoding: "password", "p&w"), .init("user", "u")])
        let output = Self.written([request], variables: [.init("mine", "M1"), .init("my secret", "S1")])
        #expect(output.files.map(\.path) == ["shop.http", "http-client.private.env.json"])
        let text = output.files[0].text
        for secret in ["T1", "K1", "a=b", "p&w", "p%26w", "S1"] { #expect(!text.contains(secret)) }
        let own = try EnvironmentFile.parse(Array(output.files[1].text.utf8), path: "p")
        let environment = try Environments([.init(private: own)]).select(nil, dynamic: .fixed)
        let scope = VariableScope(overrides: [:], environment: environment, dynamic: .fixed)
        let sent = try #require(try resolved(text, scope: scope).first)
        #expect(sent.url == "https://a/?api_key=K1&x=1")
        #expect(
            sent.headers == [
                "Authorization": "Bearer T1", "X-Api-Key": "K1", "Cookie": "a=b", "X-Token": "M1",
                "Content-Type": "application/x-www-form-urlencoded",
            ])
        #expect(sent.body == .text("password=p%26w&user=u"))
        #expect(environment.values["my_secret"] == "S1")
    }

    @Test("variables stand in the one file, or in the environments where there are some")
    func variables() throws {
        let request = EditableRequest(name: "A", url: "{{my host}}/")
        var collection = RequestCollection(
            name: "Shop", items: [.request(request)],
            variables: [.init("my host", "https://a"), .init("text", "a\nb")])
        let alone = CollectionWriter.write(collection)
        #expect(alone.files.map(\.path) == ["shop.http", "http-client.env.json"])
        #expect(alone.files[0].text.hasPrefix("@my_host = https://a\n"))
        #expect(alone.files[0].text.contains("GET {{my_host}}/\n"))
        #expect(alone.warnings.map(\.text) == ["“my host” is called “my_host” now."])
        collection.environments = [.init(name: "dev", variables: [.init("my host", "https://dev")])]
        let both = CollectionWriter.write(collection)
        #expect(!both.files[0].text.contains("@my_host"))
        let file = try EnvironmentFile.parse(Array(both.files[1].text.utf8), path: "e")
        #expect(file.environments["$shared"] == ["my_host": "https://a", "text": "a\nb"])
        #expect(file.environments["dev"] == ["my_host": "https://dev"])
    }

    @Test("a request without a URL is kept as a comment")
    func noURL() {
        let output = Self.written([.init(name: "A", url: "")])
        #expect(HTTPFile(parsing: output.files[0].text, path: "x").requests.isEmpty)
        #expect(output.warnings.map(\.text) == ["It has no URL and is kept as a comment."])
    }
}
