import ClientEngine
import EngineSupport
import RequestFormats
import Testing

@Suite struct VariableTests {
    @Test(
        "References are filled in once, everywhere, and nothing else is",
        arguments: [
            ("@x = 1\nGET http://a/{{x}}?y={{x}}{{x}}", "http://a/1?y=11"),
            ("@x = 1\nGET http://a/{{ x }}", "http://a/1"),
            ("@a-b_2 = 1\nGET http://a/{{a-b_2}}", "http://a/1"),
            ("@x=\nGET http://a/[{{x}}]", "http://a/[]"),
            ("@x = 1\n@y = {{x}}2\n@x = 3\nGET http://a/{{y}}{{x}}", "http://a/123"),
            ("@T = A\n@t = b\nGET http://a/{{T}}{{t}}", "http://a/Ab"),
            ("@x := 1\nGET http://a/{{x}}", "http://a/1"),
            ("GET http://a/{{x}}\n###\n@x = later", "http://a/later"),
            ("@x = 1\nGET http://a/{{x}}\n###\n@x = 2", "http://a/1"),
            ("@x = a b\nGET http://a/?q={{x}}", "http://a/?q=a%20b"),
            ("@x = a b&c\nGET http://a/?q={{%x}}", "http://a/?q=a%20b%26c"),
            ("@x=1\nGET http://a/{{x}}\u{301}?\u{301}={{\u{301}", "http://a/1%CC%81?%CC%81={{%CC%81"),
            ("@x = \"quoted\"\nGET http://a/{{x}}", "http://a/\"quoted\""),
        ])
    func substitution(document: String, url: String) throws {
        let made = try request(document).url
        #expect(made == url)
    }

    @Test(
        "Braces that enclose no name are text, and escapes become braces",
        arguments: [
            ("{{}}", "{{}}"), ("{{ a + b }}", "{{ a + b }}"), ("{{#if x}}", "{{#if x}}"), ("{{x", "{{x"),
            ("{{{v}}}", "{1}"), ("\\{\\{v\\}\\}", "{{v}}"), ("\\{\\{nope\\}\\}", "{{nope}}"),
            ("{{v}}}", "1}"),
            ("{{{{v}}", "{{1"), ("{ {v} }", "{ {v} }"), ("\\{{{v}}", "\\{1"), ("{{open}}v{{close}}", "{{v}}"),
        ])
    func braces(text: String, body: String) throws {
        let definitions = "@v = 1\n@open = {{\n@close = }}\n"
        #expect(try request(definitions + "POST http://a\n\n\(text)").bodyText == body)
    }

