import EngineSupport
import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Signatures for AWS", .timeLimit(.minutes(1)))
struct AWSSignatureTests {
    private static let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    private static let example = AWSKey(accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: secret)
    private static let local = AWSKey(
        accessKeyID: "AKID", secretAccessKey: secret, sessionToken: "t0ken//==", region: "eu-west-1",
        service: "execute-api")

    private func exchange(
        _ method: HTTPMethod, _ url: String, _ headers: Headers = [:], _ body: Body = .none
    ) throws -> ExchangeRequest {
        ExchangeRequest(
            .init(
                method: method, url: try RequestURL(parsing: url), headers: headers, body: body,
                timeouts: Timeouts()))
    }

    private func client(_ server: ScriptedServer, _ time: ManualTime = ManualTime()) -> Client {
        Client(baseURL: server.url) {
            $0.time = time
            $0.authentication = .aws(Self.local)
            $0.retry = RetryPolicy(maximumRetries: 1, backoff: Backoff(from: .zero, hasJitter: false))
        }
    }

    /// The examples in the documentation of S3, “Signature Calculations for the Authorization Header”.
    @Test(
        "are those of the vendor's examples",
        arguments: [
            (
                .get, "https://examplebucket.s3.amazonaws.com/test.txt",
                ["Range": "bytes=0-9"],
                "", "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
            ),
            (
                .put, "https://examplebucket.s3.amazonaws.com/test$file.text",
                [
                    "Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY",
                ], "Welcome to Amazon S3.",
                "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
            ),
            (
                .get, "https://examplebucket.s3.amazonaws.com/?lifecycle", [:], "",
                "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
            ),
            (
                .get, "https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J", [:], "",
                "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
            ),
        ] as [(HTTPMethod, String, Headers, String, String)])
    func examples(method: HTTPMethod, url: String, headers: Headers, body: String, signature: String) throws {
        let request = try exchange(method, url, headers, body.isEmpty ? .none : .text(body))
        let signer = try AWSSignature(of: request, with: Self.example)
        let date = Date(timeIntervalSince1970: 1_369_353_600)
        let signed = signer.headers(payload: try signer.payload(), at: date)
        #expect(signed["Authorization"]?.hasSuffix("Signature=\(signature)") == true)
        #expect(signed["X-Amz-Date"] == "20130524T000000Z")
    }

