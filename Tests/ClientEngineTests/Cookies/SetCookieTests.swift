import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Set-Cookie fields")
struct SetCookieTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func parse(_ text: String) -> SetCookie? { SetCookie(Array(text.utf8), now: now) }

    @Test(
        "are a name and a value, whatever the value holds",
        arguments: [
            ("a=b", "a", "b"), (" a = b ;Path=/", "a", "b"), ("a=", "a", ""), ("a=b=c==", "a", "b=c=="),
            ("a=\"b; c\"", "a", "\"b"), ("a=b, c=d", "a", "b, c=d"), ("a b=c d", "a b", "c d"),
            ("a\t=\tb", "a", "b"), ("=b", "", "b"), ("b", "", "b"), ("==b", "", "=b"),
            ("grüße=привет", "grüße", "привет"), ("$Version=1", "$Version", "1"),
        ])
    func pairs(text: String, name: String, value: String) throws {
        let cookie = try #require(parse(text))
        #expect(String(decoding: cookie.name, as: UTF8.self) == name)
        #expect(String(decoding: cookie.value, as: UTF8.self) == value)
    }

    @Test(
        "are ignored when nothing is in them, or what no header may hold",
        arguments: ["", "=", " = ", ";Path=/", "a=b\u{0}c", "a=b\rc", "a=b\u{7F}", "a=b; Path=/\u{1}"])
    func ignored(text: String) {
        #expect(parse(text) == nil)
    }

    @Test("may have 4096 bytes of name and value together, and attributes of 1024")
    func sizes() throws {
        #expect(parse("ab=" + String(repeating: "v", count: 4094)) != nil)
        #expect(parse("ab=" + String(repeating: "v", count: 4095)) == nil)
        #expect(try #require(parse("a=b; Path=/" + String(repeating: "p", count: 1023))).path?.count == 1024)
        #expect(try #require(parse("a=b; Path=/" + String(repeating: "p", count: 1024))).path == nil)
        #expect(
            try #require(parse("a=b; Path=/x; Path=/" + String(repeating: "p", count: 9999))).path == "/x")
    }

    @Test(
        "last as long as Max-Age says, or Expires, and never beyond 400 days",
        arguments: [
            ("Max-Age=60", 60), ("max-age=060", 60), ("Max-Age=60; Max-Age=5", 5),
            ("Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 60),
            ("Expires=Fri, 15 Jan 2027 08:01:40 GMT", 100), ("Expires=Fri, 15-Jan-27 08:01:40", 100),
            ("Max-Age=99999999999", 400 * 86_400), ("Expires=Fri, 01 Jan 2100 00:00:00 GMT", 400 * 86_400),
        ] as [(String, Double)])
    func lifetimes(attributes: String, seconds: Double) throws {
        let cookie = try #require(parse("a=b; " + attributes))
        #expect(cookie.expires == now.addingTimeInterval(seconds))
    }

    @Test(
        "end at once at zero or below, and with the session where neither can be read",
        arguments: [
            ("Max-Age=0", true), ("Max-Age=-5", true), ("Max-Age=-0", true), ("Max-Age=", false),
            ("Max-Age=+5", false), ("Max-Age=5s", false), ("Max-Age=-", false), ("Expires=soon", false),
            ("Max-Age", false), ("Expires=Thu, 30 Feb 2027 00:00:00 GMT", false),
        ])
    func ends(attributes: String, isOver: Bool) throws {
        let cookie = try #require(parse("a=b; " + attributes))
        #expect(cookie.expires.map { $0 <= now } == (isOver ? true : nil))
    }

    @Test("have attributes in any case, the last one of each")
    func attributes() throws {
        let cookie = try #require(
            parse("a=b; DOMAIN=.Example.COM; path=/x; PATH=y; secure=no; HTTPOnly; SameSite=lAX; Other=1"))
        #expect(cookie.domain == "example.com")
        #expect(cookie.path == nil)
        #expect(cookie.isSecure && cookie.isHTTPOnly)
        #expect(cookie.sameSite == .lax)
        #expect(try #require(parse("a=b; Domain=a.test; Domain=b.test")).domain == "b.test")
        #expect(try #require(parse("a=b; SameSite=maybe")).sameSite == nil)
    }

    @Test("never crash, and what is read fits the limits")
    func hostile() {
        var random = SeededRandom(seed: 14)
        let words = [
            ";", "=", "Max-Age", "Expires", "Domain", "Path", "a", " ", "\"", ",", "99999999999999999999",
            "\u{FF}",
        ]
        for _ in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<12, using: &random) {
                if Bool.random(using: &random) {
                    bytes += Array((words.randomElement(using: &random) ?? "").utf8)
                } else {
                    bytes.append(UInt8.random(in: 0...255, using: &random))
                }
            }
            guard let cookie = SetCookie(bytes, now: now) else { continue }
            #expect(!(cookie.name.isEmpty && cookie.value.isEmpty))
            #expect(cookie.path.map { $0.hasPrefix("/") } ?? true)
            #expect(cookie.expires.map { $0 <= now.addingTimeInterval(SetCookie.maximumAge) } ?? true)
        }
    }
}

@Suite("Dates of cookies")
struct CookieDateTests {
    @Test(
        "are read wherever their parts can be found",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("6 november 1994 8:49:37", 784_111_777),
            ("1994 nov 6 08:49:37", 784_111_777), ("08:49:37 6 Nov 1994", 784_111_777),
            ("Sun/06;Nov@1994,08:49:37", 784_111_777), ("06 Nov 69 08:49:37", 3_150_953_377),
            ("06 Nov 70 08:49:37", 26_729_377), ("06 Nov 1994 08:49:37 -0500 (EST)", 784_111_777),
            ("06 Nov 1994 08:49:371", nil), ("06 Nov 1994 08:49", nil), ("06 Nov 1994 24:00:00", nil),
            ("31 Nov 1994 08:49:37", nil), ("06 Nov 1600 08:49:37", nil), ("06 Nov 19941 08:49:37", nil),
            ("", nil), ("0 Nov 1994 08:49:37", nil), ("06 1994 08:49:37", nil),
        ] as [(String, Int?)])
    func reads(text: String, seconds: Int?) {
        #expect(HTTPDate(cookie: Array(text.utf8))?.seconds == seconds)
    }
}
