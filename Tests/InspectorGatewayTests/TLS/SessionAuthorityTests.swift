import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorGateway

@Suite("The authority of a session", .ownThread, .timeLimit(.minutes(2)))
struct SessionAuthorityTests {
    /// Returns the result of `openssl verify` for a certificate of `host`, issued by an authority for `named`.
    private static func verdict(on host: String, named: [String]) throws -> (status: Int32, text: String) {
        let authority = try SessionAuthority(for: named.map { try #require(OpenedHost($0)) })
        let folder = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificates = [
            "root": authority.certificate, "intermediate": authority.intermediate.pem,
            "leaf": try authority.certificate(for: host).pem,
        ]
        for (name, text) in certificates {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        let outcome = try Program.run(
            [
                "openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", "root", "-untrusted",
                "intermediate", "leaf",
            ],
            in: folder.path)
        return (outcome.status, outcome.output + outcome.messages)
    }

    @Test(
        "certifies the named hosts, and what is below them",
        arguments: [
            ("a.test", ["a.test"]), ("x.a.test", [".a.test"]), ("b.test", ["a.test", "b.test:8443"]),
            ("127.0.0.1", ["127.0.0.1"]), ("::1", ["[::1]"]), ("a.test", ["127.0.0.1", "A.test"]),
        ])
    func named(host: String, hosts: [String]) throws {
        let verdict = try Self.verdict(on: host, named: hosts)
        #expect(verdict.status == 0, "\(verdict.text)")
    }

    @Test(
        "certifies nothing else that anybody would believe",
        arguments: [
            ("b.test", ["a.test"]), ("xa.test", ["a.test"]), ("127.0.0.1", ["a.test"]), ("::1", ["a.test"]),
            ("a.test", ["127.0.0.1"]), ("127.0.0.2", ["127.0.0.1"]), ("::1", ["127.0.0.1"]),
        ])
    func others(host: String, hosts: [String]) throws {
        let verdict = try Self.verdict(on: host, named: hosts)
        #expect(verdict.status != 0)
        #expect(
            verdict.text.contains("permitted subtree violation") || verdict.text.contains("excluded subtree"))
    }

    @Test(
        "covers what was named",
        arguments: [
            ("a.test", "https://A.test/", true), ("a.test", "https://a.test:8443/", true),
            ("a.test:8443", "https://a.test:8443/", true), ("a.test:8443", "https://a.test/", false),
            ("a.test", "https://x.a.test/", false), (".a.test", "https://x.y.a.test/", true),
            (".a.test", "https://a.test/", true), (".a.test", "https://xa.test/", false),
            ("[::1]:443", "https://[::1]/", true), ("127.0.0.1", "https://127.0.0.2/", false),
            ("a.test:443", "https://a.test/", true), ("a.test", "https://a.test./", true),
        ])
    func covered(host: String, url: String, isCovered: Bool) throws {
        let host = try #require(OpenedHost(host))
        #expect(host.covers(try RequestURL(parsing: url)) == isCovered)
    }

    @Test(
        "what is no host is refused",
        arguments: [
            "", ".", "https://a.test", "a.test/", "a@b", "*.a.test", "a,permitted;DNS:b", ".127.0.0.1", "a:b",
        ])
    func refused(text: String) {
        #expect(OpenedHost(text) == nil)
    }
}
