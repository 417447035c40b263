import ClientEngine
import Testing

@testable import RequestFormats

@Suite("References to other exchanges")
struct ExchangeReferenceTests {
    private static let login = "### Log in\n# @name login\nPOST http://a/login\n\n###\n"

    @Test(
        "They name a request, a side, a property and a path",
        arguments: [
            ("login.response.body", ExchangeReference(name: "login", side: .response, property: .body)),
            ("login.response.body.*", .init(name: "login", side: .response, property: .body, path: "*")),
            (
                "login.request.body.a.b[0]",
                .init(name: "login", side: .request, property: .body, path: "a.b[0]")
            ),
            (
                "login.response.body[0].id",
                .init(name: "login", side: .response, property: .body, path: "[0].id")
            ),
            (
                "login.response.body.$.items[?(@.n == 'a b')].id",
                .init(name: "login", side: .response, property: .body, path: "$.items[?(@.n == 'a b')].id")
            ),
            (
                "login.response.body.//a/b",
                .init(name: "login", side: .response, property: .body, path: "//a/b")
            ),
            (
                "login.response.headers.X-Token",
                .init(name: "login", side: .response, property: .headers, path: "X-Token")
            ),
        ])
    func forms(text: String, reference: ExchangeReference) throws {
        let file = HTTPFile(parsing: Self.login + "GET http://a/?q={{\(text)}}", path: "test.http")
        let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles())
        #expect(resolver.references(in: file.requests[1]) == [reference])
        #expect(reference.description == text)
        #expect(throws: ResolveError.self) { try resolver.resolve(file.requests[1]) }
        let run = LateValues { (asked) throws(ResolveError) in
            asked == reference ? Array("found".utf8) : []
        }
        #expect(try resolver.resolve(file.requests[1], with: run).url == "http://a/?q=found")
    }

    @Test("Octets of a response reach a body untouched, and a header only as text")
    func octets() throws {
        let all = (0...255).map { UInt8($0) }
        let text = Self.login + "POST http://a\n\n{{login.response.body}}!\n"
        #expect(try resolve(text) { _ in all }.body == .bytes(all + [0x21]))
        let header = Self.login + "GET http://a\nX: {{login.response.body}}\n"
        let error = #expect(throws: ResolveError.self) { try resolve(header) { _ in [0xFF] } }
        #expect(error?.kind == .invalid)
        #expect(error?.line == 7)
    }

    @Test(
        "A request is meant by its @name, else by the first word behind ###; the last one above comes first")
    func names() throws {
        let text =
            "### login now\nGET http://a/1\n### login\n# @name other\nGET http://a/2\n### login\nGET http://a/3\n"
        let file = HTTPFile(parsing: text + "### two-words\nGET http://a/{{login.response.body}}", path: "t")
        #expect(file.requests.map(\.referenceName) == ["login", "other", "login", nil])
        let names = RequestNames(file)
        #expect(names.index(of: "login", from: 8) == 2)
        #expect(names.index(of: "login", from: 6) == 0)
        #expect(names.index(of: "login", from: 1) == 0)
        #expect(names.index(of: "Login", from: 8) == nil)
        let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles())
        #expect(resolver.references(in: file.requests[3]).map(\.name) == ["login"])
    }

    @Test("Definitions may hold them, and are filled in when the request is")
    func definitions() throws {
        let text =
            Self.login
            + "@token = {{login.response.body.token}}\n@auth = Bearer {{token}}\nGET http://a\nA: {{auth}}"
        let file = HTTPFile(parsing: text, path: "test.http")
        let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles())
        #expect(resolver.references(in: file.requests[1]).map(\.path) == ["token"])
        #expect(try resolve(text) { _ in Array("{{x}}".utf8) }.headers["A"] == "Bearer {{x}}")
    }

    @Test("A request that was not sent, or that nobody wrote, is an error with a place")
    func missing() throws {
        let unsent = try failure(Self.login + "GET http://a/{{login.response.body.id}}")
        #expect(unsent.kind == .unsent(.init(name: "login", side: .response, property: .body, path: "id")))
        #expect(unsent.line == 6)
        let unknown = try failure(Self.login + "GET http://a/{{logn.response.body.id}}")
        #expect(unknown.kind == .undefined(name: "logn"))
        #expect(unknown.near == ["login"])
    }

    @Test("Captured values come before the file and behind the command line, also in definitions")
    func captured() throws {
        let text = "@a = file\n@c = <{{late}}>\nGET http://x/{{a}}/{{b}}/{{c}}/{{%late}}"
        let file = HTTPFile(parsing: text, path: "test.http")
        let resolver = RequestResolver(file, variables: .fixed(["b": "cli"]), files: MemoryFiles())
        let run = LateValues(captured: ["a": "response", "b": "response", "late": "l&"])
        #expect(try resolver.resolve(file.requests[0], with: run).url == "http://x/response/cli/<l&>/l%26")
        #expect(throws: ResolveError.self) { try resolver.resolve(file.requests[0]) }
    }

    @Test("A request knows the values that another sending has others of, wherever they come from")
    func passing() throws {
        let text = """
            @id = n-{{$randomInt 10 20}}
            GET http://x/{{id}}?a={{$timestamp}}&b={{token}}&c={{login.response.body.id}}&d={{fixed}}&e={{$processEnv HOME}}

            ###
            # @name login
            GET http://x/login
            """
        let file = HTTPFile(parsing: text, path: "test.http")
        let resolver = RequestResolver(file, variables: .fixed(["fixed": "7"]), files: MemoryFiles())
        let run = LateValues(captured: ["token": "t1"]) { _ in Array("late".utf8) }
        let request = try resolver.resolve(file.requests[0], with: run)
        let query = try #require(request.url.split(separator: "?").last)
        let values = query.split(separator: "&").map { String($0.dropFirst(2)) }
        let number = request.url.split(separator: "?")[0].split(separator: "-").last.map(String.init)
        #expect(request.userInfo[.passing] == Set([try #require(number), values[0], "t1", "late"]))
    }

    /// Fills in the last request.
    private func resolve(
        _ text: String, exchange: @escaping (ExchangeReference) throws(ResolveError) -> [UInt8]
    ) throws -> Request {
        let file = HTTPFile(parsing: text, path: "test.http")
        let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles())
        return try resolver.resolve(try #require(file.requests.last), with: LateValues(exchange: exchange))
    }
}
