import Foundation
import Testing

@testable import ClientEngine

@Suite("Cookies, from one URL to another")
struct CookieRulesTests {
    /// The received cookies with their origins, and the cookies sent to a URL afterwards.
    struct Case: Sendable, CustomTestStringConvertible {
        var received: [(url: String, field: String)]
        var sentTo: String
        var sent: String
        var testDescription: String { "\(received.map { "\($0.url) \($0.field)" }) to \(sentTo)" }

        init(_ url: String, _ fields: String..., to sentTo: String, sends sent: String) {
            received = fields.map { (url, $0) }
            (self.sentTo, self.sent) = (sentTo, sent)
        }

        func then(_ url: String, _ field: String) -> Case {
            var copy = self
            copy.received.append((url, field))
            return copy
        }
    }

    private func check(_ one: Case) throws {
        let jar = CookieJar()
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        for (url, field) in one.received {
            jar.store(["Set-Cookie": field], from: try RequestURL(parsing: url), at: date)
        }
        var headers = Headers()
        headers.add(jar.cookies(for: try RequestURL(parsing: one.sentTo), at: date))
        #expect(headers["Cookie"] ?? "" == one.sent)
    }

    static let hosts = [
        Case("http://a.test/", "x=1", to: "http://a.test/", sends: "x=1"),
        Case("http://a.test/", "x=1", to: "http://A.TEST:8080/", sends: "x=1"),
        Case("http://a.test/", "x=1", to: "http://b.test/", sends: ""),
        Case("http://a.test/", "x=1", to: "http://w.a.test/", sends: ""),
        Case("http://a.test/", "x=1; Domain=a.test", to: "http://w.a.test/", sends: "x=1"),
        Case("http://a.test/", "x=1; Domain=.a.test", to: "http://w.a.test/", sends: "x=1"),
        Case("http://a.test/", "x=1; Domain=..a.test", to: "http://a.test/", sends: ""),
        Case("http://a.test/", "x=1; Domain=a.test.", to: "http://a.test/", sends: ""),
        Case("http://a.test/", "x=1; Domain=", to: "http://a.test/", sends: "x=1"),
        Case("http://a.test/", "x=1; Domain=", to: "http://w.a.test/", sends: ""),
        Case("http://w.a.test/", "x=1; Domain=a.test", to: "http://v.a.test/", sends: "x=1"),
        Case("http://w.a.test/", "x=1; Domain=v.a.test", to: "http://v.a.test/", sends: ""),
        Case("http://a.test/", "x=1; Domain=w.a.test", to: "http://w.a.test/", sends: ""),
        Case("http://aa.test/", "x=1; Domain=a.test", to: "http://a.test/", sends: ""),
        Case("http://w.example.com/", "x=1; Domain=com", to: "http://w.example.com/", sends: ""),
        Case("http://w.example.co.uk/", "x=1; Domain=co.uk", to: "http://w.example.co.uk/", sends: ""),
        Case(
            "http://w.example.co.uk/", "x=1; Domain=example.co.uk", to: "http://example.co.uk/", sends: "x=1"),
        Case("http://me.github.io/", "x=1; Domain=github.io", to: "http://you.github.io/", sends: ""),
        Case("http://github.io/", "x=1; Domain=github.io", to: "http://github.io/", sends: "x=1"),
        Case("http://github.io/", "x=1; Domain=github.io", to: "http://you.github.io/", sends: ""),
        Case("http://localhost/", "x=1; Domain=localhost", to: "http://localhost:81/", sends: "x=1"),
        Case("http://127.0.0.1/", "x=1", to: "http://127.0.0.1/", sends: "x=1"),
        Case("http://127.0.0.1/", "x=1; Domain=127.0.0.1", to: "http://127.0.0.1/", sends: "x=1"),
        Case("http://127.0.0.1/", "x=1; Domain=0.0.1", to: "http://127.0.0.1/", sends: ""),
        Case("http://127.0.0.1/", "x=1", to: "http://1.127.0.0.1/", sends: ""),
        Case("http://[::1]/", "x=1", to: "http://[::1]:81/", sends: "x=1"),
        Case("http://xn--bcher-kva.test/", "x=1", to: "http://XN--bcher-kva.test/", sends: "x=1"),
        Case(
            "http://xn--bcher-kva.test/", "x=1; Domain=xn--bcher-kva.test",
            to: "http://w.xn--bcher-kva.test/", sends: "x=1"
        ),
        Case(
            "http://xn--bcher-kva.test/", "x=1; Domain=bücher.test", to: "http://xn--bcher-kva.test/",
            sends: ""),
    ]

