import ClientEngine
import Foundation
import InspectorSandbox
import Testing

@Suite("TLS against the sandbox", .timeLimit(.minutes(1)))
struct TLSTests {
    private func failure(of request: Request = .get("/hello"), with client: Client) async -> ClientError? {
        do {
            _ = try await client.send(request)
            return nil
        } catch {
            return error as? ClientError
        }
    }

    @Test("a connection tells version, cipher, protocol and certificates")
    func description() async throws {
        let server = try SandboxServer.start()
        let response = try await server.secureClient().send(.get("/hello"))
        let exchange = try #require(response.record.lastExchange)
        let phases = exchange.phases.map(\.phase)
        #expect(phases == [.queue, .dns, .connect, .tls, .send, .wait, .receive, .process])
        let tls = try #require(exchange.connection?.tls)
        #expect(tls.version == "TLSv1.3")
        #expect(tls.cipher.hasPrefix("TLS_"))
        #expect(tls.applicationProtocol == "http/1.1")
        #expect(tls.isVerified)
        #expect(tls.certificates.map(\.subject) == ["CN = Sandbox server", "CN = Sandbox CA"])
        #expect(tls.certificates.map(\.issuer) == ["CN = Sandbox CA", "CN = Sandbox CA"])
        let certificate = try #require(tls.certificates.first)
        #expect(certificate.names == ["localhost", "sandbox.localhost", "127.0.0.1", "::1"])
        #expect(certificate.daysLeft(at: response.record.origin.date) == 6)
        #expect(certificate.notBefore.map { $0 < response.record.origin.date } == true)
        #expect(certificate.fingerprint?.count == 64)
        #expect(Set(tls.certificates.map(\.fingerprint)).count == 2)
        #expect(exchange.anomalies.isEmpty)
    }

    @Test("a connection that is used again keeps its description")
    func reuse() async throws {
        let server = try SandboxServer.start()
        let client = server.secureClient()
        let first = try await client.send(.get("/hello")).record.lastExchange?.connection
        let second = try await client.send(.get("/json")).record.lastExchange?.connection
        #expect(second?.isReused == true)
        #expect(second?.tls == first?.tls)
        #expect(second?.tls?.certificates.count == 2)
    }

    @Test("bodies pass through TLS whole, both ways")
    func bodies() async throws {
        let server = try SandboxServer.start()
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let response = try await server.secureClient().send(.post("/upload", body: .bytes(body)))
        let isSame = response.body == body  // outside the macro, which would print a diff of megabytes
        #expect(isSame)
    }

    static let failures: [(TLSBehaviour, message: String, hint: String)] = [
        (.expired, "has expired: ", "clock"),
        (.wrongHost, "is for another host: other.localhost, another.localhost", "host name"),
        (.selfSigned, "is signed by itself", "certificateAuthorities"),
        (.outdated, "speaks only an outdated version of TLS", "TLS 1.2"),
        (.plainHTTP, "does not speak TLS", "try http://"),
        (.closes, "closed the connection during the TLS handshake", ""),
        (.wantsClientCertificate, "wants a certificate of the client", "clientCertificate"),
    ]

