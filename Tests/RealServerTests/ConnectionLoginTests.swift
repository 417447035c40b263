import ClientEngine
import EngineJSON
import Foundation
import InspectorTestSupport
import Testing

@Suite("Logins on a connection, against pyspnego and mod_auth_gssapi", .ownThread, .timeLimit(.minutes(1)))
struct ConnectionLoginTests {
    private static let ann = Credentials.ntlm(user: "WORK\\ann", password: "sesame")
    private static let bob = Credentials.ntlm(user: "WORK\\bob", password: "open sesame")

    private func user(_ response: Response) throws -> String? {
        try JSONValue(parsing: response.body)["user"]?.string
    }

    private func request(_ credentials: Credentials?) -> Request {
        Request.post("\(RealServers.login)/ntlm", body: .text("body")).with {
            $0.authentication = credentials
        }
    }

    @Test(
        "NTLM logs in, and each round is an exchange of one attempt", .enabled(if: !RealServers.login.isEmpty)
    )
    func ntlm() async throws {
        let response = try await Client().send(request(Self.ann))
        #expect(response.status == 200)
        #expect(try user(response) == "WORK\\ann")
        #expect(try JSONValue(parsing: response.body)["body"] == "body")
        let attempt = try #require(response.record.lastAttempt)
        #expect(response.record.attempts.count == 1)
        #expect(attempt.exchanges.map(\.head?.status) == [401, 200])
        let wrong = try await Client().send(request(.ntlm(user: "WORK\\ann", password: "no")))
        #expect(wrong.status == 401)
    }

    @Test(
        "a connection that has logged in by NTLM serves no other user and no request without a login",
        .enabled(if: !RealServers.login.isEmpty))
    func twoUsers() async throws {
        let client = Client()
        var users: [String?] = []
        for credentials in [Self.ann, Self.bob, nil, Self.ann, nil, Self.bob] {
            users.append(try user(try await client.send(request(credentials))))
        }
        #expect(users == ["WORK\\ann", "WORK\\bob", nil, "WORK\\ann", nil, "WORK\\bob"])
    }

    @Test(
        "Negotiate logs in with the ticket, and its connection serves no request without a login",
        .enabled(if: !RealServers.kerberos.isEmpty))
    func negotiate() async throws {
        let client = Client()
        let request = Request.get("\(RealServers.kerberos)/hello.txt")
        for _ in 0..<3 {
            let known = try await client.send(request.with { $0.authentication = .negotiate })
            #expect(known.status == 200 && known.text == "hello from Apache\n")
            #expect(known.headers["X-User"] == "ann@SANDBOX.TEST")
            let unknown = try await client.send(request)
            #expect(unknown.status == 401 && unknown.headers["X-User"] != "ann@SANDBOX.TEST")
        }
    }

    @Test(
        "request files and curl commands log in by NTLM and Negotiate",
        .enabled(if: RealServers.haveBinary && !RealServers.login.isEmpty && !RealServers.kerberos.isEmpty))
    func program() throws {
        let run = try ProgramRun(
            """
            @password = open sesame
            GET \(RealServers.login)/ntlm
            Authorization: NTLM WORK\\bob:{{password}}

            ###
            GET \(RealServers.kerberos)/hello.txt
            Authorization: Negotiate

            """)
        let outcome = try run.run("--body", "--fail-if", "status:4xx")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("bob") && outcome.output.contains("hello from Apache"))
        for words in [
            ["--ntlm", "-u", "WORK\\ann:sesame", "\(RealServers.login)/ntlm"],
            ["--negotiate", "-u", ":", "\(RealServers.kerberos)/hello.txt"],
        ] {
            let curl = try Program([RealServers.binary, "curl", "-sf"] + words, in: run.folder.path).outcome()
            #expect(curl.status == 0, "\(curl)")
            #expect(curl.output.contains("ann") || curl.output.contains("hello from Apache"))
        }
    }
}
