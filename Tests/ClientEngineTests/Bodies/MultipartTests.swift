import EngineSupport
import Foundation
import InspectorHTTPServer
import InspectorSandbox
import Testing

@testable import ClientEngine

/// Each form is sent both with its length and chunked, and must arrive identically.
@Suite("Multipart forms", .timeLimit(.minutes(1)))
struct MultipartTests {
    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    /// Sends a form.
    ///
    /// Returns the request that the server received.
    private func sent(_ form: Multipart, chunked: Bool) async throws -> ReceivedRequest {
        let request = Request.post("/upload?\(UUID().uuidString)", body: .multipart(form)).with {
            if chunked { $0.headers["Transfer-Encoding"] = "chunked" }
        }
        #expect(try await client.send(request).status == 200)
        let path = request.url
        let received = try #require(server.requests.last { $0.target == path })
        #expect(received.header("Content-Length") == (chunked ? nil : String(received.body.count)))
        #expect(received.header("Content-Type") == form.contentType)
        return received
    }

    private func lines(_ form: Multipart, _ parts: [(disposition: String, type: String, text: String)])
        -> String
    {
        let all = parts.map {
            "--\(form.boundary)\r\nContent-Disposition: form-data; \($0.disposition)\r\n"
                + "Content-Type: \($0.type)\r\n\r\n\($0.text)"
        }
        return (all + ["--\(form.boundary)--\r\n"]).joined(separator: "\r\n")
    }

    private static let plain = "text/plain; charset=utf-8"

    @Test("one text part", arguments: [false, true])
    func oneText(chunked: Bool) async throws {
        let form = Multipart(parts: [.text("Hello wörld", name: "message")])
        let text = String(decoding: try await sent(form, chunked: chunked).body, as: UTF8.self)
        #expect(text == lines(form, [(#"name="message""#, Self.plain, "Hello wörld")]))
    }

