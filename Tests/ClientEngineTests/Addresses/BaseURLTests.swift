import ClientEngine
import Foundation
import Testing

@Suite("Base URLs")
struct BaseURLTests {
    @Test(
        "lose query and fragment, and end in a slash",
        arguments: [
            ("http://apple.test", "http://apple.test/"), ("http://apple.test/", "http://apple.test/"),
            ("http://apple.test/foo", "http://apple.test/foo/"),
            ("http://apple.test/foo/", "http://apple.test/foo/"),
            ("http://apple.test?bar", "http://apple.test/"), ("http://apple.test#bar", "http://apple.test/"),
            ("http://apple.test/foo?bar#baz", "http://apple.test/foo/"),
            ("http://apple.test:81/a/../b/./c", "http://apple.test:81/b/c/"),
            ("http://apple.test/a%2e%2E/%2e%2E/b", "http://apple.test/b/"),
            ("http://u:p@apple.test/foo", "http://apple.test/foo/"),
        ])
    func normalised(text: String, expected: String) throws {
        let base = try BaseURL(text)
        #expect(base.description == expected)
        #expect(try BaseURL(expected).url.path == base.url.path)
        #expect(base.url.query == nil)
        #expect(base.url.fragment == nil)
    }

    @Test("are refused without a scheme, unless there is another base; the refusal names them")
    func relative() throws {
        let error = #expect(throws: ClientError.self) { try BaseURL("api/v1") }
        #expect(error?.label == "invalidRequest/queue")
        #expect(error?.message.contains("“api/v1”") == true)
        #expect(throws: ClientError.self) { try BaseURL("ftp://a.test/") }
        let base = try BaseURL("http://a.test/x/")
        #expect(try BaseURL("foo", relativeTo: base).description == "http://a.test/x/foo/")
    }

    static let resolved: [(base: String, reference: String, expected: String)] = [
        ("http://h/api/v1", "foo", "/api/v1/foo"), ("http://h/api/v1/", "foo/", "/api/v1/foo/"),
        ("http://h/api/v1/", "/foo", "/foo"), ("http://h/api/v1/", "/", "/"),
        ("http://h/api/v1/", "", "/api/v1/"), ("http://h/api/v1/", "../foo", "/api/foo"),
        ("http://h/api/v1/", "?q", "/api/v1/"), ("http://h", "foo", "/foo"), ("http://h", "foo/", "/foo/"),
        ("http://h", "/foo", "/foo"), ("http://h", "/", "/"), ("http://h", "", "/"),
        ("http://h/", "foo", "/foo"), ("http://h/", "/foo", "/foo"), ("http://h/", "", "/"),
        ("http://h/api/v1/", "http://other/x", "/x"),
    ]

    @Test("resolve references as RFC 3986 says", arguments: resolved.indices)
    func resolution(index: Int) throws {
        let example = Self.resolved[index]
        #expect(try BaseURL(example.base).resolve(example.reference).path == example.expected)
    }

    static let contained: [(base: String, url: String, isInside: Bool)] = [
        ("http://h/api/v1", "foo", true), ("http://h/api/v1", "", true), ("http://h/api/v1", "/foo", false),
        ("http://h/api/v1", "/api/v1/foo", true), ("http://h/api/v1", "http://h/api/v1/", true),
        ("http://h/api/v1", "http://h/api/v1", false), ("http://h/api/v1", "http://h/api/v10/", false),
        ("http://h/api/v1", "http://other/api/v1/", false), ("http://h/api/v1", "../foo", false),
        ("http://h/api/v1", "../v1/foo", true), ("http://h/api/v1", "https://h/api/v1/foo", false),
        ("http://h/api/v1", "HTTP://H/api/v1/foo", true), ("http://h/api/v1", "http://h/API/v1/foo", false),
        ("http://h/api/v1", "http://h:80/api/v1/foo", true),
        ("http://h/api/v1", "http://h:81/api/v1/foo", false),
        ("https://h/", "https://h:443/x", true), ("http://h:443/", "https://h/x", false),
        ("http://h", "http://h", true), ("http://h", "http://h/x/y", true), ("http://h", "http://hh/", false),
        ("http://h/api/v1", "http://h/api/%761/foo", false), ("http://h/a%2Fb", "http://h/a%2Fb/c", true),
        ("http://u:p@h/", "foo", true), ("http://u:p@h/", "http://h/foo", false),
        ("http://u:p@h/", "http://u:P@h/foo", false), ("http://u@h/", "http://u:@h/foo", false),
        ("http://u:p@h/", "http://u:p@h/foo", true), ("http://h/", "http://u@h/foo", false),
    ]

