import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@Suite(
    "The engine against OpenSSL's own server", .ownThread, .enabled(if: RealServers.areUp),
    .timeLimit(.minutes(1)))
struct OpenSSLTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "openssl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func openssl(_ words: [String]) throws -> Program {
        try Program(["/usr/bin/openssl"] + words, in: folder.path)
    }

    /// Starts a server and returns its port, which it prints as `ACCEPT 127.0.0.1:PORT`.
    private func serve(_ words: [String]) throws -> (program: Program, port: Int) {
        let made = try openssl(
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
                "-days", "30",
            ]
                + ["-subj", "/O=Acme, Inc./CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"])
        #expect(try made.outcome().status == 0)
        let program = try openssl(
            ["s_server", "-accept", "127.0.0.1:0", "-cert", "cert.pem", "-key", "key.pem", "-www"] + words)
        let port = try program.wait(for: "the port") { output in
            output.wholeLines.first { $0.hasPrefix("ACCEPT") }?.split(separator: ":").last.flatMap { Int($0) }
        }
        return (program, port)
    }

    @Test(
        "versions and certificates of another server are read",
        arguments: [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")])
    func versions(flag: String, version: String) async throws {
        let (program, port) = try serve([flag])
        defer {
            program.signal(SIGTERM)
            try? FileManager.default.removeItem(at: folder)
        }
        let file = folder.appending(path: "cert.pem").path
        let client = Client { $0.connections.tls.certificateAuthorities = file }
        let response = try await client.send(.get("https://127.0.0.1:\(port)/"))
        #expect(response.status == 200)
        let tls = try #require(response.record.lastExchange?.connection?.tls)
        #expect(tls.version == version)
        #expect(tls.applicationProtocol == nil)
        #expect(tls.certificates.map(\.names) == [["127.0.0.1"]])
        #expect(tls.certificates.first?.subject == "O = \"Acme, Inc.\", CN = 127.0.0.1")
        #expect(tls.certificates.first?.daysLeft(at: response.record.origin.date) == 29)
    }
}
