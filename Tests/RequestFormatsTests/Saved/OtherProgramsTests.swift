import ClientEngine
import RequestFormats
import Testing

@Suite("Constructs of other programs in .http files")
struct OtherProgramsTests {
    private func read(_ text: String) throws -> SavedRequest {
        try #require(HTTPFile(parsing: text, path: "x").requests.first)
    }

    private func warnings(_ text: String) -> [Diagnostic] {
        HTTPFile(parsing: text, path: "x").diagnostics.filter { $0.severity == .warning }
    }

    // MARK: Scripts

    @Test(
        "A script of httpyac below a request is not part of its body",
        arguments: [
            ("GET http://a\n\n{{\nconsole.log(1)\n}}\n", nil),
            ("GET http://a\n\n{{@response\n a()\n}}\n\n?? status == 200\n", nil),
            ("GET http://a\nX: 1\n{{+after\n a()\n}}\n", nil),
            ("POST http://a\n\n{\"a\": 1}\n\n{{\n b()\n}}\n", "{\"a\": 1}"),
            ("POST http://a\n\nfirst\n{{\n b()\n}}\nlast\n", "first\nlast"),
            ("POST http://a\n\n{{\n b()\n}}\n\nlast\n", "last"),
            ("POST http://a\n\nfirst\n{{\n b()\n}}\n> {% c() %}\n", "first"),
        ])
    func scripts(document: String, body: String?) throws {
        let saved = try read(document)
        #expect(saved.attachments.first?.kind == .scriptBlock)
        #expect(ResponseActions(of: saved).unrun.first?.message.hasSuffix(": needs JavaScript") == true)
        #expect(try request(document).bodyText == body)
    }

    @Test("Headers go on after a script among them")
    func scriptAmongHeaders() throws {
        let request = try request("POST http://a\nX: 1\n{{\n a()\n}}\nY: 2\n\nbody")
        #expect(request.headers["Y"] == "2" && request.bodyText == "body")
    }

    @Test("Braces that no line closes are not a script", arguments: ["{{\ntext", "{{ name\n}}", "{{a}}\n}}"])
    func noScripts(body: String) throws {
        let text = "@a = 1\nPOST http://a\n\n\(body)"
        #expect(try read(text).attachments.isEmpty)
        #expect(try request(text).bodyText == body.replacing("{{a}}", with: "1"))
    }

    @Test("Editing a request keeps the scripts between its lines")
    func editing() throws {
        let text = "POST http://a\nX: 1\n\nfirst\n{{\n b()\n}}\nlast\n\n{{\n c()\n}}\n"
        let edited = try #require(EditableRequest(reading: text))
        #expect(edited.text == text)
    }

