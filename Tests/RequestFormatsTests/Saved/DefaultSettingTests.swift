import ClientEngine
import Foundation
import Testing

@testable import RequestFormats

@Suite("Settings for all requests of a file or a folder")
struct DefaultSettingTests {
    private static let text = """
        # @header Authorization: Bearer {{token}}
        # @header X-Client: web
        # @timeout 5 s
        # @retry 2
        # @no-redirect
        # @no-cookie-jar
        @token = abc

        ### takes all over
        GET http://a.test/1

        ### names some itself
        # @timeout 1 s
        GET http://a.test/2
        x-client: mobile

        ### drops some
        # @without Authorization, no-redirect @retry
        GET http://a.test/3

        ### drops all
        # @without *
        GET http://a.test/4
        """

    @Test("A request takes headers and directives over, names them itself, or drops them")
    func inheritance() throws {
        let requests = try resolved(Self.text)
        try #require(requests.count == 4)
        #expect(requests[0].headers == ["Authorization": "Bearer abc", "X-Client": "web"])
        #expect(requests[0].attemptTimeout == .seconds(5) && requests[0].retry?.maximumRetries == 2)
        #expect(requests[0].followsRedirects == false && requests[0].usesCookies == false)
        #expect(requests[1].headers == ["x-client": "mobile", "Authorization": "Bearer abc"])
        #expect(requests[1].attemptTimeout == .seconds(1) && requests[1].retry?.maximumRetries == 2)
        #expect(requests[2].headers == ["X-Client": "web"])
        #expect(requests[2].followsRedirects == nil && requests[2].retry == nil)
        #expect(requests[2].attemptTimeout == .seconds(5))
        #expect(requests[3].headers.isEmpty && requests[3].options == RequestOptions())
    }

