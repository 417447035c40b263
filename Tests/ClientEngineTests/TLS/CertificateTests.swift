import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Certificates that were shown", .timeLimit(.minutes(1)))
struct CertificateTests {
    private func session(_ client: Client, _ path: String = "/bad/H19") async throws -> ConnectionRecord.TLS {
        try #require(try await client.send(.get(path)).record.lastExchange?.connection?.tls)
    }

    @Test("they are read when somebody asks what they say, and once for all connections to a server")
    func onDemand() async throws {
        let server = try SandboxServer.start()
        let client = server.secureClient()
        let first = try await session(client), second = try await session(client)
        #expect(server.connectionCount == 2)
        #expect(first.certificates.count == 2)
        #expect(!first.certificates.contains { $0.content.isRead }, "nobody has asked")
        #expect(first.certificates == second.certificates)
        #expect(!first.certificates.contains { $0.content.isRead }, "bytes tell which are the same")
        #expect(first.certificates[0].subject == "CN = Sandbox server")
        #expect(first.certificates.map(\.content.isRead) == [true, false])
        let isShared = zip(first.certificates, second.certificates).allSatisfy { $0.content === $1.content }
        #expect(isShared)
    }

    @Test("a pin of a whole certificate needs its digest, and nothing that it says")
    func pinned() async throws {
        let server = try SandboxServer.start()
        let shown = try await session(server.secureClient()).certificates
        for kind in [Pin.Kind.sha1, .sha256] {
            let pin = try #require(Pin(kind, of: shown[0]))
            let pinned = server.secureClient { $0.connections.tls.hosts["127.0.0.1"] = .pins([pin]) }
            let certificates = try await session(pinned).certificates
            #expect(certificates == shown)
            #expect(!certificates.contains { $0.content.isRead })
        }
        let pin = try #require(Pin(.publicKeySHA256, of: shown[0]))
        let pinned = server.secureClient { $0.connections.tls.hosts["127.0.0.1"] = .pins([pin]) }
        #expect(try await session(pinned).certificates[0].content.isRead)
    }

    @Test("one that is described has no bytes; two of the same description are equal")
    func described() {
        let one = ConnectionRecord.Certificate(subject: "CN = a", issuer: "CN = b", fingerprint: "ab")
        let same = ConnectionRecord.Certificate(subject: "CN = a", issuer: "CN = b", fingerprint: "ab")
        let other = ConnectionRecord.Certificate(subject: "CN = b", issuer: "CN = b", fingerprint: "ab")
        #expect(one == same && one.hashValue == same.hashValue)
        #expect(one != other)
        #expect(one.der.isEmpty)
        for kind in Pin.Kind.allCases { #expect(one.fingerprint(kind) == nil) }
    }

    @Test("bytes that are no certificate say nothing, and have their digests all the same")
    func noCertificate() {
        let certificate = ConnectionRecord.Certificate(CertificateContent(der: [0x30, 0x82, 0x01]))
        #expect(certificate.subject.isEmpty && certificate.names.isEmpty && certificate.notAfter == nil)
        #expect(certificate.fingerprint(.sha256) == certificate.fingerprint)
        #expect(
            certificate.fingerprint(.publicKeySHA256) == nil && certificate.fingerprint(.publicKey) == nil)
    }

    @Test("the newest certificates are kept, as many as are of use")
    func bounded() {
        let cache = CertificateCache()
        func certificate(_ number: Int) -> ConnectionRecord.Certificate {
            withUnsafeBytes(of: number) { cache.certificate($0.assumingMemoryBound(to: UInt8.self)) }
        }
        let first = certificate(0), second = certificate(1)
        #expect(certificate(0).content === first.content)
        for number in 2...128 { _ = certificate(number) }
        #expect(certificate(1).content === second.content, "127 came behind it")
        #expect(certificate(0).content !== first.content, "128 came behind it")
        #expect(certificate(0) == first)
    }
}
