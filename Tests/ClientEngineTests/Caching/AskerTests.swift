import EngineSupport
import Foundation
import InspectorHTTPServer
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Kept answers and who asks", .timeLimit(.minutes(1)))
struct AskerTests {
    /// Authenticates with a key in a field that HTTP does not define.
    private final class KeyHolder: Authenticator {
        private let key: String

        init(_ key: String) {
            self.key = key
        }

        func headers(for request: Request) -> AuthenticationHeaders { AuthenticationHeaders(["X-Key": key]) }
    }

    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer { request in
            let names = ["X-Key", "Authorization", "Cookie", "X-Api-Key"]
            let who = names.compactMap { request.header($0) }.joined(separator: " ")
            let isPublic = request.target.hasPrefix("/public")
            return ScriptedServer.Answer(
                headers: ["Cache-Control": isPublic ? "public, max-age=60" : "max-age=60"],
                body: "\(request.target) for \(who.isEmpty ? "nobody" : who)")
        }
    }

    private func client(_ cache: CacheConfiguration = .memory(1 << 20)) -> Client {
        Client(baseURL: server.url) { $0.cache = cache }
    }

    private func get(_ url: String = "/me", as credentials: Credentials?) -> Request {
        Request.get(url).with { $0.authentication = credentials }
    }

    @Test("what one authenticator's proof has brought is kept from the other, and from those without one")
    func authenticators() async throws {
        let client = client()
        let people: [(Credentials?, String)] = [
            (nil, "nobody"), (.authenticator(KeyHolder("anna")), "anna"),
            (.authenticator(KeyHolder("bert")), "bert"), (.headers(["X-Key": "cleo"]), "cleo"),
            (.bearer("dora"), "Bearer dora"),
        ]
        for isKept in [false, true] {
            for (credentials, name) in people {
                let response = try await client.send(get(as: credentials))
                #expect(response.text == "/me for \(name)")
                #expect(response.record.isCached == isKept)
            }
        }
        #expect(server.server.requests.count == people.count)
        // Two authenticators with equal credentials are the same user.
        #expect(try await client.send(get(as: .authenticator(KeyHolder("anna")))).record.isCached)
    }

    @Test("what is on disk is kept from the authenticator of another client, and found by the own one's")
    func disk() async throws {
        let folder = try TemporaryFolder()
        func text(_ key: String) async throws -> (text: String, isCached: Bool) {
            let client = client(.disk(folder: folder.path("cache"), 1 << 20))
            let response = try await client.send(get(as: .authenticator(KeyHolder(key))))
            return (response.text, response.record.isCached)
        }
        #expect(try await text("anna") == ("/me for anna", false))
        #expect(try await text("bert") == ("/me for bert", false))
        #expect(try await text("anna") == ("/me for anna", true))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("cache"))
        for name in files { #expect(try !folder.text("cache/\(name)").contains("\"anna\"")) }
    }

    @Test("fields and queries of a request that hold keys tell who asks, too")
    func keys() async throws {
        let client = client()
        for isKept in [false, true] {
            for key in ["a", "b"] {
                let field = try await client.send(Request.get("/me").header("X-Api-Key", key))
                #expect(field.text == "/me for \(key)" && field.record.isCached == isKept)
                let query = try await client.send(.get("/me", query: ["api_key": key]))
                #expect(query.text == "/me?api_key=\(key) for nobody" && query.record.isCached == isKept)
            }
        }
    }

    @Test("cookies tell who asks, unless the server says that its answer is for everybody")
    func cookies() async throws {
        let client = client()
        for isKept in [false, true] {
            for session in ["a", "b"] {
                let own = try await client.send(Request.get("/me").cookie("session", session))
                #expect(own.text == "/me for session=\(session)" && own.record.isCached == isKept)
            }
        }
        let first = try await client.send(Request.get("/public").cookie("session", "a"))
        let second = try await client.send(Request.get("/public").cookie("session", "b"))
        #expect(second.record.isCached && second.text == first.text)
        // Credentials are not a cookie, so such responses are cached separately.
        let proved = try await client.send(get("/public", as: .authenticator(KeyHolder("anna"))))
        #expect(proved.text == "/public for anna")
    }

    @Test("logging in with a cookie asks anew")
    func jar() async throws {
        let jar = CookieJar()
        let client = Client(baseURL: server.url) {
            $0.cache = .memory(1 << 20)
            $0.cookies = jar
        }
        let url = try RequestURL(parsing: server.url)
        for name in ["a", "b"] {
            jar.store(["Set-Cookie": "session=\(name); Path=/"], from: url)
            #expect(try await client.send(.get("/me")).text == "/me for session=\(name)")
        }
    }

    @Test("a stale answer of one stands in for nobody else's failure, and a 304 confirms nobody else's")
    func stale() async throws {
        let isDown = Locked(false)
        let server = try ScriptedServer { request in
            if isDown.withLock({ $0 }) { return ScriptedServer.Answer(status: 503) }
            return ScriptedServer.Answer(
                status: request.header("If-None-Match") == nil ? 200 : 304,
                headers: ["Cache-Control": "max-age=0, stale-if-error=600", "ETag": "\"same\""],
                body: request.header("X-Key") ?? "")
        }
        let client = Client(baseURL: server.url) { $0.cache = .memory(1 << 20) }
        func text(_ key: String) async throws -> String {
            try await client.send(get(as: .authenticator(KeyHolder(key)))).text
        }
        #expect(try await text("anna") == "anna")
        #expect(try await text("bert") == "bert")
        #expect(server.server.requests.allSatisfy { $0.header("If-None-Match") == nil })
        isDown.withLock { $0 = true }
        #expect(try await text("cleo") == "")
        #expect(try await text("anna") == "anna")
    }

    @Test("a login and a certificate of the connection tell who asks; parts cannot be mixed up")
    func connections() {
        func asker(
            _ headers: Headers = [:], _ credentials: Credentials? = nil,
            _ certificate: ClientCertificate? = nil
        ) -> Asker {
            Asker(headers, proof: ["x", "y"], credentials?.connectionLogin, certificate)
        }
        let askers = [
            asker(), asker([:], .ntlm(user: "a", password: "p")), asker([:], .ntlm(user: "b", password: "p")),
            asker([:], .negotiate), asker([:], nil, ClientCertificate(pem: "a")),
            asker([:], nil, ClientCertificate(pem: "b")), asker([:], nil, ClientCertificate(file: "a")),
            asker(["X": "1", "Y": "2"]), asker(["X": "12", "Y": ""]), asker(["X": "1"]), asker(["Y": "1"]),
        ]
        #expect(Set(askers).count == askers.count)
        #expect(asker(["Y": "2", "x": "1"]) == asker(["X": "1", "Y": "2"]))
        #expect(asker(["Z": "1"]) == .nobody && asker() == .nobody)
    }
}
