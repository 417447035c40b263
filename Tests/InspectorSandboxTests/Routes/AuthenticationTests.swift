import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorSandbox

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct AuthenticationTests {
    private let server: SandboxServer

    init() throws {
        server = try SandboxServer.start()
    }

    @Test(
        "Basic and Bearer let in the right credentials only",
        arguments: [
            ("/basic-auth/u/p", "Basic dTpw", 200), ("/basic-auth/u/p", "Basic dTpx", 401),
            ("/basic-auth/u/p%3Aq", "Basic dTpwOnE=", 200), ("/bearer/t", "Bearer t", 200),
            ("/bearer/t", "Bearer T", 401), ("/bearer/t", "Basic t", 401),
        ])
    func credentials(target: String, answer: String, status: Int) throws {
        let response = try RawClient.fetch(target, from: server, headers: ["Authorization: " + answer])
        #expect(response.status == status)
        #expect((response.header("WWW-Authenticate") == nil) == (status == 200))
    }

    @Test(
        "A request without credentials is challenged",
        arguments: ["basic-auth/u/p", "digest-auth/u/p", "bearer/t"])
    func challenge(path: String) throws {
        let response = try RawClient.fetch("/" + path, from: server)
        let scheme = try #require(path.split(separator: "-").first?.split(separator: "/").first)
        #expect(response.status == 401)
        #expect(response.header("WWW-Authenticate")?.lowercased().hasPrefix(scheme) == true)
    }

    @Test("Digest accepts the right response, with and without qop", arguments: [true, false])
    func digest(withQop: Bool) throws {
        let challenge = try RawClient.fetch("/digest-auth/u/p", from: server).header("WWW-Authenticate")
        let parameters = DigestChallenge.parameters(try #require(challenge).dropFirst("Digest ".count))
        let nonce = try #require(parameters["nonce"])
        func status(password: String) throws -> Int {
            let secret = MD5.hex("u:sandbox:\(password)")
            let message = MD5.hex("GET:/digest-auth/u/p")
            let middle = withQop ? "\(nonce):00000001:abc:auth" : nonce
            var answer = "Digest username=\"u\", realm=\"sandbox\", nonce=\"\(nonce)\", "
            answer += "uri=\"/digest-auth/u/p\", response=\"\(MD5.hex("\(secret):\(middle):\(message)"))\""
            if withQop { answer += ", qop=auth, nc=00000001, cnonce=\"abc\"" }
            return try RawClient.fetch(
                "/digest-auth/u/p", from: server, headers: ["Authorization: " + answer]
            )
            .status
        }
        #expect(try status(password: "p") == 200)
        #expect(try status(password: "wrong") == 401)
    }

    @Test("Digest agrees with the example of RFC 2617")
    func example() {
        let secret = MD5.hex("Mufasa:testrealm@host.com:Circle Of Life")
        let message = MD5.hex("GET:/dir/index.html")
        let response = MD5.hex(
            "\(secret):dcd98b7102dd2f0e8b11d0f600bfb0c093:00000001:0a4f113b:auth:\(message)")
        #expect(response == "6629fae49393a05397450978507c4ef1")
    }

    @Test("Challenge parameters may be quoted, escaped and spaced")
    func parameters() {
        let found = DigestChallenge.parameters(#"A="x, \"y\"" ,b=c , d="""#)
        #expect(found == ["a": #"x, "y""#, "b": "c", "d": ""])
    }
}