    @Test(
        "are made with keys of any length (RFC 4231)",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131),
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ])
    func keyed(key: [UInt8], message: String, digest: String) {
        #expect(SHA256.bytes(of: message.utf8, key: key).hexadecimal == digest)
    }

    @Test(
        "are for the service and the region that the host names",
        arguments: [
            ("s3.eu-west-1.amazonaws.com", "eu-west-1/s3"), ("b.s3.amazonaws.com", "us-east-1/s3"),
            ("b.s3-eu-west-1.amazonaws.com", "eu-west-1/s3"),
            ("b.s3.dualstack.eu-west-1.amazonaws.com", "eu-west-1/s3"),
            ("IAM.amazonaws.com", "us-east-1/iam"), ("sts.us-gov-west-1.amazonaws.com", "us-gov-west-1/sts"),
            ("id.execute-api.ap-southeast-2.amazonaws.com", "ap-southeast-2/execute-api"),
            ("search-x.eu-central-1.es.amazonaws.com", "eu-central-1/es"),
            ("s3.cn-north-1.amazonaws.com.cn", "cn-north-1/s3"),
            ("id.lambda-url.us-east-2.on.aws", "us-east-2/lambda"),
            ("email.us-west-2.amazonaws.com", "us-west-2/ses"), ("example.com", nil), ("amazonaws.com", nil),
            ("eu-west-1.amazonaws.com", nil), ("s3.eu-west-1.amazonaws.com.evil.test", nil),
        ] as [(String, String?)])
    func scopes(host: String, expected: String?) throws {
        #expect(AWSKey.Scope(host: host).map { "\($0.region)/\($0.service)" } == expected)
        var key = Self.example
        key.service = "own"
        #expect(try key.scope(for: host).service == "own")
        #expect(
            try key.scope(for: host).region == expected?.split(separator: "/").first.map(String.init)
                ?? "us-east-1")
    }

    @Test(
        "are made anew for each exchange, at the client's time: of a retry and of a redirect within the origin"
    )
    func anew() async throws {
        let time = ManualTime()
        let server = try ScriptedServer { request in
            time.advance(by: .seconds(1))
            switch request.target {
            case "/a": return .init(status: 302, headers: ["Location": "/b"])
            case "/b": return .init(status: request.header("X-Amz-Date") == "20270115T080001Z" ? 503 : 200)
            default: return .init()
            }
        }
        let response = try await client(server, time).send(.get("/a"))
        #expect(response.status == 200)
        let dates = server.server.requests.map { $0.header("X-Amz-Date") }
        // A retry starts over with the first request.
        #expect(
            dates == [
                "20270115T080000Z", "20270115T080001Z", "20270115T080002Z", "20270115T080003Z",
            ])
        #expect(Set(server.proofs).count == 4)
        #expect(
            server.proofs.allSatisfy { $0?.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID/20270115/") == true })
        #expect(server.server.requests.allSatisfy { $0.header("X-Amz-Security-Token") == "t0ken//==" })
        let sent = server.server.requests.map { "\($0)" }.joined()
        #expect(!sent.contains(Self.secret))
    }

    @Test("do not follow a redirect to another origin, nor do the fields that belong to them")
    func redirects() async throws {
        let other = try ScriptedServer(200)
        let elsewhere = other.url
        let server = try ScriptedServer { _ in .init(status: 307, headers: ["Location": elsewhere + "/c"]) }
        var request = Request.post("/", body: .text("x"))
        _ = try await client(server).send(request)
        // The token as users of curl write it.
        request.headers = ["X-Amz-Security-Token": "t0ken//=="]
        _ = try await client(server).send(request)
        #expect(other.server.requests.count == 2)
        for received in other.server.requests {
            let text = "\(received.headers)".lowercased()
            #expect(!text.contains("amz") && !text.contains("authorization") && !text.contains("t0ken"))
        }
    }

    @Test("cover a file, bytes that are made later, and a form, whose bytes the server gets")
    func bodies() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "signed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(repeating: 0x61, count: 700_000).write(to: file)
        let server = try ScriptedServer(200)
        let bodies: [Body] = [
            .none, .text(""), .file(file), .text(String(repeating: "b", count: 70_000)),
            .deferred(Deferred { Array("later".utf8) }), .multipart(Multipart(["a": "b"])),
        ]
        for body in bodies {
            #expect(try await client(server).send(.put("/", body: body)).status == 200)
        }
        #expect(server.server.requests.count == bodies.count)
        for received in server.server.requests {
            #expect(received.header("X-Amz-Content-Sha256") == SHA256.bytes(of: [received.body]).hexadecimal)
        }
    }

    private func stream() -> Body {
        .stream(BodyStream { AsyncStream([UInt8].self) { $0.finish() } })
    }

    @Test("need a digest of the body: a stream is an error, and nothing is sent")
    func streams() async throws {
        let server = try ScriptedServer(200)
        let task = client(server).start(.put("/", body: stream()))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "auth/queue")
        #expect(server.server.requests.isEmpty)
        var unsigned = Request.put("/", body: stream())
        unsigned.headers = ["X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD"]
        #expect(try await client(server).send(unsigned).status == 200)
        #expect(server.server.requests.map { $0.header("X-Amz-Content-Sha256") } == ["UNSIGNED-PAYLOAD"])
        var collected = Request.put("/", body: stream())
        collected.sendsContentLength = true
        #expect(try await client(server).send(collected).status == 200)
        #expect(
            server.server.requests.last?.header("X-Amz-Content-Sha256") == SHA256.bytes(of: [[]]).hexadecimal)
        var key = Self.local
        key.service = "s3"
        let secure = try exchange(.put, "https://h/", [:], stream())
        #expect(try AWSSignature(of: secure, with: key).declaredPayload() == "UNSIGNED-PAYLOAD")
        let plain = try exchange(.put, "http://h/", [:], stream())
        #expect(throws: ClientError.self) { try AWSSignature(of: plain, with: key).declaredPayload() }
    }

    @Test("need a service: an unknown one is an error, and nothing is sent")
    func unknown() async throws {
        let server = try ScriptedServer(200)
        let request = Request.get(server.url).with { $0.authentication = .aws(Self.example) }
        let task = Client().start(request)
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "auth/queue")
        #expect(task.record.error?.hint?.contains("service:s3") == true)
        #expect(server.server.requests.isEmpty)
    }

    @Test("are in the preview of a request, as they would be sent now")
    func preview() async throws {
        let server = try ScriptedServer(200)
        let client = client(server)
        let preview = try client.preview(.get("/a"))
        _ = try await client.send(.get("/a"))
        #expect(preview.headers["Authorization"] == server.proofs[0])
    }

    @Test("leave no secret in a description or a dump of the key")
    func descriptions() {
        let credentials = Credentials.aws(Self.local)
        var dumped = "\(Self.local) \(credentials) \(String(reflecting: Self.local))"
        dump(Self.local, to: &dumped)
        dump(credentials, to: &dumped)
        #expect(!dumped.contains("wJalr") && !dumped.contains("t0ken"))
        #expect("\(credentials)" == "AWS for “AKID”")
        #expect(credentials.login == .aws(Self.local) && Credentials(.aws(Self.local)) == credentials)
    }
}
