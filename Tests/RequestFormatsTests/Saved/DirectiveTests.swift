import ClientEngine
import RequestFormats
import Testing

@Suite struct DirectiveTests {
    @Test(
        "Directives are read in all their spellings",
        arguments: [
            "# @no-redirect", "// @noRedirect", "#@NO-REDIRECT", "#   @no-redirect  ", "//@no-redirect",
        ])
    func spellings(line: String) throws {
        #expect(try request("\(line)\nGET http://a").followsRedirects == false)
        #expect(try request("GET http://a\n\(line)\nX: 1").followsRedirects == false)
    }

    @Test("A request does without the cookie jar where it says so, also when it is written back")
    func cookies() throws {
        #expect(try request("GET http://a").usesCookies == nil)
        let bare = try request("# @no-cookie-jar\nGET http://a")
        #expect(bare.usesCookies == false)
        #expect(HTTPFileWriter.text(for: bare).text.contains("# @no-cookie-jar\n"))
    }

    @Test(
        "A name is the first word behind it",
        arguments: ["# @name one", "# @name=one", "# @name = one", "// @Name one two"])
    func names(line: String) throws {
        #expect(
            HTTPFile(parsing: "### title\n\(line)\nGET http://a", path: "x").requests.map(\.name) == ["one"])
    }

    @Test(
        "An unknown directive is ignored, with a warning where it looks like a known one",
        arguments: [
            ("@retyr 3", "did you mean “@retry”?"), ("@norediect", "did you mean “@no-redirect”?"),
            ("@redirect", "did you mean “@no-redirect”?"), ("@tag smoke", nil), ("@ref login", nil),
            ("@no-log", nil), ("@import a.http", nil),
        ])
    func unknown(line: String, question: String?) {
        let found = HTTPFile(parsing: "# @name one\n# \(line)\nGET http://a", path: "x").diagnostics
        #expect(found.map(\.expected) == (question.map { [$0] } ?? []))
        #expect(found.allSatisfy { $0.severity == .warning && $0.line == 2 })
    }

    @Test("Variables may stand in time limits and retries")
    func variables() throws {
        let text = """
            @patience = 5s
            @tries = 2
            @codes = 503 timeout
            # @timeout {{patience}}
            # @retry {{tries}}
            # @retry-when {{codes}}
            # @retry-backoff {{patience}} x3
            GET http://a
            """
        #expect(HTTPFile(parsing: text, path: "x").diagnostics.isEmpty)
        let request = try request(text)
        #expect(request.attemptTimeout == .seconds(5))
        #expect(request.retry?.maximumRetries == 2 && request.retry?.backoff.multiplier == 3)
        #expect(request.retry?.conditions == [.status(503), .kind(.timeout)])
    }

    @Test("A value that is no duration is an error with its place, and so is one with braces")
    func wrongVariables() throws {
        for value in ["soon", "\\{\\{x\\}\\}"] {
            let error = #expect(throws: ResolveError.self) {
                try request("@t = \(value)\n# @timeout {{t}}\nGET http://a")
            }
            #expect(error?.line == 2 && error?.message.contains("is not a duration") == true)
        }
    }

    @Test("A Unix socket's path counts from the folder of the file, and its variables are filled in")
    func unixSocket() throws {
        let text = """
            @folder = /run
            # @unix-socket {{folder}}/docker.sock
            GET http://localhost/
            ###
            # @unix-socket ../web.sock
            GET http://localhost/
            ###
            # @unix-socket
            GET http://localhost/
            """
        let file = HTTPFile(parsing: text, path: "/srv/http/a.http")
        let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles())
        #expect(try resolver.resolve(file.requests[0]).unixSocket == "/run/docker.sock")
        #expect(try resolver.resolve(file.requests[1]).unixSocket == "/srv/http/../web.sock")
        #expect(
            file.requests[2].diagnostics.map(\.message) == [
                "@unix-socket: The path of the socket is missing."
            ])
    }

    @Test("Durations, retries and notes reach the request")
    func options() throws {
        let text = """
            # @timeout 5 s
            # @connection-timeout 250ms
            # @deadline 2m
            # @retry 4
            # @retry-when 503 timeout
            # @retry-backoff 100ms x3 max 1s
            # @retry-always
            # @no-log
            # @disabled
            # @note really?
            # @something else
            GET http://a
            """
        let request = try request(text)
        #expect(request.attemptTimeout == .seconds(5))
        #expect(request.timeouts == Timeouts(connect: .milliseconds(250)))
        #expect(request.totalTimeout == .seconds(120))
        let backoff = Backoff(from: .milliseconds(100), multiplier: 3, maximum: .seconds(1), hasJitter: false)
        #expect(
            request.retry
                == RetryPolicy(
                    maximumRetries: 4, when: [.status(503), .kind(.timeout)], backoff: backoff,
                    ignoresIdempotence: true))
        let saved = try #require(HTTPFile(parsing: text, path: "x").requests.first)
        #expect(saved.options.isDisabled)
        #expect(!saved.options.isLogged)
        #expect(saved.options.note == "really?")
        #expect(saved.directives.last?.name == "something")
        #expect(saved.diagnostics.isEmpty)
    }

    @Test("Without a retry directive the client's policy holds; with a number alone the default rule does")
    func retryDefaults() throws {
        #expect(try request("GET http://a").retry == nil)
        #expect(try request("# @retry 2\nGET http://a").retry == RetryPolicy(maximumRetries: 2))
        #expect(try request("# @retry 0\nGET http://a").retry == .never)
    }

    @Test(
        "What is ambiguous is read, with a warning",
        arguments: [
            ("# @timeout 5", 1), ("# @retry-when 503", 1), ("# @name x\nGET http://b\n###\n# @name x", 5),
        ])
    func warnings(text: String, line: Int) throws {
        let file = HTTPFile(parsing: text + "\nGET http://a", path: "x")
        #expect(file.diagnostics.map(\.severity) == [.warning])
        #expect(file.diagnostics.map(\.line) == [line])
        #expect(!file.hasErrors)
    }

    @Test("A request is selected by its name, then its title, then its number")
    func selection() throws {
        let text =
            "### 2\nGET http://a\n### two\n# @name login\nGET http://b\n### login\nGET http://c\n###\nGET http://d\n### two\nGET http://e"
        let file = HTTPFile(parsing: text, path: "x")
        #expect(try file.request(named: "login").number == 2)
        #expect(try file.request(named: "2").number == 1)
        #expect(try file.request(named: "4").number == 4)
        #expect(throws: RequestSelector.SelectionError.ambiguous(name: "two", lines: [5, 11])) {
            try file.request(named: "two")
        }
        #expect(throws: RequestSelector.SelectionError.unknown(name: "logn", near: ["login"])) {
            try file.request(named: "logn")
        }
    }

    @Test("PATH#NAME is cut where the path exists")
    func selectors() {
        let exists: (String) -> Bool = { ["a.http", "b#c.http", "odd#1"].contains($0) }
        #expect(RequestSelector("a.http", exists: exists).name == nil)
        #expect(RequestSelector("a.http#x#y", exists: exists).name == "x#y")
        #expect(RequestSelector("b#c.http#x", exists: exists).path == "b#c.http")
        #expect(RequestSelector("odd#1", exists: exists).name == nil)
        #expect(RequestSelector("none.http#x", exists: exists).path == "none.http")
    }
}
