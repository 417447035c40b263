import Testing

@testable import EngineHTTP

@Suite("Media types")
struct MediaTypeTests {
    @Test(
        "a field's value is taken apart",
        arguments: [
            ("text/html; charset=utf-8", "text", "html", "utf-8"),
            ("text/html ;charset=\"utf-8\"", "text", "html", "utf-8"),
            (" application/json;CharSet='gb2312'", "application", "json", "gb2312"),
            ("something invalid", "something invalid", "", nil),
            ("", "", "", nil), ("text/plain; charset", "text", "plain", nil),
            ("a/b; x=\"q;\\\"z\"; charset=c", "a", "b", "c"),
        ])
    func parsing(text: String, type: String, subtype: String, charset: String?) {
        let media = MediaType(text)
        #expect(media.type == type)
        #expect(media.subtype == subtype)
        #expect(media["charset"] == charset)
    }

    @Test("names are the same in any case, values and order are not")
    func equality() {
        #expect(MediaType("Text/HTML; Level=1") == MediaType("text/html;level=1"))
        #expect(MediaType("text/html;level=a") != MediaType("text/html;level=A"))
        #expect(MediaType("text/html;a=1;b=2") != MediaType("text/html;b=2;a=1"))
        #expect(Set([MediaType("A/B;C=d"), MediaType("a/b;c=d"), MediaType("a/b")]).count == 2)
    }

    @Test(
        "a pattern stands for types, with its parameters in their order",
        arguments: [
            ("text/html", "text/*", true), ("text/html", "*/*", true), ("TEXT/HTML", "text/html", true),
            ("text/html", "text/plain", false), ("text/json", "application/json", true),
            ("application/json", "text/json", false), ("text/html;a=1;b=2;c=3", "text/html;a=1;c=3", true),
            ("text/html;c=3;a=1", "text/html;a=1;c=3", false), ("text/html", "text/html;a=1", false),
        ])
    func patterns(type: String, pattern: String, fits: Bool) {
        #expect(MediaType(type).matches(MediaType(pattern)) == fits)
    }

    @Test(
        "Accept asks for types in their order, a tenth less each",
        arguments: [
            ([], nil), (["a/b"], "a/b"),
            (
                ["application/json", "text/plain", "text/html", "*/*"],
                "application/json, text/plain;q=0.9, text/html;q=0.8, */*;q=0.7"
            ),
            (
                [
                    "text/plain;q=0.5", "text/html;level=1", "text/html;level=2;q=0.2", "application/json",
                ],
                "text/plain;q=0.5, text/html;level=1;q=0.9, text/html;level=2;q=0.2, application/json;q=0.8"
            ),
        ])
    func accept(types: [MediaType], field: String?) {
        #expect(MediaType.accept(types) == field)
    }

    @Test("the quality never falls below a tenth")
    func lowestQuality() {
        let types = Array(repeating: MediaType("a/b"), count: 12)
        #expect(MediaType.accept(types)?.hasSuffix("a/b;q=0.2, a/b;q=0.1, a/b;q=0.1, a/b;q=0.1") == true)
    }

    @Test(
        "JSON is known by its name or its suffix",
        arguments: [
            ("application/json; charset=utf-8", true), ("text/json", true),
            ("application/problem+json", true), ("text/html", false), ("application/jsonp", false),
        ])
    func json(type: String, isJSON: Bool) {
        #expect(MediaType(type).isJSON == isJSON)
    }
}

@Suite("Parameters of fields")
struct HeaderParametersTests {
    @Test("are told apart at the delimiter, but not within quotes, and empty ones are left out")
    func delimiters() {
        let commas = HeaderParameters(#"no-cache="a, b" ,, max-age = 60,private ,"#, delimiter: ",")
        #expect(commas.map(\.name) == ["no-cache", "max-age", "private"])
        #expect(commas.map(\.value) == [#""a, b""#, "60", nil])
        let semicolons = HeaderParameters(#"a="x\";y";b=c"#)
        #expect(semicolons.map(\.unquoted) == [#"x";y"#, "c"])
        #expect(HeaderParameters("a=1;a=2")["A"]?.value == "1")
        #expect(Array(HeaderParameters("")).isEmpty)
    }
}

@Suite("Status codes")
struct StatusCodeTests {
    @Test("any number is a status; many have a class and a reason")
    func names() {
        #expect(StatusCode.notFound == 404)
        #expect("\(StatusCode.notFound)" == "404")
        #expect(StatusCode.notFound.reason == "Not Found")
        #expect(StatusCode.notFound < 500)
        #expect((400..<500).contains(StatusCode.notFound))
        #expect("\(StatusCode(rawValue: 799))" == "799")
        #expect(StatusCode(rawValue: 799).class == nil)
        #expect(StatusCode(rawValue: 103).class == .informational)
        #expect(StatusCode(rawValue: 226).class == .success)
        #expect(StatusCode(rawValue: 308).class == .redirection)
        #expect(StatusCode(rawValue: 425).class == .clientError)
        #expect(StatusCode(rawValue: 530).class == .serverError)
        #expect(StatusCode.reasons.values.allSatisfy { !$0.isEmpty })
    }
}
