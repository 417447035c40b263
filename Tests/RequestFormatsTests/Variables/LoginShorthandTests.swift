import ClientEngine
import RequestFormats
import Testing

@Suite("A login that a request file writes instead of a value", .timeLimit(.minutes(1)))
struct LoginShorthandTests {
    private static let dialects = [HTTPFile.Dialect.union, .strict]

    private func request(_ value: String) throws -> Request {
        let file = HTTPFile(
            parsing: Array("GET http://p.invalid/a\nAuthorization: \(value)".utf8), path: "probe.http")
        return try RequestResolver(file, variables: .fixed(), files: MemoryFiles([:])).resolve(
            file.requests[0])
    }

    @Test(
        "is an error if the program cannot sign or log in, and nothing is sent",
        arguments: [
            "AWS AKID secret eu-west-1", "AWS AKID secret region:a b",
            "COGNITO user secret region pool client",
            "NTLM user secret domain host more", "Negotiate user:secret", "Negotiate user secret",
            "oauth2 client_credentials prefix", "OpenId password prefix", "openid hybrid", "{{login}}",
        ], dialects)
    func refused(value: String, dialect: HTTPFile.Dialect) async throws {
        let document = "@login = AWS AKID secret eu-west-1\nGET http://p.invalid/a\nAuthorization: \(value)"
        #expect(try await WireTrial(dialect: dialect).run(Array(document.utf8)) == .refused)
        let error = try failure(document, dialect: dialect)
        #expect(error.kind == .unsupported && error.line == 3)
        #expect(!error.message.contains("secret "))
    }

    @Test(
        "is an error with --strict, as its secret would be sent as it is written",
        arguments: [
            "AWS AKID secret", "aws AKID secret region:eu-west-1 service:s3", "AWS\tAKID\tsecret",
            "NTLM user secret",
            "NTLM user:secret",
        ])
    func strict(value: String) async throws {
        let document = "GET http://p.invalid/a\nAuthorization: \(value)"
        #expect(try await WireTrial(dialect: .strict).run(Array(document.utf8)) == .refused)
        #expect(try failure(document, dialect: .strict).kind == .unsupported)
    }

    private static let logins: [(value: String, login: Credentials.Login)] = [
        ("AWS AKID secret", .aws(AWSKey(accessKeyID: "AKID", secretAccessKey: "secret"))),
        (
            "aws\tAKID  secret service:s3 region:eu-west-1 token:t0ken==",
            .aws(
                AWSKey(
                    accessKeyID: "AKID", secretAccessKey: "secret", sessionToken: "t0ken==",
                    region: "eu-west-1",
                    service: "s3"))
        ),
        (
            "AWS AKID secret token: region: eu-west-1 Service:s3",
            .aws(AWSKey(accessKeyID: "AKID", secretAccessKey: "secret", region: "eu-west-1", service: "s3"))
        ),
        ("NTLM user secret", .ntlm(user: "user", password: "secret")),
        ("NTLM user:secret word", .ntlm(user: "user", password: "secret word")),
        ("ntlm WORK\\user:a:b", .ntlm(user: "WORK\\user", password: "a:b")),
        ("NTLM user secret WORK host", .ntlm(user: "WORK\\user", password: "secret")),
        ("Negotiate", .negotiate), ("Digest user secret", .digest(user: "user", password: "secret")),
    ]

    @Test("is carried out by the client, and in no header", arguments: logins)
    func login(value: String, login: Credentials.Login) throws {
        let request = try request(value)
        #expect(request.authentication?.login == login)
        #expect(request.headers["Authorization"] == nil)
    }

    @Test("is written so that it is read again", arguments: logins)
    func written(value: String, login: Credentials.Login) throws {
        let output = HTTPFileWriter.text(
            for: Request.get("http://p.invalid/a").with { $0.authentication = Credentials(login) })
        #expect(output.warnings.isEmpty)
        let file = HTTPFile(parsing: Array(output.text.utf8), path: "written.http")
        let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles([:]))
        #expect(try resolver.resolve(file.requests[0]).authentication?.login == login)
    }

    @Test(
        "puts no byte of its secret on the wire",
        arguments: ["AWS AKID {{key}} service:s3", "NTLM ann:{{key}}"])
    func wire(value: String) async throws {
        let document = "@key = wJalr+secret\nGET http://p.invalid/a\nAuthorization: \(value)"
        guard case .sent(let arrivals) = try await WireTrial(dialect: .union).run(Array(document.utf8)) else {
            Issue.record("nothing was sent")
            return
        }
        // A libcurl without NTLM, such as that of Debian unstable, sends nothing.
        #expect(!arrivals.isEmpty || value.hasPrefix("NTLM"))
        #expect(!"\(arrivals)".contains("wJalr") && !"\(arrivals)".contains("secret"))
    }

    @Test(
        "differs from a finished credential, which is sent as it is written",
        arguments: [
            "AWS4-HMAC-SHA256 Credential=AKID/20261129/eu-west-1/s3/aws4_request, SignedHeaders=host, Signature=0a",
            "AWS AKID:c2lnbmF0dXJl", "NTLM TlRMTVNTUAABAAAA", "Negotiate YIIB", "OAuth2 dG9rZW4",
            "Bearer a b",
        ], dialects)
    func literal(value: String, dialect: HTTPFile.Dialect) async throws {
        let document = "GET http://p.invalid/a\nAuthorization: \(value)"
        #expect(
            try await WireTrial(dialect: dialect).run(Array(document.utf8))
                == WireCase.one("GET /a HTTP/1.1", ["Authorization: \(value)"]))
    }
}
