import EngineHTTP
import EngineJSON
import InspectorTestSupport
import Testing

@testable import EngineMocks

@Suite("Matching mocks")
struct MockMatchingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var address: Mock.Address
        var hits: [String]
        var misses: [String]
        var testDescription: String { "\(address)" }

        init(_ address: Mock.Address, hits: [String], misses: [String]) {
            self.address = address
            self.hits = hits
            self.misses = misses
        }
    }

    @Test(
        "goes by path and query",
        arguments: [
            Case(.any, hits: ["/", "/a/b?c"], misses: []),
            Case(
                .path("/a/b"), hits: ["/a/b", "/a/b?c=d", "/%61/b"],
                misses: ["/a/b/", "/a//b", "/A/b", "/a", "/a%2Fb"]),
            Case(
                .path("/foo%2Fbar"), hits: ["/foo%2Fbar", "/foo%2fbar"], misses: ["/foo/bar", "/foo%252Fbar"]),
            Case(.path("/100%"), hits: ["/100%", "/100%25"], misses: ["/100"]),
            Case(.path("/%zz"), hits: ["/%zz", "/%25zz"], misses: ["/zz"]),
            Case(.path("/é"), hits: ["/é", "/%C3%A9"], misses: ["/%E9", "/e"]),
            Case(.path("/"), hits: ["/", "/?a"], misses: ["/a", "//"]),
            Case(
                .pathAndQuery("/a?b=c"), hits: ["/a?b=c"],
                misses: ["/a", "/a?b", "/a?b=c&d", "/a?d&b=c", "/?b=c"]),
            Case(.pathAndQuery("/a?b=?"), hits: ["/a?b=?"], misses: ["/a?b="]),
            Case(.pathAndQuery("/a"), hits: ["/a", "/a?"], misses: ["/a?b"]),
            Case(
                .pathPattern("/users/[0-9]+"), hits: ["/users/1", "/users/23?x"],
                misses: ["/users/", "/users/1a", "/v1/users/1"]),
            Case(.pathPattern("/a|/b"), hits: ["/a", "/b"], misses: ["/ab", "/a/b"]),
            Case(.pathAndQueryPattern("/a\\?b=[0-9]"), hits: ["/a?b=1"], misses: ["/a", "/a?b=10", "/a?b"]),
            Case(.pathAndQueryPattern("/a.*"), hits: ["/a", "/a?b", "/a/b?c"], misses: ["/b?/a"]),
            Case(
                .pathTemplate("/users/:id"),
                hits: ["/users/1", "/users/a%2Fb", "/users/1/", "//users//1?x=y"],
                misses: ["/users", "/users/", "/users/1/2", "/user/1"]),
            Case(
                .pathTemplate("/users/{id}/posts/{post}"), hits: ["/users/1/posts/2"],
                misses: ["/users/1/posts", "/users/posts/2"]),
            Case(.pathTemplate("/a/:"), hits: ["/a/:"], misses: ["/a/b"]),
            Case(.pathTemplate("/a/{}"), hits: ["/a/%7B%7D"], misses: ["/a/b"]),
            Case(.pathTemplate("users/:id"), hits: ["/users/1"], misses: ["/v1/users/1"]),
            Case(.pathTemplate("foo%2Fbar"), hits: ["/foo%2fbar"], misses: ["/foo/bar"]),
            Case(.pathTemplate(""), hits: ["/"], misses: ["/a"]),
        ])
    func addresses(example: Case) {
        let match = Mock.Match(address: example.address)
        for target in example.hits { #expect(match.matches(method: .get, url: .at(target)), "\(target)") }
        for target in example.misses { #expect(!match.matches(method: .get, url: .at(target)), "\(target)") }
    }

    @Test(
        "goes by method, in capitals or not",
        arguments: [(nil, "PURGE", true), ("GET", "GET", true), ("get", "GET", true), ("GET", "HEAD", false)])
    func methods(expected: String?, method: String, isMatch: Bool) {
        let match = Mock.Match(method: expected.map { HTTPMethod(rawValue: $0) }, address: .path("/"))
        #expect(match.matches(method: HTTPMethod(rawValue: method), url: .at("/")) == isMatch)
    }

    @Test(
        "wants the parameters of the query, decoded, in any order, among others",
        arguments: [
            ("a=1&b=2", true), ("b=2&c=3&a=1", true), ("a=0&a=1&b=2", true), ("%61=%31&b=2", true),
            ("a=1", false), ("a=1&b=22", false), ("a&b=2", false), ("", false), ("A=1&b=2", false),
        ])
    func query(query: String, isMatch: Bool) {
        var match = Mock.Match(address: .path("/s"))
        match.query = [.init("a", "1"), .init("b", "2")]
        #expect(match.matches(method: .get, url: .at("/s?" + query)) == isMatch)
    }

    @Test("reads + in a query as a space, and a name alone as one without a value")
    func spaces() {
        #expect(
            Mock.Parameter.parameters(of: .at("/?a=b+c%2B&d&=e&&f=g=h"))
                == [.init("a", "b c+"), .init("d", ""), .init("", "e"), .init("f", "g=h")])
    }

    @Test("wants fields by name in any case, with one equal value")
    func headers() {
        var match = Mock.Match(address: .any)
        match.headers = [.init("accept", "text/html")]
        func isMatch(_ headers: Headers) -> Bool {
            match.matches(method: .get, url: .at("/"), headers: headers)
        }
        #expect(isMatch(["Accept": "text/html"]))
        #expect(isMatch(["Accept": "*/*", "ACCEPT": "text/html"]))
        #expect(!isMatch(["Accept": "Text/HTML"]))
        #expect(!isMatch([:]))
    }

    struct BodyCase: Sendable, CustomTestStringConvertible {
        var expected: JSONValue
        var actual: String
        /// The expected results: strict, any order, extra elements, both.
        var results: [Bool]
        var testDescription: String { "\(expected) and \(actual)" }
    }

    @Test(
        "compares bodies as JSON",
        arguments: [
            BodyCase(expected: ["a": 1], actual: #"{ "a" : 1.0 }"#, results: [true, true, true, true]),
            BodyCase(
                expected: ["a": 1, "b": 2], actual: #"{"b":2,"a":1}"#, results: [true, true, true, true]),
            BodyCase(expected: ["a": 1], actual: #"{"a":1,"b":2}"#, results: [false, false, true, true]),
            BodyCase(
                expected: ["a": 1, "b": 2], actual: #"{"a":1}"#, results: [false, false, false, false]),
            BodyCase(expected: [1, 2], actual: "[2,1]", results: [false, true, false, true]),
            BodyCase(expected: [1, 2], actual: "[1,2,3]", results: [false, false, true, true]),
            BodyCase(expected: [3, 1], actual: "[1,2,3]", results: [false, false, false, true]),
            BodyCase(expected: [1, 1], actual: "[1,2]", results: [false, false, false, false]),
            BodyCase(
                expected: [["a": 1], ["a": 1, "b": 2]], actual: #"[{"a":1,"b":2},{"a":1}]"#,
                results: [false, true, false, true]),
            BodyCase(
                expected: ["list": [["id": 2]]], actual: #"{"list":[{"id":1},{"id":2,"x":0}]}"#,
                results: [false, false, false, true]),
            BodyCase(expected: "é", actual: #""\u00e9""#, results: [true, true, true, true]),
            BodyCase(expected: ["a": nil], actual: "{}", results: [false, false, false, false]),
            BodyCase(expected: [:], actual: "[]", results: [false, false, false, false]),
            BodyCase(expected: [:], actual: "no JSON", results: [false, false, false, false]),
        ])
    func bodies(example: BodyCase) {
        let flags = [(false, false), (true, false), (false, true), (true, true)]
        for ((order, extras), expected) in zip(flags, example.results) {
            var match = Mock.Match(address: .any)
            let body = Mock.JSONBody(
                example.expected, ignoresArrayOrder: order, ignoresExtraElements: extras)
            match.body = [.equalToJSON(body)]
            let isMatch = match.matches(method: .post, url: .at("/"), body: .text(example.actual))
            #expect(isMatch == expected, "order \(order), extras \(extras)")
        }
    }

    @Test("wants every expected body, and none is no JSON")
    func severalBodies() {
        var match = Mock.Match(address: .any)
        match.body = [
            .equalToJSON(.init(["a": 1], ignoresExtraElements: true)),
            .equalToJSON(.init(["b": 2], ignoresExtraElements: true)),
        ]
        #expect(match.matches(method: .post, url: .at("/"), body: .text(#"{"a":1,"b":2}"#)))
        #expect(!match.matches(method: .post, url: .at("/"), body: .text(#"{"a":1}"#)))
        #expect(!match.matches(method: .post, url: .at("/")))
    }

    @Test(
        "gives up on elements that take too long to find, and finds long lists that are in order",
        .timeLimit(.minutes(1)))
    func largeArrays() throws {
        let numbers = (0..<20_000).map { JSONValue.number(JSONNumber($0)) }
        let expected = try JSONExpectation(
            Mock.JSONBody(.array(numbers), ignoresArrayOrder: true, ignoresExtraElements: true))
        #expect(expected.accepts(.array(numbers)))
        #expect(!expected.accepts(.array(numbers.reversed())))
    }

    @Test(
        "resolves relative addresses behind the last slash of the base path",
        arguments: [("/v1/", "/v1/users/7"), ("/v1", "/users/7"), ("/", "/users/7"), ("/:v/", "/:v/users/7")])
    func basePath(base: String, target: String) throws {
        let relative = try MockMatcher(.get("users/:id"), base: .at(base))
        #expect(relative.matches(method: .get, url: .at(target), headers: [:], body: .none))
        #expect(!relative.matches(method: .get, url: .at("/x/users/7"), headers: [:], body: .none))
        let absolute = try MockMatcher(.get("/users/:id"), base: .at(base))
        #expect(absolute.matches(method: .get, url: .at("/users/7"), headers: [:], body: .none))
    }

    @Test(
        "refuses what could never match, in words",
        arguments: [
            (Mock.Address.pathPattern("/a("), "the pattern “/a(” cannot be used."),
            (.pathAndQueryPattern("[z-a]"), "the pattern “[z-a]” cannot be used."),
            (.pathTemplate("https://api.test/a"), "must be a path"),
            (.pathTemplate("/a?b=c"), "cannot hold a query"),
        ])
    func rejections(address: Mock.Address, message: String) {
        let error = #expect(throws: MockError.self) { try MockMatcher(Mock.Match(address: address)) }
        #expect(error?.message.contains(message) == true)
        #expect(!Mock.Match(address: address).matches(method: .get, url: .at("/a")))
    }

    @Test("gives up on a pattern that never comes to an end")
    func hopelessPattern() {
        let match = Mock.Match(address: .pathPattern("/(a+)+$"))
        #expect(!match.matches(method: .get, url: .at("/" + String(repeating: "a", count: 40) + "!")))
    }
}
