import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Bodies whose parts replace each other", .timeLimit(.minutes(1)))
struct MixedReplaceTests {
    private static let head = ResponseHead(
        status: 200, reason: "OK", headers: ["Content-Type": #"Multipart/X-Mixed-Replace; boundary="B""#])
    private static let parts =
        "--B\r\nContent-Type: text/plain\r\n\r\nfirst\r\n--B\r\n\r\nsecond\r\n--\r\n--B\r\nA: b\r\n\r\nthird\r\n--B--\r\nend"

    @Test("keep the newest part, however the bytes are cut", arguments: 1...8)
    func pieces(size: Int) throws {
        var reader = try #require(MixedReplaceReader(Self.head))
        var seen: [String] = []
        let bytes = Array(Self.parts.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.receive(Array(bytes[start..<min(start + size, bytes.count)]))
            let text = String(decoding: reader.part, as: UTF8.self)
            if ["first", "second\r\n--", "third"].contains(text), seen.last != text { seen.append(text) }
        }
        // A part that begins and ends within one piece is not observed.
        #expect(size == 1 ? seen == ["first", "second\r\n--", "third"] : seen.last == "third")
        #expect(reader.count == 5)
    }

    @Test(
        "are known by their type and boundary",
        arguments: ["text/plain", "multipart/x-mixed-replace", "multipart/mixed; boundary=B"])
    func others(type: String) {
        #expect(
            MixedReplaceReader(ResponseHead(status: 200, reason: "", headers: ["Content-Type": type])) == nil)
    }

    @Test("reset what the response collects, its limit too")
    func response() async throws {
        let frame = "--B\r\n\r\n" + String(repeating: "x", count: 10_000) + "\r\n"
        let server = try SandboxServer.start { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=B\r\n\r\n")
            for _ in 0..<50 { connection.write(frame) }
            connection.write("--B\r\n\r\nthe last\r\n--B--\r\n")
        }
        let client = Client(baseURL: server.url) { $0.limits.collectedBody = 100_000 }
        let response = try await client.send(.get("/"))
        #expect(response.text == "the last")
        #expect(response.record.lastExchange?.chunks.isEmpty == true)
        #expect(try #require(response.record.lastExchange?.bodyReceived) > 500_000)
    }
}
