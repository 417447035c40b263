import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("The sandbox over TLS, with curl as the witness", .ownThread, .timeLimit(.minutes(1)))
struct TLSTests {
    private func curl(_ server: SandboxServer, _ path: String, _ words: String...) throws -> Program.Outcome {
        let common = ["curl", "-sS", "--noproxy", "*", "--cacert", server.caFile]
        return try Program.run(common + words + [server.httpsURL + path])
    }

    @Test("The same routes are served on both ports")
    func routes() throws {
        let server = try SandboxServer.start()
        let result = try curl(server, "/hello")
        #expect(result.status == 0)
        #expect(result.output == "Hello, world!\n")
        #expect(try RawClient.fetch("/hello", from: server).text == result.output)
        #expect(server.requests.map(\.target) == ["/hello", "/hello"])
        #expect(server.port != server.httpsPort)
    }

    @Test("A script runs over TLS as it does without")
    func script() throws {
        let server = try SandboxServer.start(raw: { connection in
            let request = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\n\(request?.method ?? "nothing")")
        })
        #expect(try curl(server, "/", "-X", "BREW").output == "BREW")
    }

    @Test("The certificate is for all names of this machine", arguments: ["localhost", "127.0.0.1"])
    func names(host: String) throws {
        let server = try SandboxServer.start()
        let words = ["curl", "-sS4", "--noproxy", "*", "--cacert", server.caFile]
        #expect(try Program.run(words + ["https://\(host):\(server.httpsPort)/hello"]).status == 0)
    }

    @Test("Without the authority's file nobody trusts the certificate")
    func untrusted() throws {
        let server = try SandboxServer.start()
        #expect(try Program.run(["curl", "-s", "--noproxy", "*", server.httpsURL]).status == 60)
    }

    static let failures: [(TLSBehaviour, Int32)] = [
        (.expired, 60), (.wrongHost, 60), (.selfSigned, 60), (.outdated, 35), (.plainHTTP, 35), (.closes, 35),
        (.wantsClientCertificate, 56),
    ]

    @Test("A behaviour makes curl fail in its way", arguments: failures)
    func failure(behaviour: TLSBehaviour, status: Int32) throws {
        let server = try SandboxServer.start(tls: behaviour)
        #expect(try curl(server, "/hello").status == status)
        #expect(server.requests.isEmpty)
        #expect(try RawClient.fetch("/hello", from: server).status == 200)
    }

    /// From version 8 on, curl reports such an end as a receive error (56).
    @Test(
        "A connection can end without close_notify",
        arguments: [("T08", [0]), ("T09", [18, 56]), ("T10", [0, 56])])
    func cuts(id: String, statuses: [Int32]) throws {
        let server = try SandboxServer.start()
        let result = try curl(server, "/bad/" + id)
        #expect(statuses.contains(result.status), "\(result.status)")
        #expect(result.output == "hello")
    }

    @Test("Stopping ends a handshake that stalls, and one that is half done")
    func stopping() throws {
        for behaviour in [TLSBehaviour.stalls, .proper] {
            let server = try SandboxServer.start(tls: behaviour)
            let client = try RawClient(port: server.httpsPort)
            client.send([0x16, 0x03, 0x01])
            server.stop()
            #expect(client.rest().isEmpty)
        }
    }

    @Test("The authority's file holds a certificate and no key, for everybody, until the server stops")
    func file() throws {
        var server: SandboxServer? = try SandboxServer.start()
        let path = try #require(server?.caFile)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        #expect(!text.contains("KEY"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o644)
        server?.stop()
        #expect(!FileManager.default.fileExists(atPath: path))
        server = try SandboxServer.start()
        let next = try #require(server?.caFile)
        server = nil
        #expect(!FileManager.default.fileExists(atPath: next))
    }

    @Test("The authority can certify nothing but names of this machine")
    func constraints() throws {
        let server = try SandboxServer.start()
        let result = try Program.run(
            ["openssl", "x509", "-in", server.caFile, "-noout", "-ext", "nameConstraints,basicConstraints"])
        let lines = result.output.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains("X509v3 Name Constraints: critical"))
        #expect(lines.contains("CA:TRUE, pathlen:0"))
        #expect(lines.contains("DNS:localhost"))
        #expect(lines.contains("IP:127.0.0.1/255.255.255.255"))
    }

    @Test("Every server has an authority of its own")
    func authorities() throws {
        let servers = try [SandboxServer.start(), SandboxServer.start()]
        let words = ["curl", "-s", "--noproxy", "*", "--cacert", servers[0].caFile, servers[1].httpsURL]
        #expect(try Program.run(words).status == 60)
        withExtendedLifetime(servers) {}
    }
}
