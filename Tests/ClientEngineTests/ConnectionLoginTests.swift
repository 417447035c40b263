import Foundation
import Sandbox
import Testing

@testable import ClientEngine

@Suite("Logins that hold for a connection", .timeLimit(.minutes(1)))
struct ConnectionLoginTests {
    /// A server's second message of NTLM: no target, these flags, a challenge of eight bytes.
    private static let challenge: String = {
        var bytes = Array("NTLMSSP\0".utf8) + [2, 0, 0, 0]
        bytes += [0, 0, 0, 0, 48, 0, 0, 0]  // the target's name: nothing
        bytes += [0x06, 0x82, 0x00, 0x00]  // OEM, request for a target, NTLM, always sign
        bytes += [1, 2, 3, 4, 5, 6, 7, 8] + [UInt8](repeating: 0, count: 16)
        return Data(bytes).base64EncodedString()
    }()

    /// Asks everybody to log in, and lets in whom it is told to.
    private func server(letsIn: Bool) throws -> ScriptedServer {
        try ScriptedServer { request in
            let proof = request.header("Authorization") ?? ""
            guard proof.hasPrefix("NTLM "), let message = Data(base64Encoded: String(proof.dropFirst(5)))
            else {
                return .init(status: 401, headers: ["WWW-Authenticate": "NTLM"], body: "who")
            }
            if message.count > 8, message[8] == 1 {
                return .init(
                    status: 401, headers: ["WWW-Authenticate": "NTLM \(Self.challenge)"], body: "prove it")
            }
            return .init(status: letsIn ? 200 : 401, body: letsIn ? "in" : "no")
        }
    }

    @Test("each round of NTLM is an exchange, on one connection", arguments: [Method.get, .post])
    func rounds(method: Method) async throws {
        let server = try server(letsIn: true)
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

    @Test("a wrong password ends with the server's 401")
    func wrong() async throws {
        let server = try server(letsIn: false)
        let client = Client(baseURL: server.url) { $0.authentication = .ntlm(user: "me", password: "no") }
        #expect(try await client.send(.get("/")).status == 401)
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

    @Test("Negotiate without a ticket ends with the server's answer, or says that it cannot")
    func negotiate() async throws {
        let server = try ScriptedServer { _ in .init(status: 401, headers: ["WWW-Authenticate": "Negotiate"])
        }
        let client = Client(baseURL: server.url) { $0.authentication = .negotiate }
        let task = client.start(.get("/"))
        let response = try? await task.value
        #expect(response?.status == 401 || [.auth, .unsupported].contains(task.record.error?.kind))
    }
}
