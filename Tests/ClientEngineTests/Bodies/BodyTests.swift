import EngineJSON
import EngineSupport
import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine
@testable import EngineHTTP

@Suite("Bodies and the fields that speak of them", .timeLimit(.minutes(1)))
struct BodyTests {
    private struct Order: Encodable, Sendable {
        var item: String
    }

    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    @Test("a body sends the media type it was made with; plain bytes, data and text send none")
    func types() async throws {
        let cases: [(Body, String?)] = [
            (.bytes([1, 2], contentType: "application/octet-stream"), "application/octet-stream"),
            (.bytes([1, 2], contentType: "image/png"), "image/png"),
            (.bytes([1, 2]), nil), (.data(Data([1, 2])), nil), (.text("ab"), nil),
            (try .json(Order(item: "book")), "application/json"),
            (.json(["a": 1] as JSONValue), "application/json"),
            (.json(later: Order(item: "book")), "application/json"),
        ]
        for (body, type) in cases {
            let response = try await client.send(.post("/upload", body: body))
            let received = try #require(server.requests.last)
            #expect(received.header("Content-Type") == type)
            #expect(received.header("Content-Length") == String(response.body.count))
            #expect(body.bytes == nil || body.bytes == response.body)
        }
        #expect(server.requests.last?.body == Array(#"{"item":"book"}"#.utf8))
    }

    @Test("a Content-Type of the request wins over the body's; its Content-Length is never sent")
    func ownFields() async throws {
        let request = Request.post("/upload", body: .json([1])).with {
            $0.headers = ["content-type": "application/vnd.x+json", "content-length": "1"]
        }
        #expect(try await client.send(request).text == "[1]")
        #expect(server.requests.last?.headers(named: "Content-Type") == ["application/vnd.x+json"])
        #expect(server.requests.last?.headers(named: "Content-Length") == ["3"])
        let empty = Request.get("/hello").with { $0.headers = ["Content-Length": "5"] }
        #expect(try await client.send(empty).status == 200)
        #expect(server.requests.last?.header("Content-Length") == nil)
    }

    @Test("any body goes out chunked when the request says so")
    func chunked() async throws {
        let folder = try TemporaryFolder()
        try folder.write("from a file", to: "a.json")
        for body in [Body.json(later: Order(item: "book")), .upload(path: folder.path("a.json"))] {
            let request = Request.put("/upload", body: body).with {
                $0.headers = ["Transfer-Encoding": "chunked"]
            }
            let response = try await client.send(request)
            let received = try #require(server.requests.last)
            #expect(received.header("Content-Length") == nil)
            #expect(received.header("Transfer-Encoding") == "chunked")
            #expect(received.header("Content-Type") == "application/json")
            #expect(response.record.lastExchange?.bodySent == received.body.count)
            #expect(response.record.lastExchange?.bodyToSend == received.body.count)
        }
    }

    @Test(
        "JSON has its length, or is sent in chunks and has none, whenever it is encoded",
        arguments: [false, true])
    func lengthOfJSON(isLate: Bool) async throws {
        let order = Order(item: String(repeating: "book ", count: 20_000))
        let body = isLate ? Body.json(later: order) : try .json(order)
        let encoded = try JSONEncoder().encode(order)
        let strict = Client(baseURL: server.url) { $0.sendsContentLength = true }
        for (client, chunked, required) in [
            (client, false, nil), (client, true, nil), (client, false, true), (strict, false, nil),
        ] as [(Client, Bool, Bool?)] {
            let request = Request.post("/upload", body: body).with {
                if chunked { $0.headers["Transfer-Encoding"] = "chunked" }
                $0.sendsContentLength = required
            }
            #expect(try await client.send(request).body == Array(encoded))
            let received = try #require(server.requests.last)
            #expect(received.headers(named: "Content-Length") == (chunked ? [] : ["\(encoded.count)"]))
            #expect(received.headers(named: "Transfer-Encoding") == (chunked ? ["chunked"] : []))
            #expect(received.headers(named: "Content-Type") == ["application/json"])
        }
    }

    @Test("JSON that is encoded late is encoded off the caller and off the loop; what is given is a snapshot")
    @MainActor
    func placeOfJSON() async throws {
        struct Noting: Encodable, Sendable {
            let places: Places
            var text = "first"

            func encode(to encoder: any Encoder) throws {
                places.note()
                var container = encoder.singleValueContainer()
                try container.encode(text)
            }
        }
        var value = Noting(places: Places())
        let late = Body.json(later: value)
        let now = try Body.json(value)
        #expect(value.places.all.map(\.isMain) == [true])
        value.text = "second"
        for body in [late, now] {
            #expect(try await client.send(.post("/upload", body: body)).text == #""first""#)
        }
        let loop = await client.loopThread()
        #expect(value.places.all.map(\.isMain) == [true, false])
        #expect(value.places.all.allSatisfy { $0.thread != loop })
    }