    @Test("contain what is below them on their own server", arguments: contained.indices)
    func containment(index: Int) throws {
        let example = Self.contained[index]
        #expect(try BaseURL(example.base).contains(example.url) == example.isInside, "\(example.url)")
    }

    @Test(
        "do not contain a path that leaves them in the eyes of any server",
        arguments: [
            "../../x", "..", ".%2e/x", "%2e%2e/x", "%2E%2e/x", "..%2fx", "..%5cx", "..\\x", "a/..\\..\\x",
            "/..//x", "//../x", "..;/x", "..;a=b/x", "%2e%2e%3b/x", "a/%2e%2e/../x", "a/..%2f..%2fx",
            "./../x",
        ])
    func escape(rest: String) throws {
        let base = try BaseURL("http://h/api/v1/")
        #expect(!base.contains("http://h/api/v1/" + rest))
    }

    @Test(
        "contain a path whose dots stay inside",
        arguments: ["a/../b", "./x", "a/..", "a/%2e%2e/b", "..a/x", "...", "a;x=1/b", "a//b", "a/./b"])
    func inside(rest: String) throws {
        let base = try BaseURL("http://h/api/v1/")
        #expect(base.contains("http://h/api/v1/" + rest))
    }

    @Test(
        "two parts are joined with one slash",
        arguments: [
            ("part1", "part2", "part1/part2"), ("part1/", "part2", "part1/part2"),
            ("part1", "/part2", "part1/part2"), ("part1/", "/part2", "part1/part2"), ("part1/", "", "part1/"),
            ("", "/part2", "/part2"), ("a//", "//b", "a///b"),
        ])
    func oneSlash(base: String, part: String, expected: String) {
        #expect(URLJoin.oneSlash.join(base, part) == expected)
    }

    @Test(
        "A path is appended below a base with one slash, before the query of the base",
        arguments: [
            ("http://h/a", "b", "http://h/a/b"), ("http://h/a", "/b", "http://h/a/b"),
            ("http://h/a", "?q", "http://h/a?q"), ("http://h/a", "", "http://h/a"),
            ("http://h/a/", "b", "http://h/a/b"), ("http://h/a/", "/b", "http://h/a/b"),
            ("http://h/a", "/", "http://h/a/"),
            ("http://h/a?x=1", "b", "http://h/a/b?x=1"), ("http://h/a/?x=1#f", "/b", "http://h/a/b?x=1"),
            ("http://h/a?x=1", "b?y=2#g", "http://h/a/b?x=1&y=2#g"),
            ("http://h/a?x=1", "?y=2", "http://h/a?x=1&y=2"),
            ("http://h/a?", "?y=2", "http://h/a?y=2"), ("http://h/a?x=1#f", "", "http://h/a?x=1#f"),
        ])
    func appended(base: String, part: String, expected: String) {
        #expect(URLJoin.appended.join(base, part) == expected)
    }

    @Test(
        "text that no URL may hold is repaired",
        arguments: [
            ("http://h/p?q=\u{FC}", "http://h/p?q=%C3%BC"), ("http://h/\u{FC}", "http://h/%C3%BC"),
            ("http://h/\u{FC}?\u{E9}=1", "http://h/%C3%BC?%C3%A9=1"),
            ("http://h/a b|c", "http://h/a%20b%7Cc"),
            ("http://h/100%?x=%zz%41", "http://h/100%25?x=%25zz%41"), ("http://h/\n", "http://h/%0A"),
            ("\u{FC}", "%C3%BC"),
        ])
    func repair(text: String, expected: String) throws {
        #expect(RequestURL.repair(text) == expected)
        #expect(try BaseURL("http://base/").resolve(expected).text.hasSuffix(expected))
    }

    @Test("nothing cannot be repaired, and parameters are added on the way")
    func repairWithParameters() {
        #expect(RequestURL.repair("") == nil)
        #expect(RequestURL.repair("http://h/\u{FC}?a#f", adding: ["b": 1]) == "http://h/%C3%BC?a&b=1#f")
    }
}

extension BaseURL {
    fileprivate func contains(_ reference: String) -> Bool {
        (try? resolve(reference)).map { contains($0) } ?? false
    }
}