    @Test("stay with the host, or go to those below where asked, and never to everybody's", arguments: hosts)
    func host(one: Case) throws { try check(one) }

    static let paths = [
        Case("http://a.test/", "x=1", to: "http://a.test/any/where", sends: "x=1"),
        Case("http://a.test/one/two", "x=1", to: "http://a.test/one/three?q=/x", sends: "x=1"),
        Case("http://a.test/one/two", "x=1", to: "http://a.test/one", sends: "x=1"),
        Case("http://a.test/one/two", "x=1", to: "http://a.test/two", sends: ""),
        Case("http://a.test/one", "x=1", to: "http://a.test/two", sends: "x=1"),
        Case("http://a.test/one/", "x=1", to: "http://a.test/onely", sends: ""),
        Case("http://a.test/", "x=1; Path=/one", to: "http://a.test/one", sends: "x=1"),
        Case("http://a.test/", "x=1; Path=/one", to: "http://a.test/one/two", sends: "x=1"),
        Case("http://a.test/", "x=1; Path=/one", to: "http://a.test/onely", sends: ""),
        Case("http://a.test/", "x=1; Path=/one/", to: "http://a.test/one", sends: ""),
        Case("http://a.test/", "x=1; Path=/one", to: "http://a.test/ONE", sends: ""),
        Case("http://a.test/", "x=1; Path=/%6Fne", to: "http://a.test/one", sends: ""),
        Case("http://a.test/one/", "x=1; Path=two", to: "http://a.test/one/x", sends: "x=1"),
        Case("http://a.test/", "x=1; Path=/one; Path=", to: "http://a.test/", sends: "x=1"),
        Case("http://a.test/", "x=1; Path=/../one", to: "http://a.test/one", sends: ""),
    ]

    @Test("stay within their path", arguments: paths)
    func path(one: Case) throws { try check(one) }

