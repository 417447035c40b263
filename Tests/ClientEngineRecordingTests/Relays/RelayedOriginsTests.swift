import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Servers under other addresses")
struct RelayedOriginsTests {
    private static func changed(_ name: String, _ value: String) throws -> String? {
        var origins = RelayedOrigins()
        origins.add(try RequestURL(parsing: "https://api.example.com"), as: "http://127.0.0.1:1")
        origins.add(try RequestURL(parsing: "http://[::1]:8080"), as: "http://127.0.0.1:2")
        let url = try RequestURL(parsing: "https://api.example.com/v1/users")
        var headers: Headers = ["Content-Type": "text/plain"]
        headers.add(name, value)
        let changes = origins.changes(in: headers, to: url)
        #expect(changes.allSatisfy { $0.name == name && $0.index == 1 })
        return changes.first?.value
    }

    @Test(
        "what names a server is put into its address, and keeps all that follows",
        arguments: [
            ("Location", "https://api.example.com/v2?a=%20b#c", "http://127.0.0.1:1/v2?a=%20b#c"),
            ("location", "https://API.example.com:443", "http://127.0.0.1:1"),
            ("Location", "//api.example.com/x", "http://127.0.0.1:1/x"),
            ("Location", "https://api.example.com?x", "http://127.0.0.1:1?x"),
            ("Content-Location", "http://[::1]:8080/x", "http://127.0.0.1:2/x"),
            (
                "Link",
                "<https://api.example.com/u?page=2>; rel=\"next\", </u>; rel=first, <https://other.example/>; rel=x",
                "<http://127.0.0.1:1/u?page=2>; rel=\"next\", </u>; rel=first, <https://other.example/>; rel=x"
            ),
        ])
    func changed(name: String, value: String, expected: String) throws {
        #expect(try Self.changed(name, value) == expected)
    }

    @Test(
        "a cookie is put where an address of this machine can have it",
        arguments: [
            ("a=b; Domain=example.com; Path=/; Secure; HttpOnly", "a=b; Path=/; HttpOnly"),
            ("a=b;domain=.example.com", "a=b"), ("a=b ; secure", "a=b "),
            ("__Secure-a=b; Secure; Domain=example.com", "__Secure-a=b; Secure"),
            ("a=b; Path=/; HttpOnly", nil), ("domain=secure", nil), ("", nil),
            ("__Host-a=b; Secure; Path=/", nil),
        ])
    func cookies(value: String, expected: String?) throws {
        var origins = RelayedOrigins()
        origins.add(try RequestURL(parsing: "https://api.example.com"), as: "http://127.0.0.1:1")
        let url = try RequestURL(parsing: "https://api.example.com/")
        let headers: Headers = ["Set-Cookie": value]
        // A request to the original host gets the field unchanged.
        #expect(origins.changes(in: headers, to: url).isEmpty)
        origins.isAskedByAddress = true
        #expect(origins.changes(in: headers, to: url).first?.value == expected)
    }

    @Test("a cookie that was handed on has its secret hidden")
    func hiddenCookies() {
        var redaction = Redaction()
        let change = RelayedOrigins.Change(index: 0, name: "Set-Cookie", value: "sid=opensesame; Path=/")
        #expect(redaction.value(of: change) == "<redacted:1>")
    }

    @Test(
        "all else stays as it is",
        arguments: [
            ("Location", "/v2"), ("Location", "https://other.example/"),
            ("Location", "http://api.example.com/"),
            ("Location", "https://api.example.com:8443/"), ("Location", "https://me@api.example.com/"),
            ("Location", "https://api.example.com.evil.example/"), ("Location", ""), ("Location", "://"),
            ("Link", "<"), ("Link", "<https://other.example/>; rel=next"),
            ("Link", ">https://api.example.com<"),
            ("Refresh", "0; https://api.example.com/"),
        ])
    func kept(name: String, value: String) throws {
        #expect(try Self.changed(name, value) == nil)
    }
}
