import ClientEngine
import EngineJSON
import Foundation
import Testing

@Suite("Bodies and real servers", .enabled(if: RealServers.areUp), .timeLimit(.minutes(1)))
struct BodyTests {
    private let client = Client()

    private func echo(_ request: Request) async throws -> JSONValue {
        try JSONValue(parsing: try await client.send(request).body)
    }

    @Test("httpbin understands a form", arguments: [false, true])
    func form(isChunked: Bool) async throws {
        var form = Multipart(["name": "Zoë", "n": "1"])
        form.add(
            .data(Array("content".utf8), name: "doc", filename: "a \"b\".txt", contentType: "text/plain"))
        let request = Request.post("\(RealServers.httpbin)/post", body: .multipart(form)).with {
            if isChunked { $0.headers = ["Transfer-Encoding": "chunked"] }
        }
        let echo = try await echo(request)
        #expect(echo["form"]?["name"]?.string == "Zoë" && echo["form"]?["n"]?.string == "1")
        #expect(echo["files"]?["doc"]?.string == "content")
    }

    @Test("httpbin takes a stream of unknown length")
    func stream() async throws {
        let stream = BodyStream {
            AsyncStream([UInt8].self) { continuation in
                for word in ["one ", "two ", "three"] { continuation.yield(Array(word.utf8)) }
                continuation.finish()
            }
        }
        let echo = try await echo(.put("\(RealServers.httpbin)/put", body: .stream(stream)))
        #expect(echo["data"]?.string == "one two three")
    }

    @Test("a download goes on with what nginx has sent before")
    func resuming() async throws {
        let url = "\(RealServers.nginx)/large.bin"
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let head = try await client.send(.head(url))
        let tag = try #require(head.headers["ETag"])
        try Data(repeating: UInt8(ascii: "n"), count: 5_000_000)
            .write(to: folder.appendingPathComponent(".file.part"))
        try JSONEncoder().encode(["url": url, "validator": tag])
            .write(to: folder.appendingPathComponent(".file.part-source"))
        let file = try await client.send(
            Request.get(url).downloading(to: folder.appendingPathComponent("file").path, resuming: true))
        #expect(file.resumedAt == 5_000_000 && file.response.status == 206 && file.byteCount == 20_000_000)
        let content = try Data(contentsOf: folder.appendingPathComponent("file"))
        #expect(content == Data(repeating: UInt8(ascii: "n"), count: 20_000_000))
    }
}
