import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Logins that hold for a connection", .timeLimit(.minutes(1)))
struct ConnectionLoginTests {
    /// Newer builds of libcurl lack NTLM.
    private static let canNTLM: Bool = {
        let login = ConnectionLogin(scheme: .ntlm, user: "", password: "")
        return (try? login.check()) != nil
    }()
    private static let door = NTLMDoor(user: "me", domain: "WORK", password: "sesame")

    /// Starts a server that demands a login and accepts clients that know the password.
    private func server() throws -> ScriptedServer {
        try ScriptedServer { request in
            let proof = request.header("Authorization") ?? ""
            guard proof.hasPrefix("NTLM "), let message = Data(base64Encoded: String(proof.dropFirst(5))),
                message.count > 12
            else {
                return .init(status: 401, headers: ["WWW-Authenticate": "NTLM"], body: "who")
            }
            guard message[8] == 3 else {
                return .init(
                    status: 401, headers: ["WWW-Authenticate": "NTLM \(NTLMDoor.message)"], body: "prove it")
            }
            let isRight = Self.door.lets(in: message)
            return .init(status: isRight ? 200 : 401, body: isRight ? "in" : "no")
        }
    }

    @Test("the door knows the keys of [MS-NLMP], section 4.2, and of RFC 1320")
    func door() {
        #expect(MD4.digest(Array("message digest".utf8)).hexadecimal == "d9130a8164549fe818874806e1c7014b")
        let key = NTLMDoor(user: "User", domain: "Domain", password: "Password").key
        #expect(key.hexadecimal == "0c868a403bfd7a93a3001ef22ef02e3f")
    }

    @Test(
        "each round of NTLM is an exchange, on one connection",
        .enabled(if: canNTLM, "the installed libcurl cannot do NTLM"), arguments: [HTTPMethod.get, .post])
    func rounds(method: HTTPMethod) async throws {
        let server = try server()
        let client = Client(baseURL: server.url) {
            $0.authentication = .ntlm(user: "WORK\\me", password: "sesame")
        }
        let request = Request(method: method, url: "/", body: method == .post ? .text("body") : .none)
        let response = try await client.send(request)
        #expect(response.status == 200 && response.text == "in")
        let exchanges = try #require(response.record.lastAttempt?.exchanges)
        #expect(exchanges.map(\.head?.status) == [401, 200])
        #expect(exchanges.map(\.start.reason) == [nil, .authentication])
        #expect(exchanges.allSatisfy { $0.ended != nil && !$0.requestHead.isEmpty })
        #expect(Set(exchanges.map { $0.connection?.id }).count == 1)
        #expect(server.server.requests.last?.body == Array(method == .post ? "body".utf8 : "".utf8))
    }

    @Test(
        "a wrong password, a wrong name and no credentials end with the server's 401",
        .enabled(if: canNTLM, "the installed libcurl cannot do NTLM"),
        arguments: [
            .ntlm(user: "WORK\\me", password: "Sesame"), .ntlm(user: "WORK\\you", password: "sesame"),
            .ntlm(user: "HOME\\me", password: "sesame"), nil,
        ] as [Credentials?])
    func wrong(credentials: Credentials?) async throws {
        let server = try server()
        let client = Client(baseURL: server.url) { $0.authentication = credentials }
        let response = try await client.send(.get("/"))
        #expect(response.status == 401)
        #expect(response.text == (credentials == nil ? "who" : "no"))
        let error = await #expect(throws: ResponseError.self) {
            try await client.send(Request.get("/").parsing { $0.status })
        }
        #expect(error?.reason == .unauthorized)
    }

    @Test(
        "a libcurl that cannot do it is named, before anything is sent",
        arguments: ConnectionLogin.Scheme.allCases)
    func unsupported(scheme: ConnectionLogin.Scheme) throws {
        let login = ConnectionLogin(scheme: scheme, user: "", password: "")
        let error = #expect(throws: ClientError.self) { try login.check(features: 0) }
        #expect(error?.label == "unsupported/queue")
        #expect(error?.message.contains(scheme.rawValue) == true)
        try login.check(features: -1)
    }

    @Test("Negotiate without a ticket ends with the server's answer; a libcurl that cannot do it says so")
    func negotiate() async throws {
        let server = try ScriptedServer { _ in .init(status: 401, headers: ["WWW-Authenticate": "Negotiate"])
        }
        let client = Client(baseURL: server.url) { $0.authentication = .negotiate }
        let task = client.start(.get("/"))
        let result = await task.result
        let login = ConnectionLogin(scheme: .negotiate, user: "", password: "")
        if (try? login.check()) != nil {
            #expect(result.value?.status == 401)
            #expect(server.proofs == [nil])
        } else {
            #expect(task.record.error?.label == "unsupported/queue")
            #expect(server.server.requests.isEmpty)
        }
    }
}
