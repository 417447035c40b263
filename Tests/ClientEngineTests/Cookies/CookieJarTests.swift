import Foundation
import Testing

@testable import ClientEngine

@Suite("The cookie jar")
struct CookieJarTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let jar = CookieJar()

    private func url(_ text: String) throws -> RequestURL { try RequestURL(parsing: text) }

    private func store(_ fields: [String], from text: String, after seconds: Double = 0) throws {
        jar.store(
            Headers(fields.map { Headers.Field("Set-Cookie", $0) }), from: try url(text),
            at: start.addingTimeInterval(seconds))
    }

    @Test("holds 180 cookies of one site, whatever its hosts are called, and drops those unused for longest")
    func limitOfSite() throws {
        for number in 0..<180 {
            try store(["c\(number)=v"], from: "http://h\(number).a.test/", after: Double(number))
        }
        // This request uses the oldest cookie again.
        #expect(jar.cookies(for: try url("http://h0.a.test/"), at: start.addingTimeInterval(500)).count == 1)
        try store(["safe=1; Secure"], from: "https://a.test/", after: 501)
        try store(["new=1"], from: "http://a.test/", after: 502)
        let names = jar.all.map(\.name)
        #expect(names.count == 180)
        #expect(names.contains("c0") && names.contains("new") && names.contains("safe"))
        #expect(!names.contains("c1") && !names.contains("c2"))
    }

    @Test("lets expired cookies go first, then those that are not for TLS only")
    func eviction() throws {
        try store(["old=1; Max-Age=10"], from: "http://a.test/", after: 400)
        try store(["tls=1; Secure"], from: "https://a.test/")
        for number in 0..<178 {
            try store(["c\(number)=v"], from: "http://a.test/", after: Double(1 + number))
        }
        try store(["new=1"], from: "http://a.test/", after: 500)
        #expect(!jar.all.contains { $0.name == "old" })
        #expect(jar.all.contains { $0.name == "c0" })
        try store(["newer=1"], from: "http://a.test/", after: 501)
        #expect(jar.all.contains { $0.name == "tls" })
        #expect(!jar.all.contains { $0.name == "c0" })
    }

    @Test("holds 3000 cookies of a thousand sites, and stays quick")
    func limitOfAll() throws {
        for site in 0..<1000 {
            let fields = (0..<4).map { "c\($0)=v" }
            try store(fields, from: "http://s\(site).test/", after: Double(site))
            #expect(jar.all.count <= 3000)
        }
        #expect(jar.all.count > 2600)
        #expect(jar.all.contains { $0.domain == "s999.test" })
        #expect(!jar.all.contains { $0.domain == "s0.test" })
    }

    @Test("takes nothing of 200 cookies for everybody below a public suffix, nor a pair of 90 KB")
    func refusals() throws {
        try store((0..<200).map { "c\($0)=v; Domain=com" }, from: "http://shop.com/")
        try store(["big=" + String(repeating: "x", count: 90_000)], from: "http://shop.com/")
        #expect(jar.all.isEmpty)
    }

    @Test("gives no cookie whose time is over")
    func expiry() throws {
        try store(["a=1; Max-Age=60", "b=2"], from: "http://a.test/")
        let later = start.addingTimeInterval(60)
        #expect(jar.cookies(for: try url("http://a.test/"), at: later).map(\.name) == ["b"])
    }

    @Test("can be looked at and changed by hand")
    func byHand() throws {
        jar.set(Cookie("a", "1=2", domain: "A.test", created: start), at: start)
        jar.set(Cookie("b", "2", domain: "a.test", created: start) { $0.isHostOnly = false }, at: start)
        jar.set(Cookie("c", "3", domain: "b.test", created: start), at: start)
        #expect(jar.all.map(\.value) == ["1=2", "2", "3"])
        #expect(jar.cookies(for: try url("http://w.a.test/"), at: start).map(\.name) == ["b"])
        let first = try #require(jar.all.first)
        jar.remove { $0 == first }
        #expect(jar.all.map(\.name) == ["b", "c"])
        jar.remove { $0.domain == "b.test" }
        #expect(jar.all.map(\.name) == ["b"])
        jar.remove { _ in true }
        #expect(jar.all.isEmpty)
    }

    @Test("is safe to use from many threads")
    func threads() async throws {
        let (jar, start) = (jar, start)
        let page = try url("http://a.test/")
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    jar.store(["Set-Cookie": "c\(number)=v"], from: page, at: start)
                    _ = jar.cookies(for: page, at: start)
                }
            }
        }
        #expect(jar.cookies(for: page, at: start).count == 50)
    }

    @Test("adds its cookies behind those that the caller wrote, which win over their names")
    func combined() {
        let cookies = [Cookie("a", "jar", domain: "x"), Cookie("c", "jar=1", domain: "x")]
        var headers: Headers = ["Accept": "*/*", "cookie": "a=mine; b=2=3", "X": "1", "Cookie": "d"]
        headers.add(cookies)
        #expect(
            headers.map { "\($0.name): \($0.value)" } == [
                "Accept: */*", "Cookie: a=mine; b=2=3; d; c=jar=1", "X: 1",
            ])
        var untouched: Headers = ["cookie": "a=mine"]
        untouched.add([])
        #expect(untouched == ["cookie": "a=mine"])
    }

    @Test(
        "sends nothing that would become another field or another cookie",
        arguments: ["a\r\nX: 1", "a; b=2", "\u{0}"])
    func injection(value: String) {
        var headers = Headers()
        headers.add([Cookie("x", value, domain: "a.test"), Cookie("y", "1", domain: "a.test")])
        #expect(headers == ["Cookie": "y=1"])
    }
}
