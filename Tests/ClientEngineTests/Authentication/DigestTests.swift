import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Digest authentication", .timeLimit(.minutes(1)))
struct DigestTests {
    private func exchangeRequest(_ url: String, _ method: HTTPMethod = .get, _ body: Body = .none) throws
        -> ExchangeRequest
    {
        ExchangeRequest(
            .init(
                method: method, url: try RequestURL(parsing: url), headers: [:], body: body,
                timeouts: Timeouts()))
    }

    /// Returns the parameters of the credentials that follow an offer.
    private func answer(
        _ account: DigestAccount, to offer: String, _ exchangeRequest: ExchangeRequest,
        clientNonce: String = "0a4f113b"
    ) throws -> [String: String] {
        var proof = DigestProof(of: account)
        #expect(proof.answer(["WWW-Authenticate": offer]) == .sendAgain)
        let headers = proof.headers(for: exchangeRequest, clientNonce: clientNonce)
        let value = try #require(headers?["Authorization"])
        return try #require(AuthenticationOffer.all(in: ["WWW-Authenticate": value]).first).parameters
    }

    private static let offer7616 = """
        realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \
        opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """

    @Test(
        "the examples of RFC 7616, section 3.9.1",
        arguments: [
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ])
    func examples(algorithm: String, response: String) throws {
        let given = try answer(
            .init(user: "Mufasa", password: "Circle of Life"),
            to: "Digest \(Self.offer7616), algorithm=\(algorithm)",
            try exchangeRequest("http://www.example.org/dir/index.html"),
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
        #expect(given["response"] == response)
        #expect(given["nc"] == "00000001" && given["qop"] == "auth" && given["algorithm"] == algorithm)
        #expect(given["uri"] == "/dir/index.html" && given["username"] == "Mufasa")
    }

    @Test("the example of RFC 7616, section 3.9.2, with its erratum: a hashed name")
    func userHash() throws {
        let offer = """
            Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, \
            nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", \
            opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true
            """
        let given = try answer(
            .init(user: "Jäsøn Doe", password: "Secret, or not?"), to: offer,
            try exchangeRequest("http://api.example.org/doe.json"),
            clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v")
        #expect(given["username"] == "793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b")
        #expect(given["response"] == "3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5")
        #expect(given["userhash"] == "true")
    }

    @Test("without qop it is RFC 2069; the best algorithm is taken; names outside ASCII are escaped")
    func variants() throws {
        let account = DigestAccount(user: "Mufasa", password: "CircleOfLife")
        let old = try answer(
            account, to: #"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#,
            try exchangeRequest("http://h/dir/index.html"))
        #expect(old["response"] == "1949323746fe6a43ef61f9606e7febea")
        #expect(old["nc"] == nil && old["cnonce"] == nil)
        let both =
            #"Basic realm="b", Digest realm="r", nonce="n", Digest realm="r", nonce="n2", algorithm=SHA-256"#
        #expect(try answer(account, to: both, try exchangeRequest("http://h/"))["nonce"] == "n2")
        let foreign = try answer(
            .init(user: "Jä*", password: "x"), to: #"Digest realm="r", nonce="n""#,
            try exchangeRequest("http://h/"))
        #expect(foreign["username*"] == "UTF-8''J%C3%A4%2A")
    }

    @Test("auth-int and -sess change the response; each use of a nonce is counted")
    func qualities() throws {
        let account = DigestAccount(user: "u", password: "p")
        let plain = #"Digest realm="r", nonce="n", qop="auth""#
        let post = try exchangeRequest("http://h/", .post, .text("body"))
        let responses = try [
            plain, #"Digest realm="r", nonce="n", qop="auth-int""#, plain + ", algorithm=MD5-sess",
        ].map { try answer(account, to: $0, post)["response"] }
        #expect(Set(responses).count == 3)
        // With auth-int, the signature covers the body, regardless of its representation.
        let inside = #"Digest realm="r", nonce="n", qop="auth-int""#
        for body in [.bytes(Array("body".utf8)), .data(Data("body".utf8))] as [Body] {
            #expect(
                try answer(account, to: inside, try exchangeRequest("http://h/", .post, body))["response"]
                    == responses[1])
        }
        var proof = DigestProof(of: account)
        _ = proof.answer(["WWW-Authenticate": plain])
        let counts = (0..<2).map { _ in proof.headers(for: post, clientNonce: "c")?["Authorization"] ?? "" }
        #expect(counts[0].contains("nc=00000001") && counts[1].contains("nc=00000002"))
    }

    @Test(
        "a challenge that cannot be met says what the server offers",
        arguments: [
            (#"Basic realm="r""#, "basic"), (#"Digest realm="r", nonce="n", algorithm=TIGER"#, "digest"),
            ("", "nothing"),
        ])
    func unmet(offer: String, words: String) throws {
        var proof = DigestProof(of: .init(user: "u", password: "p"))
        guard case .fails(let error) = proof.answer(offer.isEmpty ? [:] : ["WWW-Authenticate": offer]) else {
            Issue.record("an answer to an offer that has none")
            return
        }
        #expect(error.label == "auth/receive" && error.message.contains("offers \(words)"))
    }

    // MARK: - On the wire

    @Test("the first exchange is refused, the second one proves: both can be seen")
    func wire() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) { $0.authentication = .digest(user: "me", password: "a b") }
        let response = try await client.send(.get("/digest-auth/me/a%20b?q=1"))
        #expect(response.status == 200)
        let exchanges = try #require(response.record.lastAttempt?.exchanges)
        #expect(exchanges.map(\.head?.status) == [401, 200])
        #expect(exchanges.map(\.start.reason) == [nil, .authentication])
    }

    @Test(
        "a wrong password, a wrong name and no credentials end with the server's 401",
        arguments: [
            .digest(user: "me", password: "no"), .digest(user: "you", password: "yes"), nil,
        ] as [Credentials?])
    func wrong(credentials: Credentials?) async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) { $0.authentication = credentials }
        let request = Request.get("/digest-auth/me/yes")
        let response = try await client.send(request)
        #expect(response.status == 401)
        #expect(response.record.lastAttempt?.exchanges.count == (credentials == nil ? 1 : 2))
        let error = await #expect(throws: ResponseError.self) { try await client.send(request.parsingJSON()) }
        #expect(error?.reason == .unauthorized)
        // The same request with correct credentials succeeds.
        let right = request.with { $0.authentication = .digest(user: "me", password: "yes") }
        #expect(try await client.send(right).status == 200)
    }

    @Test("a nonce that is always stale is given up after three rounds")
    func stale() async throws {
        let server = try ScriptedServer { _ in
            .init(status: 401, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", stale=TRUE"#])
        }
        let client = Client(baseURL: server.url) { $0.authentication = .digest(user: "me", password: "x") }
        let task = client.start(.get("/"))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "auth/receive")
        #expect(task.record.lastAttempt?.exchanges.count == 4)
    }
}