    static let promises = [
        Case("https://a.test/", "x=1; Secure", to: "https://a.test/", sends: "x=1"),
        Case("https://a.test/", "x=1; Secure", to: "http://a.test/", sends: ""),
        Case("http://a.test/", "x=1; Secure", to: "https://a.test/", sends: ""),
        // Connections within this machine are as secure as TLS.
        Case("http://localhost:1/", "x=1; Secure", to: "http://localhost:2/", sends: "x=1"),
        Case(
            "http://a.localhost/", "__Host-x=1; Secure; Path=/", to: "http://a.localhost/",
            sends: "__Host-x=1"),
        Case("http://127.0.0.1/", "x=1; Secure", to: "http://127.0.0.1/", sends: "x=1"),
        Case("http://[::1]/", "x=1; Secure", to: "http://[::1]/", sends: "x=1"),
        Case("http://localhost.test/", "x=1; Secure", to: "http://localhost.test/", sends: ""),
        Case("http://127.0.0.1.test/", "x=1; Secure", to: "http://127.0.0.1.test/", sends: ""),
        Case("http://10.0.0.1/", "x=1; Secure", to: "http://10.0.0.1/", sends: ""),
        Case("https://a.test/", "x=1", to: "http://a.test/", sends: "x=1"),
        // Plain HTTP neither replaces nor shadows cookies received over TLS.
        Case("https://a.test/", "x=1; Secure", to: "https://a.test/", sends: "x=1").then(
            "http://a.test/", "x=2"),
        Case("https://w.a.test/", "x=1; Secure", to: "https://w.a.test/", sends: "x=1")
            .then("http://v.a.test/", "x=2; Domain=a.test"),
        Case("https://a.test/", "x=1; Secure; Domain=a.test", to: "https://w.a.test/", sends: "x=1")
            .then("http://w.a.test/", "x=2"),
        Case("https://a.test/", "x=1; Secure; Path=/one", to: "https://a.test/one/", sends: "x=1")
            .then("http://a.test/", "x=2; Path=/one/two"),
        Case("https://a.test/", "x=1; Secure; Path=/one", to: "https://a.test/one", sends: "x=1; x=2")
            .then("http://a.test/", "x=2; Path=/"),
        Case("https://a.test/", "x=1; Secure", to: "https://a.test/", sends: "x=1; y=2").then(
            "http://a.test/", "y=2"),
        Case("https://a.test/", "x=1; Secure", to: "https://a.test/", sends: "x=2").then(
            "https://a.test/", "x=2"),
        Case("https://a.test/", "x=1; Secure", to: "https://a.test/", sends: "x=1")
            .then("http://a.test/", "x=; Max-Age=0"),
        // Name prefixes require attributes.
        Case("https://a.test/", "__Secure-x=1; Secure", to: "https://a.test/", sends: "__Secure-x=1"),
        Case("https://a.test/", "__Secure-x=1", to: "https://a.test/", sends: ""),
        Case("https://a.test/", "__SECURE-x=1", to: "https://a.test/", sends: ""),
        Case("http://a.test/", "__Secure-x=1; Secure", to: "https://a.test/", sends: ""),
        Case("https://a.test/", "__Host-x=1; Secure; Path=/", to: "https://a.test/", sends: "__Host-x=1"),
        Case("https://a.test/", "__Host-x=1; Secure", to: "https://a.test/", sends: ""),
        Case("https://a.test/", "__Host-x=1; Path=/", to: "https://a.test/", sends: ""),
        Case("https://a.test/", "__Host-x=1; Secure; Path=/one", to: "https://a.test/one", sends: ""),
        Case(
            "https://a.test/", "__Host-x=1; Secure; Path=/; Domain=a.test", to: "https://a.test/", sends: ""),
        Case("https://a.test/", "=__Host-x=1; Secure; Path=/", to: "https://a.test/", sends: ""),
        Case("https://a.test/", "__Secure-x; Secure", to: "https://a.test/", sends: ""),
    ]

    @Test("that came over TLS are safe from plain HTTP, and names keep their promises", arguments: promises)
    func safety(one: Case) throws { try check(one) }

    static let orders = [
        Case("http://a.test/", "x=1", "y=2", to: "http://a.test/", sends: "x=1; y=2"),
        Case("http://a.test/", "x=1", "y=2", "x=3", to: "http://a.test/", sends: "x=3; y=2"),
        Case("http://a.test/", "x=1", "y=2; Path=/one", to: "http://a.test/one", sends: "y=2; x=1"),
        Case("http://a.test/", "x=1", "x=2; Domain=a.test", to: "http://a.test/", sends: "x=1; x=2"),
        Case(
            "http://a.test/", "x=1", "x=; Expires=Thu, 01 Jan 1970 00:00:00 GMT", to: "http://a.test/",
            sends: ""),
        Case("http://a.test/", "x=1", "X=2", to: "http://a.test/", sends: "x=1; X=2"),
        Case("http://a.test/", "token=a=b==; HttpOnly", to: "http://a.test/", sends: "token=a=b=="),
        Case("http://a.test/", "bare", to: "http://a.test/", sends: "bare"),
    ]

    @Test("go out with longer paths first, then in the order they came", arguments: orders)
    func order(one: Case) throws { try check(one) }
}