    @Test(
        "one data part, with and without type and file name",
        arguments: [nil, "image/png"], [nil, "a b.png"] as [String?])
    func oneData(type: String?, filename: String?) async throws {
        let part =
            type.map { Multipart.Part.data([1, 2, 3], name: "file", filename: filename, contentType: $0) }
            ?? .data([1, 2, 3], name: "file", filename: filename)
        let form = Multipart(parts: [part])
        for chunked in [false, true] {
            let text = String(decoding: try await sent(form, chunked: chunked).body, as: UTF8.self)
            let disposition = #"name="file""# + (filename.map { #"; filename="\#($0)""# } ?? "")
            #expect(
                text == lines(form, [(disposition, type ?? "application/octet-stream", "\u{1}\u{2}\u{3}")]))
        }
    }

    @Test("several parts, in the order they were added", arguments: [false, true])
    func severalParts(chunked: Bool) async throws {
        var form = Multipart()
        form.add(.text("one", name: "first"))
        form.add(.data(Array("two".utf8), name: "second", filename: "2.bin"))
        form.add(.stream(BodyStream(length: 5) { AsyncBytes(["th", "ree"]) }, name: "third"))
        let text = String(decoding: try await sent(form, chunked: chunked).body, as: UTF8.self)
        #expect(
            text
                == lines(
                    form,
                    [
                        (#"name="first""#, Self.plain, "one"),
                        (#"name="second"; filename="2.bin""#, "application/octet-stream", "two"),
                        (#"name="third""#, "application/octet-stream", "three"),
                    ]))
    }

    @Test("deferred parts keep their place among the others", arguments: [false, true])
    func mixed(chunked: Bool) async throws {
        var form = Multipart()
        form.add(.text("1", name: "first"))
        form.addDeferred { [.text("2", name: "second"), .text("3", name: "third")] }
        form.add(.text("4", name: "fourth"))
        #expect(form.parts == nil)
        let text = String(decoding: try await sent(form, chunked: chunked).body, as: UTF8.self)
        let names = ["first", "second", "third", "fourth"].enumerated().map {
            (#"name="\#($1)""#, Self.plain, "\($0 + 1)")
        }
        #expect(text == lines(form, names))
    }

    @Test("deferred parts are made once, off the caller, for all tasks and retries of the request")
    func deferredOnce() async throws {
        let count = Locked(0)
        var form = Multipart()
        form.addDeferred {
            count.withLock { $0 += 1 }
            return [.text("made", name: "late")]
        }
        let body = Body.multipart(form)
        let flaky = Request(method: .put, url: "/flaky/1?key=multipart", body: body).with {
            $0.retry = .transientFailures(.exponential(from: .milliseconds(1), attempts: 3))
        }
        async let first = client.send(flaky)
        async let second = client.send(.post("/upload", body: body))
        let responses = try await (first, second)
        #expect(responses.0.record.attempts.count == 2)
        #expect(responses.1.text == lines(form, [(#"name="late""#, Self.plain, "made")]))
        #expect(count.withLock { $0 } == 1)
    }

    @Test(
        "nothing goes out before all deferred parts are there; they are made off the caller, and the length is known"
    )
    @MainActor
    func deferredPlace() async throws {
        let (places, gate, isAsked) = (Places(), Promise<Void>(), Promise<Void>())
        var form = Multipart()
        form.addDeferred {
            places.note()
            return [.text("made", name: "first")]
        }
        form.addDeferred {
            places.note()
            isAsked.fulfil(())
            await gate.value
            return [.text("made later", name: "second")]
        }
        #expect(Place.here.isMain)
        let task = client.start(.post("/upload", body: .multipart(form)))
        try await isAsked.arrival()
        #expect(server.requests.isEmpty && server.connectionCount == 0)
        // The loop continues meanwhile.
        #expect(try await client.send(.get("/hello")).status == 200)
        gate.fulfil(())
        let text = try await task.value.text
        let names = [("first", "made"), ("second", "made later")].map { (#"name="\#($0)""#, Self.plain, $1) }
        #expect(text == lines(form, names))
        let received = try #require(server.requests.last)
        #expect(received.header("Content-Length") == "\(text.utf8.count)")
        #expect(received.header("Transfer-Encoding") == nil)
        let loop = await client.loopThread()
        #expect(places.all.count == 2 && places.all.allSatisfy { !$0.isMain && $0.thread != loop })
        // Neither a second task nor a copy of the request makes the parts again.
        _ = try await client.send(.post("/upload", body: .multipart(form)).header("X-Copy", "1"))
        #expect(places.all.count == 2)
        #expect(server.requests.last?.body == Array(text.utf8))
    }

    @Test("what a deferred part throws fails the sending, before anything goes out")
    func deferredFailure() async throws {
        struct NoImage: Error {}
        var form = Multipart()
        form.addDeferred { throw NoImage() }
        let error = await #expect(throws: ClientError.self) {
            try await client.send(.post("/upload", body: .multipart(form)))
        }
        #expect(error?.label == "io/queue" && error?.message.contains("NoImage") == true)
        #expect(server.requests.isEmpty)
    }

    @Test("a part of 4 MiB arrives whole", arguments: [false, true])
    func huge(chunked: Bool) async throws {
        let bytes = (0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) }
        let form = Multipart(parts: [.data(bytes, name: "huge")])
        let body = try await sent(form, chunked: chunked).body
        let start = try #require(body.firstRange(of: Array("\r\n\r\n".utf8))).upperBound
        #expect(body[start..<start + bytes.count].elementsEqual(bytes))
        #expect(body[(start + bytes.count)...].elementsEqual("\r\n--\(form.boundary)--\r\n".utf8))
    }

    @Test("parameters stand before the parts, whenever they were added", arguments: [false, true])
    func parameters(chunked: Bool) async throws {
        var form = Multipart(["a": "1"])
        form.add(.text("part", name: "c"))
        form.addParameter("b", "2")
        let text = String(decoding: try await sent(form, chunked: chunked).body, as: UTF8.self)
        let parts = [("a", "1"), ("b", "2"), ("c", "part")].map { (#"name="\#($0)""#, Self.plain, $1) }
        #expect(text == lines(form, parts))
    }

    @Test(
        "a form without parts is its end alone, also when deferred parts came to nothing",
        arguments: [false, true])
    func noParts(isDeferred: Bool) async throws {
        var form = Multipart()
        if isDeferred { form.addDeferred { [] } }
        for chunked in [false, true] {
            let body = try await sent(form, chunked: chunked).body
            #expect(String(decoding: body, as: UTF8.self) == "--\(form.boundary)--\r\n")
        }
    }

    @Test("empty texts and empty names are sent", arguments: [false, true])
    func emptyParts(chunked: Bool) async throws {
        let form = Multipart(parts: [.text("", name: "empty"), .text("nameless", name: "")])
        let text = String(decoding: try await sent(form, chunked: chunked).body, as: UTF8.self)
        #expect(
            text == lines(form, [(#"name="empty""#, Self.plain, ""), (#"name="""#, Self.plain, "nameless")]))
    }

    @Test(
        "quotes and line breaks in names are escaped, all else stays",
        arguments: [
            ("a\r\nb", "a%0D%0Ab"), (#"say "hi""#, "say %22hi%22"), (#"back\slash"#, #"back\slash"#),
            ("naïve 日本", "naïve 日本"), ("\n", "%0A"), ("50%22", "50%22"),
        ])
    func quoting(name: String, quoted: String) async throws {
        let form = Multipart(parts: [.data([0x78], name: name, filename: name)])
        let text = String(decoding: try await sent(form, chunked: false).body, as: UTF8.self)
        #expect(
            text
                == lines(
                    form, [(#"name="\#(quoted)"; filename="\#(quoted)""#, "application/octet-stream", "x")]))
    }

    @Test("what no quoting saves is refused before anything is sent")
    func refused() async throws {
        let parts: [Multipart.Part] = [
            .text("x", name: "a\0b"), .data([1], name: "a", filename: "\0"),
            .data([1], name: "a", contentType: "text/plain\r\nX: y"),
        ]
        for part in parts {
            let error = await #expect(throws: ClientError.self) {
                try await client.send(.post("/upload", body: .multipart(Multipart(parts: [part]))))
            }
            #expect(error?.label == "invalidRequest/queue")
        }
        #expect(server.requests.isEmpty)
    }

    @Test(
        "a file part gets its name and its type from the path, and a copy of the request keeps form and boundary"
    )
    func filesAndCopies() async throws {
        let folder = try TemporaryFolder()
        try folder.write("héllo", to: "note.TXT")
        let form = Multipart(parts: [.file(path: folder.path("note.TXT"), name: "doc")])
        var copy = Request.post("/upload", body: .multipart(form))
        copy.headers["X-Copy"] = "1"
        let expected = lines(form, [(#"name="doc"; filename="note.TXT""#, "text/plain", "héllo")])
        for request in [copy, Request.post("/upload", body: .multipart(form))] {
            #expect(try await client.send(request).text == expected)
        }
        #expect(copy.with { $0.headers = [:] } == Request.post("/upload", body: .multipart(form)))
    }

    @Test("the caller's Content-Type does not replace that of a form, and its Content-Length is never sent")
    func ownFields() async throws {
        let form = Multipart(["a": "b"])
        let request = Request.post("/upload", body: .multipart(form)).with {
            $0.headers = ["Content-Type": "multipart/form-data; boundary=other", "Content-Length": "3"]
        }
        #expect(try await client.send(request).text == lines(form, [(#"name="a""#, Self.plain, "b")]))
        #expect(server.requests.last?.headers(named: "Content-Type") == [form.contentType])
    }
}