    @Test("JSON is encoded when it is first needed, once; what the encoder throws fails the task")
    func lateJSON() async throws {
        struct Counted: Encodable, Sendable {
            let count: Locked<Int>

            func encode(to encoder: any Encoder) throws {
                count.withLock { $0 += 1 }
                var container = encoder.singleValueContainer()
                try container.encode(count.withLock { $0 })
            }
        }
        let count = Locked(0)
        let request = Request.put("/upload", body: .json(later: Counted(count: count)))
        #expect(count.withLock { $0 } == 0)
        for _ in 0..<2 { #expect(try await client.send(request).text == "1") }
        let error = await #expect(throws: ClientError.self) {
            try await client.send(.post("/upload", body: .json(later: Double.nan)))
        }
        #expect(error?.label == "io/queue")
    }

    @Test("a mock sees JSON that was encoded late")
    func mocks() async throws {
        var match = Mock.Match.post("/orders")
        match.body = [.equalToJSON(.init(["item": "book"]))]
        try client.mocks.add(match, .status(201))
        let response = try await client.send(.post("/orders", body: .json(later: Order(item: "book"))))
        #expect(response.status == 201 && response.record.isMocked)
        #expect(response.record.lastExchange?.bodySent == 15)
    }

    @Test("a preview has the final fields and the length, and makes nothing that is deferred")
    func preview() throws {
        let folder = try TemporaryFolder()
        try folder.write("12345", to: "a.bin")
        var late = Multipart()
        late.addDeferred { [] }
        let stream = BodyStream { AsyncBytes(["x"]) }
        // A deferred body has a length once it is made. Only a stream is sent without a length.
        let cases: [(Body, Int?)] = [
            (.none, 0), (.bytes([1, 2, 3]), 3), (.upload(path: folder.path("a.bin")), 5),
            (.stream(stream), nil),
            (.multipart(Multipart(["a": "b"])), 210), (.multipart(late), nil), (.json(later: [1]), nil),
        ]
        for (body, length) in cases {
            let preview = try client.preview(.post("/x?a=1", body: body))
            #expect(preview.headers["Content-Type"] == body.contentType)
            #expect(preview.headers["Content-Length"] == length.map { String($0) })
            #expect(preview.headers["Transfer-Encoding"] == (body == .stream(stream) ? "chunked" : nil))
            #expect(
                preview.url == server.url + "/x?a=1" && preview.method == .post && preview.body == body)
        }
        #expect(stream.canBegin && late.parts == nil)
        let user = try client.preview(.get(server.url.replacing("http://", with: "http://a:b@")))
        #expect(user.headers["Authorization"] == "Basic YTpi" && user.headers["User-Agent"] == "ClientEngine")
        let signed = Request.get("/").with { $0.authentication = .basic(user: "a", password: "b") }
        #expect(try client.preview(signed).headers["Authorization"] == "Basic YTpi")
        let error = #expect(throws: ClientError.self) { try client.preview(Request(method: "A B", url: "/")) }
        #expect(error?.label == "invalidRequest/queue")
    }

    @Test("a request that is spelled out names its type among its fields")
    func spelledOut() throws {
        let request = Request.post("/", body: .json([1])).spelledOut
        #expect(request.headers["Content-Type"] == "application/json" && request.body == .text("[1]"))
        #expect(Request.post("/", body: .text("a")).spelledOut == .post("/", body: .text("a")))
    }

    @Test(
        "a file's type is known by its ending, without regard to case",
        arguments: [
            ("a/b.PNG", "image/png"), ("x.tar.gz", "application/gzip"), ("page.html", "text/html"),
            ("d.ocx/none", "application/octet-stream"), ("", "application/octet-stream"),
            (".json", "application/json"), ("a.unknown", "application/octet-stream"),
            ("a.", "application/octet-stream"),
        ])
    func fileTypes(path: String, type: String) {
        #expect(FileMediaType(path: path).value == type)
    }

    @Test("more than a hundred endings are known")
    func table() {
        #expect(FileMediaType.types.count > 103)
        #expect(
            FileMediaType.types.allSatisfy {
                FileMediaType(fileExtension: $0.key.uppercased()).value == $0.value
            })
        #expect(FileMediaType(fileExtension: "").value == "application/octet-stream")
    }
}
