import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Bodies that are not copied", .timeLimit(.minutes(1)))
struct InPlaceBodyTests {
    /// Memory of a caller that a `Data` shows without copying it.
    private final class Memory: Sendable {
        private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
        let gone = Promise<Void>()

        init(_ count: Int, _ text: String) {
            bytes = .allocate(byteCount: count, alignment: 16)
            fill(text)
        }

        deinit {
            bytes.deallocate()
        }

        func fill(_ text: String) {
            for index in bytes.indices { bytes[index] = Array(text.utf8)[index % text.utf8.count] }
        }

        var data: Data {
            guard let start = bytes.baseAddress else { return Data() }
            return Data(
                bytesNoCopy: start, count: bytes.count, deallocator: .custom { _, _ in self.gone.fulfil(()) })
        }
    }

    private let server: SandboxServer
    private let client: Client
    private let size = 100_000

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    private func text(_ letters: String) -> [UInt8] {
        (0..<size).map { Array(letters.utf8)[$0 % letters.utf8.count] }
    }

    @Test("what the server gets is what the memory holds when it is sent", arguments: [false, true])
    func body(chunked: Bool) async throws {
        let memory = Memory(size, "before")
        let request = Request.post("/upload", body: .bytes(memory.data, contentType: "text/plain")).with {
            if chunked { $0.headers["Transfer-Encoding"] = "chunked" }
        }
        let task = client.task(for: request)
        memory.fill("behind")
        task.resume()
        #expect(try await task.value.body == text("behind"))
        let received = try #require(server.requests.last)
        #expect(received.header("Content-Length") == (chunked ? nil : "\(size)"))
        #expect(received.header("Content-Type") == "text/plain")
    }

    @Test("so it is in a form, and in each attempt anew")
    func part() async throws {
        let memory = Memory(size, "before")
        let form = Multipart(parts: [.text("x", name: "first"), .data(memory.data, name: "second")])
        let time = ManualTime()
        let client = Client(baseURL: server.url) {
            $0.time = time
            $0.retry = RetryPolicy(maximumRetries: 1, backoff: Backoff(from: .seconds(9), hasJitter: false))
        }
        let task = client.task(for: Request(method: .put, url: "/flaky/1?key=place", body: .multipart(form)))
        memory.fill("behind")
        task.resume()
        for await state in task.states {
            if case .waiting = state { break }
        }
        memory.fill("second")
        time.advance(by: .seconds(9))
        #expect(try await task.value.status == 200)
        let bodies = server.requests.map(\.body)
        #expect(bodies.count == 2)
        for (body, letters) in zip(bodies, ["behind", "second"]) {
            #expect(body.firstRange(of: text(letters)) != nil)
        }
    }

    @Test("the memory is let go once nobody has the request")
    func release() async throws {
        let memory = Memory(size, "a")
        func send() async throws {
            _ = try await client.send(.post("/upload", body: .data(memory.data)))
        }
        try await send()
        try await memory.gone.arrival()
    }

    @Test("a mapped file of 64 MiB goes out as a part, straight from the file")
    func mapped() async throws {
        let folder = try TemporaryFolder()
        let (path, size) = (folder.path("large"), 64 << 20)
        let file = try #require(fopen(path, "w+"))
        defer { fclose(file) }
        #expect(ftruncate(fileno(file), size) == 0)
        let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        let form = Multipart(parts: [.data(data, name: "file", filename: "large")])
        // Bytes written to the file after it was mapped arrive, so the file was not read before.
        #expect(pwrite(fileno(file), "the end", 7, size - 7) == 7)
        let tail = Promise<(count: Int, end: String)>()
        let counting = try SandboxServer.start(raw: { connection in
            guard let head = connection.readHead(),
                let length = head.header("Content-Length").flatMap({ Int($0) })
            else { return tail.fulfil((0, "no length")) }
            var (count, last) = (0, [UInt8]())
            while count < length {
                let bytes = connection.read(min(1 << 20, length - count))
                guard !bytes.isEmpty else { break }
                count += bytes.count
                last = Array((last + bytes).suffix(200))
            }
            tail.fulfil((count, String(decoding: last, as: UTF8.self)))
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        })
        let response = try await client.send(.post(counting.url, body: .multipart(form)))
        let (count, end) = try await tail.arrival()
        #expect(response.record.lastExchange?.bodySent == count && count > size)
        #expect(end.hasSuffix("the end\r\n--\(form.boundary)--\r\n"))
    }

    @Test("everybody who looks at a body sees its bytes")
    func looking() async throws {
        let body = Body.bytes(Data(#"{"a":1}"#.utf8), contentType: "application/json")
        #expect(body.bytes == Array(#"{"a":1}"#.utf8) && body.description == "7 bytes" && !body.isNone)
        #expect(Body.data(Data([1, 2])) == .data(Data([1, 2])))
        #expect(Request.post("/", body: body).spelledOut.body == .bytes(Array(#"{"a":1}"#.utf8)))
        #expect(try client.preview(.post("/upload", body: body)).headers["Content-Length"] == "7")
        var match = Mock.Match.post("/orders")
        match.body = [.equalToJSON(.init(["a": 1]))]
        try client.mocks.add(match, .status(201))
        #expect(try await client.send(.post("/orders", body: body)).status == 201)
        let form = Multipart(parts: [.data(Data("in a part".utf8), name: "p")])
        try client.mocks.add(
            .post("/form"),
            .computed { question in
                .init(body: .text(String(decoding: question.body, as: UTF8.self)))
            })
        let text = try await client.send(.post("/form", body: .multipart(form))).text
        #expect(text.contains("in a part"))
    }
}