    @Test("Scripts and run lines of a block without a request are named")
    func blocksWithoutRequest() {
        let text = "import o.http\n\nrun #a\n###\nrun ./b.http\n###\n{{\n x()\n}}\n###\nGET http://a\n"
        #expect(
            warnings(text).map(\.description) == [
                "3:1: warning: not run: run #a: no requests are sent by it",
                "5:1: warning: not run: run ./b.http: no requests are sent by it",
                "7:1: warning: not run: {{: needs JavaScript",
            ])
    }

    @Test("Files of scripts after a body are not part of it", arguments: ["js", "mjs", "cjs", "ts", "lua"])
    func scriptFiles(ending: String) throws {
        #expect(try request("POST http://a\n\nbody\n\n> ./check.\(ending)\n").bodyText == "body")
    }

    // MARK: Request lines

    @Test(
        "HTTP/2 with prior knowledge is HTTP/2, also below a URL over several lines",
        arguments: [
            "GET http://a/b HTTP/2 (Prior Knowledge)", "GET http://a\n  /b HTTP/2 (prior knowledge)",
            "GET http://a/b\n  HTTP/2",
        ])
    func priorKnowledge(text: String) throws {
        let request = try request(text)
        #expect(request.url == "http://a/b" && request.version == .http2)
    }

    @Test(
        "Text after a version is an error and not part of the URL",
        arguments: [
            ("GET http://a/b HTTP/1.1 (Prior Knowledge)", 1, 16), ("GET http://a/b HTTP/2 c", 1, 16),
            ("GET http://a\n  /b HTTP/2 c", 2, 6),
        ])
    func textAfterVersion(text: String, line: Int, column: Int) throws {
        let error = try #require(try read(text).diagnostics.first)
        #expect((error.severity, error.line, error.column) == (.error, line, column))
        #expect(error.message.hasSuffix("is not a version of HTTP."))
    }

    @Test("A curl command is one error that names the import")
    func curl() throws {
        let text = "curl -X POST https://a \\\n  -H 'X: y' \\\n  -d '{}'\n\n###\nGET http://a\n"
        let problems = HTTPFile(parsing: text, path: "x").diagnostics
        #expect(problems.map(\.severity) == [.error])
        #expect(problems[0].expected?.contains("inspector import curl") == true)
        #expect(try failure("curl https://a").line == 1)
    }

    // MARK: Directives

    @Test(
        "A directive that changes what is sent, and is not followed, is named",
        arguments: [
            "loop for 3", "proxy http://127.0.0.1:1", "graphql", "injectVariables", "noRejectUnauthorized",
            "no-client-cert", "use-os-credentials", "no-auto-encoding", "ratelimit 5", "sleep 10", "delay 10",
            "attach-cookie-jar", "accept chunked", "stdin-cmd cat", "env-stdin-cmd jq .a", "keepStreaming",
            "kulala-curl--insecure", "curl-compressed", "env-json-key a .b", "file-to-variable a ./b",
        ])
    func refusedDirectives(directive: String) {
        for text in ["# @\(directive)\nGET http://a", "# @\(directive)\n\n###\nGET http://a"] {
            let warning = warnings(text).first
            let name = directive.prefix { $0 != " " }
            #expect(warning?.message.hasPrefix("@\(name) is not supported: ") == true)
            #expect(warning?.line == 1)
        }
    }

    @Test(
        "Directives for viewers and documentation are not named",
        arguments: [
            "tag a", "title b", "description c", "group d", "verbose", "openWith e", "extension f", "save",
            "jwt g", "jq .a", "accept text/html",
        ])
    func quietDirectives(directive: String) {
        #expect(HTTPFile(parsing: "# @\(directive)\nGET http://a", path: "x").diagnostics.isEmpty)
    }

    @Test("@disabled takes true and false; another condition is not evaluated, and said not to be")
    func disabled() throws {
        for (argument, isDisabled) in [("", true), (" true", true), (" false", false)] {
            let saved = try read("# @disabled\(argument)\nGET http://a")
            #expect(saved.options.isDisabled == isDisabled && saved.diagnostics.isEmpty)
        }
        let saved = try read("# @disabled !token\nGET http://a")
        #expect(!saved.options.isDisabled && saved.diagnostics.map(\.severity) == [.warning])
    }

    // MARK: Braces

    @Test(
        "Text in braces that is no name is an error in a request line, a header or a definition that is used",
        arguments: [
            ("GET http://a/{{n + 1}}", 1, 14), ("GET http://a\nX: {{new Date().toISOString()}}", 2, 4),
            ("GET http://a/{{$.items[0].id}}", 1, 14), ("GET http://a\n{{a || b}}", 2, 1),
            ("GET http://a\n  ?a={{user.map(x => { x })}}", 2, 6), ("@d = {{1+1}}\nGET http://a/{{d}}", 1, 6),
            ("GET http://a/{{}}", 1, 14),
        ])
    func expressions(text: String, line: Int, column: Int) throws {
        let error = try failure(text)
        #expect((error.line, error.column) == (line, column))
        #expect(error.message.contains("is not the name of a variable"))
    }

    @Test("Text in braces that is no name is a warning in a body, which is sent as it is written")
    func templates() throws {
        let text = "@n = 1\nPOST http://a\n\n{{n}} {{{n}}}\n{{#items}} {{ n + 1 }}\n\\{\\{n + 2\\}\\}"
        let warning = try #require(warnings(text).first)
        #expect((warning.line, warning.column) == (5, 1))
        #expect(warning.message.contains("“{{#items}}” is sent as it is written, and 1 more of this body"))
        #expect(try request(text).bodyText == "1 {1}\n{{#items}} {{ n + 1 }}\n{{n + 2}}")
    }

    @Test("Braces of JSON are not references", arguments: ["{\"a\":{\"b\":{}}}", "{{\n\"a\"", "}} {{"])
    func braces(body: String) {
        #expect(warnings("POST http://a\nX: {\"a\":{\"b\":1}}\n\n\(body)").isEmpty)
    }

    // MARK: Bodies

    @Test("Comments at the end of a body are sent with a warning")
    func commentsAtEnd() {
        let text = "POST http://a\n\n{\"a\":1}\n\n# ====\n# NEXT\n# ====\n\n###\nGET http://b\n"
        #expect(warnings(text).map(\.line) == [5])
        #expect(warnings("POST http://a\n\n{\n# one\n\"a\": 1\n}\n# two\n").isEmpty)
    }

    @Test(
        "A form is sent without the blanks and line ends that lay it out",
        arguments: [
            (
                "email = ada@h.test &\npassword = x &\n  remember = yes",
                "email=ada@h.test&password=x&remember=yes"
            ),
            ("a = 1\n  & b = 2", "a=1&b=2"), ("a = 1", "a=1"), ("a=1 2&b== 3", "a=1 2&b== 3"),
            ("a=1\nb=2", "a=1\nb=2"), ("t = {{ $randomInt 1 2 }} & u={{v}}", "t=1&u= & "),
        ])
    func forms(body: String, sent: String) throws {
        let head = "POST http://a\nContent-Type: application/x-www-form-urlencoded\n\n"
        let scope = VariableScope.fixed(["v": " & "])
        #expect(try request(head + body, scope: scope).bodyText == sent)
        let windows = (head + body).replacing("\n", with: "\r\n")
        #expect(try request(windows, scope: scope).bodyText == sent.replacing("\n", with: "\r\n"))
    }

    @Test(
        "A form that is written to a file is sent with all its blanks", arguments: ["a= b \n&c =d", " a=1\n"])
    func writtenForm(body: String) throws {
        var saved = EditableRequest(method: "POST", url: "http://a")
        saved.headers = [.init("Content-Type", "application/x-www-form-urlencoded")]
        saved.body = .text(body)
        #expect(try request(saved.text).bodyText == body)
    }

    @Test(
        "A multipart body whose parts no server finds is named with its line",
        arguments: [
            (
                "boundary=cut", "--cut\nContent-Type: text/plain\n< ./f\n--cut--", 6,
                "header fields of its part"
            ),
            ("boundary=cut", "cut\nA: b\n\nx\ncut--", 4, "No line of the body begins with “--cut”"),
            ("boundary=\"c{{$timestamp}}\"", "--c{{$timestamp}}\nA: b\n\nx", 2, "made anew"),
            ("charset=utf-8", "--cut\nA: b\n\nx\n--cut--", 2, "names no boundary"),
            ("boundary=cut", "--cut\nA: b\n\nx", 4, "has no end"),
        ])
    func multipart(parameter: String, body: String, line: Int, message: String) throws {
        let text = "POST http://a\nContent-Type: multipart/form-data; \(parameter)\n\n\(body)"
        let found = warnings(text)
        #expect(found.map(\.line) == [line])
        #expect(found.first?.message.contains(message) == true)
    }

    @Test("A multipart body whose parts are found is not named")
    func wholeMultipart() {
        let head = "@b = cut\nPOST http://a\nContent-Type: multipart/form-data; boundary="
        let body = "--cut\nA: b\n\n< ./f\n--cut\nA: c\n\n--cutter\n--cut--"
        #expect(warnings(head + "\"cut\"\n\n" + body).isEmpty)
        #expect(warnings(head + "{{b}}\n\n" + body.replacing("--cut", with: "--{{b}}")).isEmpty)
        #expect(warnings(head + "cut\n\n< ./body.bin").isEmpty)
    }
}
