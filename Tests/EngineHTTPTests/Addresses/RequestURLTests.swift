import Glibc
import Testing

@testable import EngineHTTP

@Suite("URLs")
struct RequestURLTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        /// The parts as `scheme host port path query fragment`.
        ///
        /// `-` means none.
        var parts: String
        var testDescription: String { text }

        init(_ text: String, _ parts: String) {
            self.text = text
            self.parts = parts
        }
    }

    static let parsed: [Case] = [
        Case("http://a.test", "http a.test 80 / - -"),
        Case("https://a.test", "https a.test 443 / - -"),
        Case("HTTP://A.test/B", "http A.test 80 /B - -"),
        Case("http://a.test:8080/x?y=z#f", "http a.test 8080 /x y=z f"),
        Case("http://a.test:443/", "http a.test 443 / - -"),
        Case("http://a.test:65535/", "http a.test 65535 / - -"),
        Case("http://a.test?q", "http a.test 80 / q -"),
        Case("http://[::1]:81/x", "http [::1] 81 /x - -"),
        Case("http://127.0.0.1/x", "http 127.0.0.1 80 /x - -"),
        Case("http://a.test/a/../b/./c", "http a.test 80 /a/../b/./c - -"),
        Case("http://a.test/a//b/", "http a.test 80 /a//b/ - -"),
        Case("http://a.test/%7euser/%2F", "http a.test 80 /%7euser/%2F - -"),
        Case("http://a.test/a b?c d", "http a.test 80 /a%20b c%20d -"),
        Case("http://a.test/é?ü", "http a.test 80 /%C3%A9 %C3%BC -"),
        Case("http://a.test?\u{33F}", "http a.test 80 / %CC%BF -"),
        Case("http://a.test:80/\u{301}x?\u{301}y#\u{301}z", "http a.test 80 /%CC%81x %CC%81y %CC%81z"),
        Case("http://u:p@a.test/x", "http a.test 80 /x - -"),
    ]

    @Test("are taken apart and keep the path as it is", arguments: parsed)
    func parts(example: Case) throws {
        let url = try RequestURL(parsing: example.text)
        let path = [url.scheme, url.host, String(url.port), url.path, url.query ?? "-", url.fragment ?? "-"]
        #expect(path.joined(separator: " ") == example.parts)
    }

    @Test(
        "A plain URL has the parts that the parser of all URLs reads. One that may be read in two ways is not plain"
    )
    func plain() throws {
        let base = try #require(RequestURL(plain: "https://base.test:8443/x?y"))
        let schemes = ["http://", "https://", "HTTP://", "http:/", "ftp://", ""]
        let hosts = [
            "a.test", "127.0.0.1", "127.1", "0x7f.0.0.1", "1.2.3.04", "256.1.1.1", "1.2.3.4.5", "localhost",
            "A.test", "a..b", "a.", ".a",
            "-a", "a-b.c", "xn--bcher-kva.test", "a_b", "u@a.test", "[::1]", "", "a%41", "1a.2b", "a.1",
            "b\u{FC}cher.test", "2130706433",
        ]
        let ports = ["", ":", ":80", ":443", ":8080", ":0", ":080", ":65535", ":65536", ":1x", ":+1"]
        let targets = [
            "", "/", "/a/../b/./c", "//x", "/a?b", "/?", "/a?b=c&d=?/", "/%7e", "/a b", "/a#f", "/a?b#f",
            "/é", "/a;b=c,d:@!$&'()*+~_-.",
            "/[x]", "/a\\b", "/^", "?q", "/\u{1}", "/a?b=\"c\"", "/{x}", "/a?x|y",
        ]
        var count = 0
        for scheme in schemes {
            for host in hosts {
                for text in ports.flatMap({ port in targets.map { scheme + host + port + $0 } }) {
                    guard let plain = RequestURL(plain: text) else { continue }
                    count += 1
                    // With a base, the parser does not use the shortcut for plain URLs.
                    #expect(try RequestURL(parsing: text, relativeTo: base) == plain)
                }
            }
        }
        #expect(count > 300)
    }

    @Test(
        "A host beyond ASCII is its punycode in every locale",
        arguments: [
            ("b\u{FC}cher.test", "xn--bcher-kva.test"), ("B\u{DC}CHER.test", "xn--bcher-kva.test"),
            ("bu\u{308}cher.test", "xn--bcher-kva.test"), ("b%C3%BCcher.test", "xn--bcher-kva.test"),
            ("stra\u{DF}e.test", "xn--strae-oqa.test"), ("\u{4E2D}\u{6587}.test", "xn--fiq228c.test"),
            ("a\u{3002}test", "a.test"), ("\u{FF11}\u{FF12}\u{FF17}.0.0.1", "127.0.0.1"),
            // The encoded host reveals the Cyrillic а.
            ("p\u{430}ypal.test", "xn--pypal-4ve.test"),
        ])
    func international(host: String, expected: String) throws {
        for locale in ["C", "C.UTF-8"] {
            let made = newlocale(LC_CTYPE_MASK, locale, nil)
            let former = uselocale(made)
            defer {
                uselocale(former)
                freelocale(made)
            }
            let url = try RequestURL(parsing: "http://\(host):81/x")
            #expect(url.host == expected)
            #expect(url.text == "http://\(expected):81/x")
            #expect(uselocale(nil) == made)
            #expect(RequestURL.fault(in: "http://\(host)/") == nil)
        }
    }

    @Test(
        "A host that is no international name is refused, and so is one whose letters become delimiters of a URL",
        arguments: [
            "\u{200B}", "xn--\u{FC}", "\u{2488}com.test", "evil.c\u{2100}.bank.test", "a\u{FF0F}b.test",
            "a\u{FF03}b.test", "a\u{FF1F}b.test", "a\u{FF20}b.test", "a\u{FF1A}80.test", "a\u{FF05}b.test",
            "a\u{FF3C}b.test", "a\u{3000}b.test",
        ])
    func notInternational(host: String) throws {
        let error = #expect(throws: ClientError.self) { try RequestURL(parsing: "http://\(host)/") }
        #expect(error?.label == "invalidRequest/queue")
        #expect(RequestURL.fault(in: "http://\(host)/") == "its host is not a name that can be looked up")
    }

    @Test("user information is decoded, taken out of what is sent, and of the fragment too")
    func userInformation() throws {
        let url = try RequestURL(parsing: "http://us%20er:p%40ss@a.test:81/x?q#part")
        #expect(url.user == "us er")
        #expect(url.password == "p@ss")
        #expect(url.text == "http://a.test:81/x?q")
        #expect("\(url)" == url.text)
        #expect(url.fragment == "part")
    }

    @Test(
        "the origin is scheme, host and port, whatever the case of the host",
        arguments: [
            ("http://A.Test/x", "http://a.test:80"), ("http://a.test:80/", "http://a.test:80"),
            ("https://a.test/", "https://a.test:443"), ("http://u@a.test:81/", "http://a.test:81"),
        ])
    func origin(text: String, origin: String) throws {
        #expect(try RequestURL(parsing: text).origin == origin)
    }

    /// The examples of RFC 3986, section 5.4, except that dot segments inside a reference are kept.
    static let references: [(reference: String, expected: String)] = [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?", "http://a/b/c/d;p?"), ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"),
        ("#s", "http://a/b/c/d;p?q"),
        ("../g", "http://a/b/g"), ("../../g", "http://a/g"), ("http://h/x", "http://h/x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("../../../g", "http://a/g"),
        (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("./../g", "http://a/b/g"),
        ("g.", "http://a/b/c/g."),
        ("..g", "http://a/b/c/..g"), ("g;x=1/../y", "http://a/b/c/g;x=1/../y"), ("/./g", "http://a/./g"),
        ("%2e%2e/g", "http://a/b/c/%2e%2e/g"), (".//g", "http://a/b/c//g"), ("?y#s", "http://a/b/c/d;p?y"),
        ("g?", "http://a/b/c/g?"), ("//g:80?", "http://g:80/?"), ("g h", "http://a/b/c/g%20h"),
    ]

    @Test(
        "A host has one form, whatever the URL says",
        arguments: [
            ("127.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7F.1", "127.0.0.1"),
            ("0177.0.0.01", "127.0.0.1"),
            ("0X7f.0.1", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("%31%32%37.1", "127.0.0.1"),
            ("\u{FF11}\u{FF12}\u{FF17}.1", "127.0.0.1"), ("256.1.1.1", "256.1.1.1"),
            ("4294967296", "4294967296"),
            ("08.1", "08.1"), ("1.2.3.4.5", "1.2.3.4.5"), ("a%2Etest", "a.test"), ("A.test.", "A.test."),
            ("a_b", "a_b"),
            ("[0:0::0:1]", "[::1]"), ("[2001:DB8::A]", "[2001:db8::a]"),
            ("[::ffff:7f00:1]", "[::ffff:7f00:1]"),
        ])
    func oneForm(host: String, expected: String) throws {
        let url = try RequestURL(parsing: "http://u@\(host):080/x")
        #expect(url.host == expected)
        #expect(url.text == "http://\(expected):80/x")
    }

    @Test(
        "The zone of an IPv6 address is sent, and is not part of the host",
        arguments: ["[fe80::1%25eth0]", "[fe80::1%eth0]", "[FE80:0::1%25eth0]"])
    func zone(host: String) throws {
        let url = try RequestURL(parsing: "http://\(host)/")
        #expect(url.host == "[fe80::1]")
        #expect(url.text == "http://[fe80::1%25eth0]/")
    }

    @Test(
        "A refusal says what is wrong",
        arguments: [
            ("a.test/x", "it has no scheme"), ("//a.test/", "it has no scheme"), ("", "it has no scheme"),
            ("http://a.test:65536/", "its port is not a number from 0 to 65535"),
            ("http://a.test:1x/", "its port is not a number from 0 to 65535"),
            ("http://[::1]1/", "its port is not a number from 0 to 65535"),
            ("http://[::1/", "its host is not an IPv6 address"),
            ("http://[::g]/", "its host is not an IPv6 address"),
            ("http://[::1%25\u{FC}]/", "its host is not an IPv6 address"),
            ("http://a b/", "its host is not a name that can be looked up"),
            ("http://a|b/", "its host is not a name that can be looked up"),
            ("http://a%2Fb/", "its host is not a name that can be looked up"),
            ("http://a%00b/", "its host is not a name that can be looked up"),
            ("http://a../", "its host is not a name that can be looked up"),
            ("http://u@b@a.test/", "its host is not a name that can be looked up"),
            ("http://u v@a.test/", "its user or password holds a space or a control character"),
            ("http://u:%0A@a.test/", "its user or password holds a space or a control character"),
            ("http://a.test/\n", "it holds a control character"),
            ("ftp://a.test/", "the scheme “ftp” is not http or https"),
            ("localhost:8080/x", "the scheme “localhost” is not http or https"),
        ])
    func reason(text: String, reason: String) {
        #expect(RequestURL.fault(in: text) == reason)
    }

    @Test("relative references are resolved as RFC 3986 says", arguments: references)
    func relative(reference: String, expected: String) throws {
        let base = try RequestURL(parsing: "http://a/b/c/d;p?q")
        #expect(try RequestURL(parsing: reference, relativeTo: base).text == expected)
    }

    @Test("user information of the base is taken over with its host, and only with it")
    func inheritedUser() throws {
        let base = try RequestURL(parsing: "http://u%3A:p%40@a.test/b")
        let relative = try RequestURL(parsing: "/c", relativeTo: base)
        #expect(relative.user == "u:")
        #expect(relative.password == "p@")
        #expect(relative.text == "http://a.test/c")
        for other in ["//b.test/c", "http://a.test/c", "https://b.test/"] {
            #expect(try RequestURL(parsing: other, relativeTo: base).user == nil, "\(other)")
        }
    }

    @Test(
        "what cannot be sent is refused, and the refusal names it",
        arguments: [
            "", "/x", "a.test", "http://", "http://a.test:0x/", "http://a.test:99999/", "http://a.test:-1/",
            "http://[::1/", "http://a b/", "ftp://a.test/", "file:///etc/passwd", "javascript:alert(1)",
            "gopher://a.test/", "ws://a.test/", "http://a.test/\n", "http://a.test/\u{0}",
            "http://a.test/\u{7F}",
            "http://a.test/\tx", "http://a.test\r\nX: y",
        ])
    func refused(text: String) throws {
        let error = #expect(throws: ClientError.self) { try RequestURL(parsing: text) }
        #expect(error?.label == "invalidRequest/queue")
        #expect(error?.message.contains("“\(text)”") == true)
    }
}
