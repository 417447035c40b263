import ClientEngine
import EngineJSON
import Foundation
import InspectorTestSupport
import Testing

/// Compares signatures of received requests with those of botocore, the vendor's signer.
@Suite(
    "Signatures against botocore", .ownThread, .enabled(if: !RealServers.login.isEmpty),
    .timeLimit(.minutes(2)))
struct SignatureTests {
    /// The form of the target that the vendor signs: as sent, as the vendor would write it, or both forms are
    /// equal.
    enum Form: String { case both, sent, written }

    struct Case: CustomStringConvertible, Sendable {
        var form = Form.both
        var service = "execute-api"
        var method = HTTPMethod.get
        var target: String
        var headers: Headers = [:]
        var body = Body.none
        var isTemporary = false

        var description: String { "\(service) \(method) \(target) \(body)" }
    }

    private static let permanent = AWSKey(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
        region: "eu-west-1")
    private static let temporary = AWSKey(
        accessKeyID: "ASIAEXAMPLE", secretAccessKey: "s3cr3t/with+signs=",
        sessionToken: "FwoGZXIvYXdzEXAMPLE//token+==", region: "us-east-1")

    private static let paths: [Case] = [
        "a", "a/", "a//b", "a/./b", "a/../b", "~a-b_c.d", "a%20b", "%E2%82%AC", "%21%24%26%27%28%29", "%25",
        "%2520",
        "\u{20AC}", "\u{1F600}/x", "a%40b%3A1",
    ].flatMap { path in [Case(target: path), Case(service: "s3", target: path)] }

    /// S3 signs the path with its key encoded by its rules.
    ///
    /// Other services encode the sent path.
    private static let reservedPaths: [Case] = "!$&'()*+,;=:@".flatMap { mark in
        [Case(target: "a\(mark)b"), Case(form: .written, service: "s3", target: "a\(mark)b")]
    }

    private static let escapedPaths: [Case] = ["a%2Fb", "%e2%82%ac", "%41"].flatMap { path in
        [Case(target: path), Case(form: .written, service: "s3", target: path)]
    }

    private static let queries: [Case] = [
        "a=1&b=2", "b=2&a=1", "a=2&a=1", "a=1&a=1", "a", "a=", "=v", "a&b=&c=1", "a=x%20y", "q=a%2Fb%3D",
        "A=1&a=2&B=3",
        "a-b=1&a=2&a.b=3", "%C3%A9=1", "q=\u{E9}", "q=%F0%9F%98%80", "list-type=2&prefix=a%2Fb&delimiter=%2F",
        "X-Amz-A=1&x=2",
    ].flatMap { query in
        [Case(target: "p?\(query)"), Case(service: "s3", target: "p?\(query)")]
    }

    private static let reservedQueries: [Case] =
        ("!$'()*,;:@/?+=".map { "q=a\($0)b" } + ["a=%zz", "q=%c3%a9"]).map {
            Case(form: .written, target: "p?\($0)")
        }

    private static let oddQueries: [Case] = ["a=1&&b=2", "&", "&a=1"].map {
        Case(form: .sent, target: "p?\($0)")
    }

