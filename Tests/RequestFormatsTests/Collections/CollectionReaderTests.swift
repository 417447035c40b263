import RequestFormats
import Testing

@Suite("Saved requests read as a collection")
struct CollectionReaderTests {
    static func collection(_ text: String) -> RequestCollection {
        let file = HTTPFile(parsing: text, path: "x.http")
        var reader = CollectionReader(name: "x")
        reader.add(file.requests, of: file)
        return reader.collection
    }

    @Test("are what was written from a collection")
    func roundTrip() {
        for original in PostmanWriterTests.requests {
            var request = original
            request.directives = ["@name it", "@no-redirect", "@timeout 5s"]
            let text = CollectionWriterTests.written([request]).files[0].text
            let back = Self.collection(text)
            // Disabled parts come last. A body with a media type needs no header for it.
            guard case .request(var found) = back.items.first else { continue }
            found.about = request.about
            request.body = request.body.written
            if case .multipart = request.body { request.headers.removeAll { $0.name == "Content-Type" } }
            if case .form = request.body { continue }
            #expect(found == request, "\(text)")
            #expect(back.warnings.allSatisfy { $0.text.contains("GRAPHQL") })
        }
    }

    @Test("forms are taken apart, as they are encoded")
    func forms() {
        let head = "POST https://a\nContent-Type: application/x-www-form-urlencoded\n\n"
        let body = { (text: String) -> EditableBody? in
            guard case .request(let request) = Self.collection(head + text).items.first else { return nil }
            return request.body
        }
        #expect(
            body("a+b=c%26{{%v}}\n&d=") == .form([.init(formEncoding: "a b", "c&{{v}}"), .init("d", "")]))
        #expect(body("a={{v}}") == .form([.init("a", "{{v}}")]))
        #expect(body("a=%zz&b\n&c") == .text("a=%zz&b\n&c"))
        #expect(body("a") == .form([.init("a", "", isBare: true)]))
        #expect(body("a=1&b=2\n&c=3") == .form([.init("a", "1"), .init("b", "2"), .init("c", "3")]))
    }

    @Test("a URL is completed as it is when it is sent")
    func urls() {
        let url = { (text: String) -> String? in
            guard case .request(let request) = Self.collection(text).items.first else { return nil }
            return request.url
        }
        #expect(url("GET a.test/b") == "https://a.test/b")
        #expect(url("GET localhost:1/b") == "http://localhost:1/b")
        #expect(url("GET /b\nHost: a.test") == "https://a.test/b")
        #expect(url("GET {{host}}/b") == "{{host}}/b")
        #expect(url("GET https://a\n  /b\n  ?c=d") == "https://a/b?c=d")
    }

    @Test("what no other program runs is kept in a request file, and in others a comment that is named")
    func attachments() {
        let text = """
            ### A
            # @name A
            < {%
              // first
            %}
            import b.http
            POST https://a

            text

            > {%
              x
            %}
            ?? status == 200
            >> a.json

            """
        let collection = Self.collection(text)
        #expect(collection.warnings.isEmpty)
        #expect(CollectionWriter.writeOne(collection).text == text)
        let lines = PostmanWriter.write(collection).warnings.map(\.text)
        #expect(lines == [3, 6, 11, 14, 15].map { "What stands in line \($0) is kept as a comment." })
    }

    @Test("a name that references use is kept, also where it is the first word of a title")
    func names() {
        let text = """
            ### login now
            # @name login
            GET https://a

            ### other
            # @name other
            GET https://a/{{login.response.body.id}}

            """
        #expect(
            CollectionWriter.writeOne(Self.collection(text.replacing("# @name login\n", with: ""))).text
                == text)
    }

    @Test("two requests of one name get two, and that is said")
    func twoNames() {
        let text = "###\n# @name a\nGET https://a\n###\n# @name a\nGET https://b\n"
        let output = CollectionWriter.writeOne(Self.collection(text))
        #expect(output.text.contains("# @name a_2\n"))
        #expect(
            output.warnings.map(\.text) == [
                "Its name “a” is taken: it is “a_2” here; references to it need that."
            ])
    }

    @Test("of two values of a variable the first is kept, and the other named")
    func twoValues() {
        let collection = Self.collection("@v = 1\n@v = 2\n### A\nGET https://a\n")
        #expect(
            collection.warnings.map(\.text) == [
                "Line 2 gives “v” another value than before; this one is left out."
            ])
        #expect(collection.variables == [.init("v", "1")])
    }

    @Test("a request whose answer another one needs, and that is not taken, is named")
    func needs() {
        let text = "### login\nGET https://a\n### b\n# @ref c\nGET https://a/{{login.response.body.id}}\n"
        let file = HTTPFile(parsing: text + "### c\nGET https://c\n", path: "x.http")
        var alone = CollectionReader(name: "x")
        alone.add([file.requests[1]], of: file)
        #expect(
            alone.collection.warnings.map(\.text) == [
                "It needs “c”, which is not among the requests written.",
                "It needs “login”, which is not among the requests written.",
            ])
        var all = CollectionReader(name: "x")
        all.add(file.requests, of: file)
        #expect(all.collection.warnings.isEmpty)
    }

    @Test("files are folders")
    func folders() {
        let file = HTTPFile(parsing: "GET https://a", path: "x.http")
        var reader = CollectionReader(name: "x")
        reader.add(file.requests, of: file, in: ["a", "b"])
        reader.add(file.requests, of: file, in: ["a", "b"])
        reader.add(file.requests, of: file)
        let request = RequestCollection.Item.request(.init(name: "GET https://a", url: "https://a"))
        #expect(
            reader.collection.items == [
                .folder(.init(name: "a", items: [.folder(.init(name: "b", items: [request, request]))])),
                request,
            ])
    }
}

extension EditableBody {
    /// The body as a file contains it.
    fileprivate var written: Self {
        switch self {
        case .multipart(let parts):
            .multipart(
                parts.filter(\.isEnabled).map { part in
                    guard case .text(let text) = part.content else { return part }
                    var part = part
                    part.content = .text(text.split(separator: "\n").joined(separator: "\r\n"))
                    return part
                } + parts.filter { !$0.isEnabled })
        default: self
        }
    }
}