    @Test("Each setting says in which line it is written")
    func places() {
        let file = HTTPFile(parsing: Self.text, path: "/api/shop.http")
        let places = file.requests[1].inherited.map { "\($0.name) \($0.place(in: file.path))" }
        #expect(
            places == [
                "Authorization shop.http:1", "@retry shop.http:4", "@no-redirect shop.http:5",
                "@no-cookie-jar shop.http:6",
            ])
        #expect(file.diagnostics.isEmpty)
    }

    @Test("A login is a default like any other header")
    func login() throws {
        let request = try request("# @header Authorization: Digest ada sesame\n###\nGET http://a.test/\n")
        #expect(request.headers.isEmpty)
        #expect(request.authentication == .digest(user: "ada", password: "sesame"))
    }

    @Test("A default that cannot be read keeps every request from being sent, and is reported once")
    func mistakes() throws {
        for line in ["# @timeout soon", "# @header no colon", "# @retry many"] {
            let file = HTTPFile(parsing: "\(line)\n###\nGET http://a/\n###\nGET http://b/\n", path: "a.http")
            #expect(file.requests.allSatisfy { !$0.isUsable }, "\(line)")
            #expect(file.diagnostics.filter { $0.severity == .error }.map(\.line) == [1], "\(line)")
        }
    }

    @Test(
        "Nothing is a default within a request, after the first request, or in the strict dialect",
        arguments: [
            "# @header A: b\nGET http://a/",
            "GET http://a/\n###\n# @header A: b\n# @timeout 5s\n###\nGET http://b/",
        ])
    func elsewhere(text: String) throws {
        for request in try resolved(text) {
            #expect(request.headers.isEmpty && request.options == RequestOptions())
        }
        for request in try resolved("# @header A: b\n# @timeout 5s\n###\nGET http://a/", dialect: .strict) {
            #expect(request.headers.isEmpty && request.options == RequestOptions())
        }
    }

    @Test("A request that is polled takes no retries over")
    func polling() throws {
        let request = try request("# @retry 2\n###\n# @until status == 200\nGET http://a/")
        #expect(request.retry?.maximumRetries == nil)
        let file = HTTPFile(parsing: "# @retry 2\n###\n# @until status == 200\nGET http://a/", path: "a.http")
        #expect(file.diagnostics.isEmpty)
    }

    // MARK: Folders

    private func scope(_ files: [Environments.Folder], _ name: String? = "dev") throws -> VariableScope {
        let environment = try Environments(files).select(name, dynamic: .fixed)
        return VariableScope(environment: environment, dynamic: .fixed)
    }

    private func file(_ text: String, path: String = "/api/http-client.env.json") throws -> EnvironmentFile {
        try .parse(Array(text.utf8), path: path)
    }

    private static let shared = """
        {
          "$shared": {
            "$default_headers": {"Accept": "application/json", "X-Client": "web", "X-Gone": "1"},
            "$default_directives": {"timeout": "5 s", "retry": 3, "no-redirect": true, "unix-socket": "web.sock"}
          },
          "dev": {
            "token": "t0k3n",
            "$default_headers": {"Authorization": "Bearer {{token}}", "x-client": "dev", "X-Gone": null},
            "$default_directives": {"no-redirect": false}
          }
        }
        """

    @Test("A folder has headers and directives for its requests, which its files and requests override")
    func folders() throws {
        let scope = try scope([.init(public: try file(Self.shared))])
        let requests = try resolved(
            "# @timeout 1 s\n###\nGET http://a/\n###\n# @without unix-socket Accept\nGET http://b/\nX-Client: own\n",
            scope: scope)
        #expect(
            requests[0].headers == [
                "Accept": "application/json", "Authorization": "Bearer t0k3n", "x-client": "dev",
            ])
        #expect(requests[0].attemptTimeout == .seconds(1) && requests[0].retry?.maximumRetries == 3)
        #expect(requests[0].followsRedirects == nil && requests[0].unixSocket == "/api/web.sock")
        #expect(requests[1].headers == ["X-Client": "own", "Authorization": "Bearer t0k3n"])
        #expect(requests[1].unixSocket == nil)
        #expect(scope.environment.values.keys.sorted() == ["token"])
    }

    @Test("The nearest folder counts, and $shared holds where no environment is chosen")
    func nearest() throws {
        let near = try file(
            #"{"$shared": {"$default_headers": {"X-Client": "near"}}}"#, path: "/api/v1/http-client.env.json")
        let scope = try scope([.init(public: near), .init(public: try file(Self.shared))], nil)
        let headers = try request("GET http://a/", scope: scope).headers
        #expect(headers["X-Client"] == "near" && headers["X-Gone"] == "1" && headers["Authorization"] == nil)
    }

    @Test("A header of a private file is a secret, and a captured value may stand in any")
    func secrets() throws {
        let own = try file(#"{"dev": {"$default_headers": {"X-Plan": "gold-7741", "X-Run": "{{run}}"}}}"#)
        let scope = try scope([.init(public: try file(#"{"dev": {}}"#), private: own)])
        let document = HTTPFile(parsing: "GET http://a/", path: "/api/a.http")
        let resolver = RequestResolver(document, variables: scope, files: MemoryFiles())
        let request = try resolver.resolve(document.requests[0], with: LateValues(captured: ["run": "r-99"]))
        #expect(request.headers == ["X-Plan": "gold-7741", "X-Run": "r-99"])
        #expect(request.userInfo[.secrets]?.isSuperset(of: ["gold-7741", "r-99"]) == true)
        #expect(
            resolver.inherited(by: document.requests[0]).map { $0.place(in: "/api/a.http") }
                == ["http-client.env.json", "http-client.env.json"])
    }

    @Test("A mistake in a folder's setting names its file; an unknown directive is a warning")
    func folderMistakes() throws {
        func problem(_ text: String) throws -> String {
            try failure("GET http://a/", scope: scope([.init(public: try file(text))])).message
        }
        #expect(
            try problem(#"{"dev": {"$default_directives": {"timeout": "soon"}}}"#)
                == "@timeout of /api/http-client.env.json: @timeout: “soon” is not a duration.")
        #expect(
            try problem(#"{"dev": {"$default_headers": {"a b": "c"}}}"#)
                == "a b of /api/http-client.env.json: “a b” is not a header name.")
        let odd = try scope([.init(public: try file(#"{"dev": {"$default_directives": {"name": "x"}}}"#))])
        #expect(
            odd.environment.warnings == [
                "“name” in $default_directives of /api/http-client.env.json is no directive of folders."
            ])
    }

    @Test("A draft sees the settings outside of its block")
    func surroundings() throws {
        let file = HTTPFile(parsing: Self.text, path: "a.http")
        let draft = file.surroundings(of: file.requests[1]) + "GET http://draft/\n"
        let request = try #require(try resolved(draft).last)
        #expect(request.url == "http://draft/" && request.headers["Authorization"] == "Bearer abc")
        #expect(request.attemptTimeout == .seconds(5))
    }

    // MARK: Imports and exports

    @Test("Headers that folders have for most requests of a file are written once")
    func imported() {
        func request(_ name: String, _ headers: [EditableRequest.Field], own: [EditableRequest.Field] = [])
            -> RequestCollection.Item
        {
            var request = EditableRequest(name: name, url: "https://a.test/\(name)")
            request.headers = headers.inherited + own
            return .request(request)
        }
        let (client, other) = (
            EditableRequest.Field("X-Client", "web"), EditableRequest.Field("X-Client", "old")
        )
        let collection = RequestCollection(
            name: "Shop",
            items: [
                request("one", [client]), request("two", [client], own: [.init("Accept", "text/html")]),
                request("three", [other]), request("four", []),
                request("five", [], own: [.init("x-client", "own")]),
            ])
        let text = CollectionWriter.write(collection).files[0].text
        let resolved = try? RequestFormatsTests.resolved(text)
        #expect(
            resolved?.map(\.headers) == [
                ["X-Client": "web"], ["Accept": "text/html", "X-Client": "web"], ["X-Client": "old"], [:],
                ["x-client": "own"],
            ], "\(text)")
        #expect(text.hasPrefix("# @header X-Client: web\n\n### one\n"), "\(text)")
        #expect(text.contains("# @without X-Client\nGET https://a.test/four\n"), "\(text)")
        #expect(text.components(separatedBy: "X-Client: web").count == 2, "\(text)")
    }

    @Test("A request for another program has the headers that it takes over")
    func exported() throws {
        let file = HTTPFile(parsing: Self.text, path: "a.http")
        let reader = SavedRequestReader(file.requests[0], in: file, keepingName: false)
        #expect(reader.request.headers.map(\.name) == ["Authorization", "X-Client"])
        #expect(reader.request.directives.contains("@timeout 5 s"))
    }
}