    private static let large = [UInt8]((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    private static let bodies: [Case] = ["execute-api", "s3"].flatMap { service -> [Case] in
        [
            Case(service: service, method: .put, target: "o", body: .text("hello")),
            Case(service: service, method: .put, target: "o"),
            Case(service: service, method: .post, target: "o", body: .text("")),
            Case(service: service, method: .post, target: "o", body: .json(["a": "\u{E9}"])),
            Case(service: service, method: .put, target: "o", body: .bytes(large)),
            Case(service: service, method: .patch, target: "o", body: .multipart(Multipart(["a": "b"]))),
            Case(service: service, method: .delete, target: "o"),
            Case(
                service: service, method: .post, target: "o",
                body: .deferred(Deferred { Array("made later".utf8) })),
            Case(service: service, method: .put, target: "o", body: .text("hello"), isTemporary: true),
        ]
    }

    private static let fields: [Case] = [
        Case(target: "h", headers: ["X-Amz-Meta-A": "1", "x-amz-meta-a": "2"]),
        Case(target: "h", headers: ["X-Amz-Target": "  a   b \t c  "]),
        Case(target: "h", headers: ["X-Amz-Meta-Name": "Zo\u{EB}"]),
        Case(target: "h", headers: ["Range": "bytes=0-9"]),
        Case(target: "h", headers: ["Host": "abc.execute-api.eu-west-1.amazonaws.com"]),
        Case(target: "h", headers: ["Date": "Mon, 30 Nov 2026 00:00:00 GMT", "X-A": ""]),
        Case(target: "h", headers: ["X-Amz-Date": "20010101T000000Z", "Authorization": "old"]),
        Case(service: "s3", target: "h", isTemporary: true), Case(target: "h?a=b", isTemporary: true),
        Case(
            service: "s3", method: .put, target: "h", headers: ["X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD"],
            body: .text("unsigned")),
        Case(
            service: "s3", method: .put, target: "h", headers: ["X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD"],
            body: .stream(
                BodyStream {
                    AsyncStream([UInt8].self) {
                        $0.yield([1, 2, 3]); $0.finish()
                    }
                })),
    ]

    static let cases =
        paths + reservedPaths + escapedPaths + queries + reservedQueries + oddQueries + bodies + fields

    private static func send(_ sample: Case) async throws -> (status: StatusCode, verdict: JSONValue) {
        var key = sample.isTemporary ? Self.temporary : Self.permanent
        key.service = sample.service
        var request = Request(
            method: sample.method, url: "\(RealServers.login)/aws/\(sample.target)", body: sample.body)
        request.headers = sample.headers
        request.authentication = .aws(key)
        let response = try await Client().send(request)
        return (response.status, try JSONValue(parsing: response.body))
    }

    @Test("the vendor makes the same signature of each request that arrives")
    func requests() async throws {
        #expect(Self.cases.count >= 50)
        for sample in Self.cases {
            let (status, verdict) = try await Self.send(sample)
            #expect(status == 200 && verdict["problem"] == .null, "\(sample): \(verdict)")
            #expect(sample.form == .written || verdict["sent"] == true, "\(sample): \(verdict)")
            #expect(sample.form == .sent || verdict["written"] == true, "\(sample): \(verdict)")
        }
    }

    @Test("a wrong secret, a wrong token and a changed body are refused")
    func refused() async throws {
        var wrong = Self.permanent
        wrong.service = "s3"
        wrong.secretAccessKey += "x"
        var token = Self.temporary
        (token.service, token.sessionToken) = ("s3", "other")
        for key in [wrong, token] {
            let request = Request.get("\(RealServers.login)/aws/a").with { $0.authentication = .aws(key) }
            #expect(try await Client().send(request).status == 403)
        }
        var digest = Case(service: "s3", method: .put, target: "a", body: .text("x"))
        digest.headers = ["X-Amz-Content-Sha256": String(repeating: "0", count: 64)]
        #expect(try await Self.send(digest).status == 403)
    }

    @Test("HEAD with a body is signed as it goes out: without the body")
    func head() async throws {
        var key = Self.permanent
        key.service = "s3"
        let request = Request(method: .head, url: "\(RealServers.login)/aws/a").with {
            $0.authentication = .aws(key)
        }
        #expect(try await Client().send(request).status == 200)
    }

    @Test("a request file and a curl command sign as the vendor does", .enabled(if: RealServers.haveBinary))
    func program() throws {
        let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
        let run = try ProgramRun(
            """
            @secret = \(secret)
            PUT \(RealServers.login)/aws/a%20b/(c)?b=2&a=x%20y
            Authorization: AWS AKIDEXAMPLE {{secret}} region:eu-west-1 service:s3
            Content-Type: text/plain

            hello

            """)
        let outcome = try run.run("--json")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("AWS4-HMAC-SHA256") || outcome.output.contains("exchange.ended"))
        #expect(!outcome.output.contains(secret) && !outcome.messages.contains(secret))
        let curl = try Program(
            [
                RealServers.binary, "curl", "-s", "--aws-sigv4", "aws:amz:eu-west-1:execute-api", "-u",
                "AKIDEXAMPLE:\(secret)", "-d", "a=b", "\(RealServers.login)/aws/x?q=a/b",
            ], in: run.folder.path
        ).outcome()
        #expect(curl.status == 0)
        #expect(try JSONValue(parsing: curl.output)["problem"] == .null, "\(curl)")
        #expect(try JSONValue(parsing: curl.output)["written"] == true, "\(curl)")
    }
}