    @Test("what goes wrong has a sentence and a hint, and is never tried again", arguments: failures)
    func failure(behaviour: TLSBehaviour, message: String, hint: String) async throws {
        let server = try SandboxServer.start(tls: behaviour)
        let client = server.secureClient { $0.retry = RetryPolicy(maximumRetries: 3) }
        let task = client.start(.get("/hello"))
        let error = await #expect(throws: ClientError.self) { try await task.value }
        #expect(error?.label == "tls/tls")
        #expect(
            error?.message.contains(message) == true, "\(error?.message ?? "") \(error?.curlMessage ?? "")")
        let shown = error?.hint ?? ""
        #expect(hint.isEmpty ? shown.isEmpty : shown.contains(hint))
        #expect(error?.curlMessage?.isEmpty == false)
        #expect(task.record.attempts.count == 1)
        #expect(server.requests.isEmpty)
    }

    @Test("an expired certificate says since when")
    func expired() async throws {
        let server = try SandboxServer.start(tls: .expired)
        let error = await failure(with: server.secureClient())
        let yesterday = HTTPDateText.day(Date(timeIntervalSinceNow: -86_400))
        #expect(error?.message.contains(yesterday) == true, "\(error?.message ?? "")")
    }

    @Test("an authority that nobody trusts is named")
    func untrusted() async throws {
        let server = try SandboxServer.start()
        let error = await failure(with: Client(baseURL: server.httpsURL))
        #expect(error?.label == "tls/tls")
        #expect(error?.message.hasSuffix("is signed by nobody who is trusted: “CN = Sandbox CA”") == true)
        #expect(error?.hint?.contains("certificateAuthorities") == true)
    }

    @Test("a handshake that does not go on runs into the deadline of connecting")
    func stalled() async throws {
        let server = try SandboxServer.start(tls: .stalls)
        let client = server.secureClient { $0.timeouts = Timeouts(connect: .milliseconds(300)) }
        #expect(await failure(with: client)?.label == "timeout/tls")
    }

    @Test("plain HTTP is not understood on the port for TLS")
    func plainOnTLSPort() async throws {
        let server = try SandboxServer.start()
        let error = await failure(with: Client(baseURL: "http://127.0.0.1:\(server.httpsPort)"))
        #expect(["connectionLost/wait", "protocol/wait"].contains(error?.label))
    }

    // MARK: Without verification

    @Test(
        "without verification any certificate will do, and the connection says so",
        arguments: [TLSBehaviour.proper, .expired, .wrongHost, .selfSigned])
    func insecure(behaviour: TLSBehaviour) async throws {
        let server = try SandboxServer.start(tls: behaviour)
        let client = Client(baseURL: server.httpsURL) { $0.connections.tls.verification = .none }
        for _ in 1...2 {
            let tls = try await client.send(.get("/hello")).record.lastExchange?.connection?.tls
            #expect(tls?.isVerified == false)
            #expect(tls?.certificates.isEmpty == false)
        }
        #expect(server.connectionCount == 1)
    }

    @Test("a client that checks never uses the connection of one that does not")
    func separatePools() async throws {
        let server = try SandboxServer.start(tls: .selfSigned)
        let careless = Client(baseURL: server.httpsURL) { $0.connections.tls.verification = .none }
        let careful = server.secureClient()
        #expect(try await careless.send(.get("/hello")).status == 200)
        #expect(await failure(with: careful)?.label == "tls/tls")
        #expect(try await careless.send(.get("/hello")).record.lastExchange?.connection?.isReused == true)
        #expect(server.requests.count == 2)
    }

    // MARK: Client certificates

    @Test("a certificate is shown to a server that wants one")
    func clientCertificate() async throws {
        let server = try SandboxServer.start(tls: .wantsClientCertificate)
        let files = try CertificateFiles(server.makeClientCertificate())
        let client = server.secureClient {
            $0.connections.tls.clientCertificate = .init(file: files.certificate, keyFile: files.key)
        }
        #expect(try await client.send(.get("/hello")).status == 200)
    }

    @Test("a certificate may be in memory or in files, in PEM or PKCS #12, locked or not")
    func formsOfClientCertificate() async throws {
        let server = try SandboxServer.start(tls: .wantsClientCertificate)
        let (open, locked) = (
            try server.makeClientCertificate(), try server.makeClientCertificate(password: "sesame")
        )
        let files = try CertificateFiles(locked)
        let bundle = try server.makeClientPKCS12(password: "sesame")
        let bundleFile = try CertificateFiles(bundle)
        let forms: [ClientCertificate] = [
            ClientCertificate(pem: open.certificate, key: open.key),
            ClientCertificate(pem: open.certificate + open.key),
            ClientCertificate(pem: locked.certificate, key: locked.key, password: "sesame"),
            ClientCertificate(file: files.certificate, keyFile: files.key, password: "sesame"),
            ClientCertificate(pkcs12: bundle, password: "sesame"),
            ClientCertificate(pkcs12File: bundleFile.certificate, password: "sesame"),
        ]
        for form in forms {
            let client = server.secureClient { $0.connections.tls.clientCertificate = form }
            #expect(try await client.send(.get("/hello")).status == 200, "\(form)")
        }
        let wrong = ClientCertificate(pkcs12: bundle, password: "simsim")
        let error = await failure(with: server.secureClient { $0.connections.tls.clientCertificate = wrong })
        #expect(error?.label == "tls/tls")
        #expect(
            error?.message.contains("certificate or its key cannot be used") == true,
            "\(error?.curlMessage ?? "")")
    }

    @Test("a password is in no description and in no dump")
    func secrets() {
        let certificate = ClientCertificate(pem: "secret PEM", password: "sesame")
        var dumped = ""
        dump(certificate, to: &dumped)
        for text in [dumped, "\(certificate)", String(reflecting: certificate)] {
            #expect(!text.contains("sesame") && !text.contains("secret"))
        }
    }

    @Test("a certificate of another authority is refused by the server")
    func foreignCertificate() async throws {
        let server = try SandboxServer.start(tls: .wantsClientCertificate)
        let files = try CertificateFiles(SandboxServer.start().makeClientCertificate())
        let client = server.secureClient {
            $0.connections.tls.clientCertificate = .init(file: files.certificate, keyFile: files.key)
        }
        #expect(await failure(with: client)?.label == "tls/tls")
        #expect(server.requests.isEmpty)
    }

    @Test("a key that does not fit, or that is locked, is a failure and no question on the terminal")
    func unusableKey() async throws {
        let server = try SandboxServer.start(tls: .wantsClientCertificate)
        let pair = try server.makeClientCertificate()
        for key in [try server.makeClientCertificate().key, CertificateFiles.lockedKey, "no key"] {
            let files = try CertificateFiles((pair.certificate, key))
            let client = server.secureClient {
                $0.connections.tls.clientCertificate = .init(file: files.certificate, keyFile: files.key)
            }
            let error = await failure(with: client)
            #expect(error?.label == "tls/tls")
            #expect(
                error?.message.contains("certificate or its key cannot be used") == true,
                "\(error?.curlMessage ?? "")")
        }
    }

    @Test("a file of authorities that is none is a failure that says so")
    func unusableAuthorities() async throws {
        let server = try SandboxServer.start()
        let files = try CertificateFiles(("no certificate", ""))
        let client = server.secureClient { $0.connections.tls.certificateAuthorities = files.certificate }
        let error = await failure(with: client)
        #expect(error?.label == "tls/tls")
        #expect(
            error?.message.contains("file of certificate authorities") == true, "\(error?.curlMessage ?? "")")
    }

    // MARK: Without goodbye

    @Test("a whole body needs no close_notify")
    func wholeWithoutNotify() async throws {
        let server = try SandboxServer.start()
        let response = try await server.secureClient().send(.get("/bad/T08"))
        #expect(response.text == "hello")
        #expect(response.record.lastExchange?.anomalies == [])
    }

    @Test("half a body without close_notify is truncated")
    func halfWithoutNotify() async throws {
        let server = try SandboxServer.start()
        #expect(
            await failure(of: .get("/bad/T09"), with: server.secureClient())?.label == "truncated/receive")
    }

    @Test("a body that only the connection ends is flagged where close_notify is missing, and only there")
    func openWithoutNotify() async throws {
        let server = try SandboxServer.start()
        let client = server.secureClient()
        let cut = try await client.send(.get("/bad/T10"))
        #expect(cut.text == "hello")
        #expect(cut.record.lastExchange?.anomalies == [.closeWithoutNotify])
        let ended = try await client.send(.get("/bad/H19"))
        #expect(ended.text == "until the end\n")
        #expect(ended.record.lastExchange?.anomalies == [])
        let plain = try await client.send(.get(server.url + "/bad/T10"))
        #expect(plain.record.lastExchange?.anomalies == [.endedByClose])
    }
}

