import RequestFormats
import Testing

@Suite("A login that a request file writes instead of a value", .timeLimit(.minutes(1)))
struct LoginShorthandTests {
    private static let dialects = [HTTPFile.Dialect.union, .strict]

    @Test(
        "is an error if the program cannot sign or log in, and nothing is sent",
        arguments: [
            "AWS AKID secret", "aws AKID secret region:eu-west-1 service:s3", "AWS\tAKID\tsecret",
            "COGNITO user secret region pool client", "NTLM user secret", "NTLM user secret domain host",
            "NTLM user:secret", "oauth2 client_credentials prefix", "OpenId password prefix", "openid hybrid",
            "{{login}}",
        ], dialects)
    func refused(value: String, dialect: HTTPFile.Dialect) async throws {
        let document = "@login = AWS AKID secret\nGET http://p.invalid/a\nAuthorization: \(value)"
        #expect(try await WireTrial(dialect: dialect).run(Array(document.utf8)) == .refused)
        let error = try failure(document, dialect: dialect)
        #expect(error.kind == .unsupported && error.line == 3)
        #expect(!error.message.contains("secret"))
    }

    @Test(
        "is told from a finished credential, which is sent as it is written",
        arguments: [
            "AWS4-HMAC-SHA256 Credential=AKID/20261129/eu-west-1/s3/aws4_request, SignedHeaders=host, Signature=0a",
            "AWS AKID:c2lnbmF0dXJl", "NTLM TlRMTVNTUAABAAAA", "OAuth2 dG9rZW4", "Bearer a b",
        ], dialects)
    func literal(value: String, dialect: HTTPFile.Dialect) async throws {
        let document = "GET http://p.invalid/a\nAuthorization: \(value)"
        #expect(
            try await WireTrial(dialect: dialect).run(Array(document.utf8))
                == WireCase.one("GET /a HTTP/1.1", ["Authorization: \(value)"]))
    }
}