    @Test("A URL that begins with the quotation mark of a variable names the variable and its line")
    func quotedURL() throws {
        let error = try failure("@other = 1\n@base = \"http://h\"\n\nGET {{base}}/x")
        #expect(error.line == 4 && error.column == 5)
        #expect(
            error.message
                == "The URL begins with a quotation mark, which is part of “base” (line 2). Write its value without quotation marks."
        )
    }

    @Test("A value never changes what a line is")
    func structure() throws {
        let text = "@sep = ###bomb\nPOST http://a\n\nbefore\n{{sep}}\nafter\n"
        #expect(try resolved(text).map(\.bodyText) == ["before\n###bomb\nafter"])
        let header = try request("@h = X-A: b: c\nGET http://a\n{{h}}\n")
        #expect(header.headers["X-A"] == "b: c")
    }

    @Test("The command line comes before the file, and the file before the environment")
    func precedence() throws {
        let text = "@a = file\n@b = file\n@c = {{c}}\nGET http://x/{{a}}/{{b}}/{{c}}/{{d.e[0]}}"
        let scope = VariableScope.fixed(
            ["a": "cli"], environment: ["a": "env", "b": "env", "c": "env", "d.e[0]": "env"])
        #expect(try request(text, scope: scope).url == "http://x/cli/file/env/env")
    }

    @Test("An undefined name is an error that says where and what was perhaps meant")
    func undefined() throws {
        let error = try failure("@token = 1\nGET http://a\nX: é {{tokn}}")
        #expect(error.kind == .undefined(name: "tokn"))
        #expect(error.line == 3)
        #expect(error.column == 6)
        #expect(error.near == ["token"])
        #expect(try failure("POST http://a\n\none\ntwo {{x}}").line == 4)
        #expect(try failure("GET http://a/{{$nope}}").kind == .undefined(name: "$nope"))
        #expect(try failure("@x = {{y}}\nGET http://a/{{x}}").line == 1)
    }

    @Test("Cycles are errors that show the way around")
    func cycles() throws {
        #expect(
            try failure("@a = {{b}}\n@b = {{c}}\n@c = {{a}}\nGET http://x/{{a}}").kind
                == .cycle(["a", "b", "c", "a"]))
        #expect(try failure("@a = {{a}}\nGET http://x/{{a}}").kind == .cycle(["a", "a"]))
    }

    @Test("Variables do not nest more than 32 deep, but may follow each other without end")
    func depth() throws {
        let forward = (0..<40).map { "@v\($0) = {{v\($0 + 1)}}\n" }.joined()
        #expect(try failure(forward + "@v40 = 1\nGET http://x/{{v0}}").kind == .tooDeep)
        let backward = (1...1000).map { "@v\($0) = {{v\($0 - 1)}}\n" }.joined()
        #expect(try request("@v0 = 1\n" + backward + "GET http://x/{{v1000}}").url == "http://x/1")
    }

    @Test("Values that double again and again end at 16 MiB")
    func bomb() throws {
        let doubling = (1...60).map { "@v\($0) = {{v\($0 - 1)}}{{v\($0 - 1)}}\n" }.joined()
        #expect(try failure("@v0 = lol\n" + doubling + "GET http://x/{{v60}}").kind == .tooLarge)
        let wide = "@v0 = lol\n" + doubling + "POST http://x\n\n" + String(repeating: "{{v18}}", count: 100)
        #expect(try failure(wide).kind == .tooLarge)
    }

    @Test(
        "Line breaks and NUL from a variable are refused",
        arguments: [
            "GET http://a/{{x}}", "GET http://a\nX: {{x}}", "GET http://a\nX{{x}}: 1", "{{x}} http://a",
        ])
    func injection(document: String) throws {
        for value in ["a\r\nEvil: 1", "a\0b", "a\nb"] {
            #expect(try failure(document, scope: .fixed(["x": value])).kind == .invalid)
        }
    }

    @Test(
        "Dynamic values come from the sources that were given",
        arguments: [
            ("$uuid", "01234567-89ab-4def-8123-456789abcdef"),
            ("$guid", "01234567-89ab-4def-8123-456789abcdef"),
            ("$timestamp", "1795206852"), ("$timestamp -1 d", "1795120452"), ("$randomInt", "1000"),
            ("$randomInt 5 6", "5"), ("$isoTimestamp", "2026-11-20T20:34:12.345Z"),
            ("$datetime iso8601", "2026-11-20T20:34:12.345Z"),
            ("$datetime rfc1123", "Fri, 20 Nov 2026 20:34:12 GMT"),
            ("$datetime iso8601 2 h", "2026-11-20T22:34:12.345Z"), ("$processEnv HOME", "/home/me"),
            ("$env.HOME", "/home/me"), ("$dotenv KEY", "from dotenv"), ("$random.integer(3, 4)", "3"),
        ])
    func dynamic(reference: String, value: String) throws {
        #expect(try request("POST http://a\n\n{{\(reference)}}").bodyText == value)
    }

    @Test("A dynamic value of a definition is made once for the whole document")
    func boundOnce() throws {
        let counter = Counter()
        let dynamic = DynamicValues(date: { .distantPast }, random: counter.next, environment: { _ in nil })
        let text =
            "@id = {{$uuid}}\nGET http://a/{{id}}\n###\nGET http://a/{{id}}\n###\nGET http://a/{{$uuid}}"
        let urls = try resolved(text, scope: VariableScope(dynamic: dynamic)).map(\.url)
        #expect(urls[0] == urls[1])
        #expect(urls[1] != urls[2])
    }

    @Test("The strict dialect takes the draft by its word")
    func strict() throws {
        let literal = try request("@x = 1\nPOST http://a\n\n{{ x }}", dialect: .strict)
        #expect(literal.bodyText == "{{ x }}")
        #expect(try request("GET localhost/x", dialect: .strict).url == "https://localhost/x")
        #expect(
            try failure("GET http://a/{{x}}\n###\n@x = 1", dialect: .strict).kind == .undefined(name: "x"))
        #expect(try failure("GET http://a/b c", dialect: .strict).kind == .malformed)
    }

    @Test(
        "Basic credentials in plain text are encoded, others stay",
        arguments: [
            ("Basic user pass", "Basic dXNlcjpwYXNz"), ("basic user:pass", "basic dXNlcjpwYXNz"),
            ("Basic dXNlcjpwYXNz", "Basic dXNlcjpwYXNz"), ("Bearer a:b", "Bearer a:b"),
        ])
    func basic(written: String, sent: String) throws {
        #expect(try request("GET http://a\nAuthorization: \(written)").headers["Authorization"] == sent)
    }

    @Test(
        "A name and a password behind Digest are a login, a proof stays a header",
        arguments: [
            ("Digest user pass", .digest(user: "user", password: "pass")),
            ("Digest user:pass", .digest(user: "user", password: "pass")),
            ("Digest username=\"user\", realm=\"r\"", nil), ("Digest token", nil),
        ] as [(String, Credentials?)])
    func digest(written: String, login: Credentials?) throws {
        let request = try request("GET http://a\nAuthorization: \(written)")
        #expect(request.authentication == login)
        #expect((request.headers["Authorization"] == nil) == (login != nil))
    }
}

/// Counts from one, on any thread.
private final class Counter: Sendable {
    private let value = Locked<UInt64>(0)

    @Sendable func next() -> UInt64 {
        value.withLock { value in
            value += 1
            return value
        }
    }
}
