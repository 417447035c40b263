import EngineHTTP
import Testing

@testable import EngineMocks

@Suite("URLs of mocks")
struct MockURLTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var pattern: String
        var base: String?
        var hits: [String]
        var misses: [String]
        var testDescription: String { "\(pattern) at \(base ?? "no base")" }

        init(_ pattern: String, at base: String? = nil, hits: [String] = [], misses: [String] = []) {
            (self.pattern, self.base, self.hits, self.misses) = (pattern, base, hits, misses)
        }
    }

    private static let foo = "http://api.test/foo/"

    /// Checks which requests a pattern matches.
    ///
    /// References resolve against the base URL, or otherwise `any.test`.
    private func check(_ test: Case) throws {
        let base = try test.base.map { try RequestURL(parsing: $0) }
        let matcher = try MockMatcher(.get(test.pattern), base: base)
        let requests = try base ?? RequestURL(parsing: "http://any.test/")
        for (urls, isHit) in [(test.hits, true), (test.misses, false)] {
            for text in urls {
                let url = try RequestURL(parsing: text, relativeTo: requests)
                let found = matcher.matches(method: .get, url: url, headers: [:], body: .none)
                #expect(found == isHit, "\(text)")
            }
        }
    }

    @Test(
        "with a base URL, bar and /bar are different, and both hold for its server alone",
        arguments: [
            Case(
                "bar", at: foo,
                hits: ["bar", "/foo/bar", "http://API.test:80/foo/bar", "bar/", "//api.test/foo//bar"],
                misses: ["/bar", "bar/x", "http://other.test/foo/bar", "http://api.test:81/foo/bar"]),
            Case("/bar", at: foo, hits: ["/bar"], misses: ["bar", "http://other.test/bar"]),
            Case("", at: foo, hits: ["", "/foo"], misses: ["/", "bar"]),
            Case("../bar", at: foo, hits: ["/bar"], misses: ["bar"]),
            Case("./bar", at: foo, hits: ["bar"], misses: ["/bar"]),
        ])
    func baseURL(test: Case) throws {
        try check(test)
    }

    @Test(
        "names stand for one component each, but not in the base URL's own path",
        arguments: [
            Case(":id", at: foo, hits: ["1", "a%2Fb"], misses: ["", "1/2", "/1"]),
            Case("/foo/:id", at: foo, hits: ["1"], misses: ["", "1/2"]),
            Case(":id", at: "http://api.test/:v/", hits: ["/:v/1"], misses: ["/x/1"]),
            Case("/a/:id/:other", hits: ["/a/1/2"], misses: ["/a/1", "/a/1/2/3", "/b/1/2"]),
            Case("/a/:", hits: ["/a/:"], misses: ["/a/b"]),
            Case(":", hits: ["/:"], misses: ["/a"]),
            Case("http://api.test/:id/x", hits: ["http://api.test/7/x"], misses: ["http://api.test/7/y"]),
        ])
    func names(test: Case) throws {
        try check(test)
    }

    @Test(
        "without a base URL, paths hold for every server, and a slash at their front does not matter",
        arguments: [
            Case(
                "foo", hits: ["http://a.test/foo", "https://b.test:8443/foo"], misses: ["http://a.test/bar"]),
            Case("/foo", hits: ["http://a.test/foo"], misses: ["http://a.test/foo/bar"]),
            Case("", hits: ["http://a.test", "http://a.test/"], misses: ["http://a.test/foo"]),
            Case("/", hits: ["http://a.test", "http://a.test/"], misses: ["http://a.test/foo"]),
        ])
    func withoutBaseURL(test: Case) throws {
        try check(test)
    }

    @Test(
        "an absolute URL is the same with and without a slash for its path",
        arguments: [
            Case(
                "http://localhost", hits: ["http://localhost", "http://localhost/"],
                misses: ["http://localhost/a"]),
            Case(
                "http://localhost/", hits: ["http://localhost", "http://localhost/"],
                misses: ["http://other/"]),
            Case("http://localhost/a", hits: ["http://localhost/a/"], misses: ["http://localhost"]),
        ])
    func absolute(test: Case) throws {
        try check(test)
    }

    @Test(
        "scheme, server, port and user are compared where they are named",
        arguments: [
            Case("https://a.test/x", hits: ["https://A.TEST/x"], misses: ["http://a.test/x"]),
            Case("HTTP://A.test/x", hits: ["http://a.test/x"], misses: ["http://b.test/x"]),
            Case(
                "//a.test/x", hits: ["http://a.test/x", "https://a.test/x"], misses: ["http://a.test:8080/x"]),
            Case("//a.test:8080/x", hits: ["http://a.test:8080/x"], misses: ["http://a.test/x"]),
            Case("//a.test:80/x", hits: ["http://a.test/x"], misses: ["https://a.test/x"]),
            Case("//a.test/:id", hits: ["http://a.test/7"], misses: ["http://b.test/7"]),
            Case("http://a.test/x", hits: ["http://a.test:80/x"], misses: ["http://a.test:81/x"]),
            Case("http://a.test:81/x", hits: ["http://a.test:81/x"], misses: ["http://a.test/x"]),
            Case(
                "http://me@a.test/", hits: ["http://me@a.test/", "http://me:pw@a.test/"],
                misses: ["http://a.test/", "http://you@a.test/"]),
            Case("http://me:pw@a.test/", hits: ["http://me:pw@a.test/"], misses: ["http://me:x@a.test/"]),
            Case("http://a.test/", hits: ["http://me:pw@a.test/"]),
            Case("x", at: "http://me@api.test/", hits: ["x", "http://api.test/x"]),
        ])
    func servers(test: Case) throws {
        try check(test)
    }

    @Test(
        "the query holds what the pattern names, in any order; fragments do not matter",
        arguments: [
            Case("/a?x=1", hits: ["/a?x=1", "/a?y=2&x=1#z"], misses: ["/a", "/a?x=2", "/a?X=1"]),
            Case("/a?y=2&x=a+b", hits: ["/a?x=a%20b&y=2"], misses: ["/a?x=a&y=2"]),
            Case("/a?#x", hits: ["/a", "/a?b"]),
            Case(
                "http://a.test/a?x", hits: ["http://a.test/a?x", "http://a.test/a?x="],
                misses: ["http://a.test/a"]),
            Case("a?u=http://b.test/", hits: ["/a?u=http%3A%2F%2Fb.test%2F"], misses: ["/a"]),
        ])
    func query(test: Case) throws {
        try check(test)
    }

    @Test(
        "components are compared decoded, one by one",
        arguments: [
            Case("foo%2fbar", hits: ["/foo%2Fbar", "/foo%2fbar"], misses: ["/foo/bar"]),
            Case("foo/bar", hits: ["/foo/bar", "/fo%6F/bar"], misses: ["/foo%2fbar"]),
            Case("a b", hits: ["/a%20b"], misses: ["/a+b"]),
            Case("//a.test/foo%2fbar", hits: ["http://a.test/foo%2Fbar"], misses: ["http://a.test/foo/bar"]),
        ])
    func decoding(test: Case) throws {
        try check(test)
    }

    @Test("what the names stand for is told without their colon, decoded")
    func parameters() throws {
        let matcher = try MockMatcher(.get("http://a.test/:kind/x/{id}"))
        let found = matcher.parameters(in: PathComponents("/a%2Fb//x/%C3%A9/"))
        #expect(found == ["kind": "a/b", "id": "é"])
        let template = try MockMatcher(Mock.Match(address: .pathTemplate("/:a")))
        #expect(template.parameters(in: PathComponents("/1")) == ["a": "1"])
        #expect(try MockMatcher(.any).parameters(in: PathComponents("/1")) == [:])
    }

    @Test(
        "what no URL can be is refused when it is added, in words",
        arguments: [
            "http://", "//", "ftp://a.test/", "http://a b/", "http://a.test:port/", "/a\u{7}b",
            "http://[::1/",
        ])
    func rejections(pattern: String) throws {
        let store = MockStore()
        let error = #expect(throws: MockError.self) { try store.add(.get(pattern), .status(200)) }
        #expect(error?.message.contains(pattern) == true)
        #expect(store.all.isEmpty)
    }
}
