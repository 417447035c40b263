import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Cookies of a client", .timeLimit(.minutes(1)))
struct ClientCookieTests {
    private let server: SandboxServer
    private let jar = CookieJar()
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        let jar = jar
        client = Client(baseURL: server.url) { $0.cookies = jar }
    }

    private struct Received: Decodable {
        var cookies: [String: String]
    }

    private func received(_ request: Request = .get("/cookies"), by client: Client? = nil) async throws
        -> [String: String]
    {
        try JSONDecoder().decode(
            Received.self, from: Data(try await (client ?? self.client).send(request).body)
        ).cookies
    }

    @Test("that a server sets go with the requests that follow, and only of this client")
    func kept() async throws {
        _ = try await client.send(.get("/cookies/set", query: ["a": "1==", "b": "2"]))
        #expect(try await received() == ["a": "1==", "b": "2"])
        #expect(jar.all.map(\.name) == ["a", "b"])
        #expect(try await received(by: Client(baseURL: server.url)) == [:])
    }

    @Test("a server may have a jar of its own, beside that of the client")
    func ofEnvironment() async throws {
        let own = CookieJar()
        let shared = CookieJar()
        var below = try ServerEnvironment("below", baseURL: server.url + "/cookies/")
        below.cookies = own
        let client = Client(baseURL: server.url) { [below] in
            $0.environments = [below]
            $0.cookies = shared
        }
        _ = try await client.send(.get(server.url + "/cookies/set?a=1"))
        #expect(own.all.map(\.name) == ["a"])
        #expect(shared.all.isEmpty)
        // A request outside the base of the credentials carries none of them.
        _ = try await client.send(.get(server.url + "/inspect"))
        #expect(server.requests.last?.header("Cookie") == nil)
    }

    @Test("each client has a jar of its own, unless it is told not to")
    func standard() async throws {
        let client = Client(baseURL: server.url)
        _ = try await client.send(.get("/cookies/set?a=1"))
        #expect(try await received(by: client) == ["a": "1"])
        let bare = Client(baseURL: server.url) { $0.cookies = nil }
        _ = try await bare.send(.get("/cookies/set?a=1"))
        #expect(try await received(by: bare) == [:])
    }

    @Test("are neither sent nor kept by a request that does without")
    func without() async throws {
        _ = try await client.send(.get("/cookies/set?a=1"))
        let bare = Request.get("/cookies").with { $0.usesCookies = false }
        #expect(try await received(bare) == [:])
        _ = try await client.send(Request.get("/cookies/set?b=2").with { $0.usesCookies = false })
        #expect(jar.all.map(\.name) == ["a"])
    }

    @Test("stand behind those that the caller wrote")
    func explicit() async throws {
        _ = try await client.send(.get("/cookies/set?a=1&b=2"))
        let request = Request.get("/cookies").with { $0.headers["Cookie"] = "b=mine; c=x=y" }
        #expect(try await received(request) == ["a": "1", "b": "mine", "c": "x=y"])
    }

    @Test("go out as far as they fit, and it is told that some did not")
    func limit() async throws {
        for index in 0..<20 {
            jar.set(Cookie("c\(index)", String(repeating: "v", count: 4000), domain: "a.test"))
        }
        let client = Client(baseURL: "http://a.test") { $0.cookies = jar }
        try client.mocks.add(.get("/"), .text("home"))
        let record = try await client.send(.get("/")).record
        let sent = record.lastExchange?.requestHead.count ?? 0
        #expect(sent > 28_000 && sent < 33_000, "\(sent)")
        #expect(record.lastExchange?.anomalies == [.cookiesLeftOut])
        jar.remove { _ in true }
        #expect(try await client.send(.get("/")).record.lastExchange?.anomalies == [])
    }

    @Test("of a redirect go with the request that it leads to, by its URL")
    func redirect() async throws {
        let client = Client(baseURL: "http://a.test") { $0.cookies = jar }
        try client.mocks.add(
            .get("/login"),
            .status(302, headers: ["Set-Cookie": "id=1", "Location": "/home"]))
        try client.mocks.add(
            .get("/away"), .status(302, headers: ["Location": "http://b.test/home"]))
        for home in ["/home", "http://b.test/home"] { try client.mocks.add(.get(home), .text("home")) }
        let home = try await client.send(.get("/login"))
        let heads = home.record.attempts.flatMap(\.exchanges).map {
            String(decoding: $0.requestHead, as: UTF8.self)
        }
        #expect(heads.map { $0.contains("\r\nCookie: id=1\r\n") } == [false, true])
        let away = try await client.send(.get("/away"))
        let last = String(decoding: away.record.lastExchange?.requestHead ?? [], as: UTF8.self)
        #expect(last.contains("Host: b.test") && !last.contains("Cookie"))
    }

    @Test("are kept of an error too, and of no interim response or trailer")
    func errors() async throws {
        _ = try await client.send(.get("/echo?code=500&header=Set-Cookie:a%3D1"))
        #expect(jar.all.map(\.name) == ["a"])
        _ = try? await client.send(.get("/bad/H30"))
        #expect(jar.all.map(\.name) == ["a"])
    }

    @Test("for all of .com are not taken from anybody, and the next request carries none")
    func suffix() async throws {
        let response = try await client.send(.get("/bad/R14"))
        #expect(response.status == 200)
        #expect(response.headers.values(of: "Set-Cookie").count == 200)
        #expect(jar.all.isEmpty)
        #expect(try await received() == [:])
    }

    @Test("a wish for HTTPS that came over plain HTTP changes no request")
    func strictTransport() async throws {
        _ = try await client.send(.get("/bad/R15"))
        let response = try await client.send(.get("/hello"))
        #expect(response.status == 200)
        #expect(response.url.hasPrefix("http://"))
    }

    @Test("may be kept by a storage of one's own")
    func ownStorage() async throws {
        final class Fixed: CookieStorage {
            func cookies(for url: RequestURL, at date: Date) -> [Cookie] {
                [Cookie("own", "1", domain: url.host)]
            }
            func store(_ headers: Headers, from url: RequestURL, at date: Date) {}
        }
        let client = Client(baseURL: server.url) { $0.cookies = Fixed() }
        #expect(try await received(by: client) == ["own": "1"])
    }
}