/// Certificate and key files, which are deleted with the last reference.
private final class CertificateFiles {
    let certificate: String
    let key: String

    init(_ pair: (certificate: String, key: String)) throws {
        let stem = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID().uuidString)").path
        certificate = stem + ".pem"
        key = stem + ".key"
        try Data(pair.certificate.utf8).write(to: URL(filePath: certificate))
        try Data(pair.key.utf8).write(to: URL(filePath: key))
    }

    /// Writes bytes to the first file.
    ///
    /// The second one is empty.
    convenience init(_ bytes: [UInt8]) throws {
        try self.init((certificate: "", key: ""))
        try Data(bytes).write(to: URL(filePath: certificate))
    }

    deinit {
        for path in [certificate, key] { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Generated only for this test, with a passphrase.
    static let lockedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjcIYZUbW8ZewICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEGHt4AXPmE5bfY/f/3V3upAEgZD2
        +QXd1daQaEsNsr3rBqkCyaO8/uaAez7+z4GccrdFfRLwwFYb6oDSpFK82n+tYw3H
        sljFeecvrd4GLF0PmDyl22dYUF9aZMNvrqjBA2xAyaZ5kYCJqhhWY1HkzzPpKPbo
        rpAc5B9/mZVheXNsZI0fiSOeLmtvHOk158AknIt0ThIkqN2mFaGBRCQupQzlQPU=
        -----END ENCRYPTED PRIVATE KEY-----

        """
}

private enum HTTPDateText {
    /// Returns a date such as `19 Nov 2026`, in UTC.
    static func day(_ date: Date) -> String {
        let style = Date.VerbatimFormatStyle(
            format: "\(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits)",
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
            calendar: Calendar(identifier: .gregorian))
        return date.formatted(style)
    }
}
