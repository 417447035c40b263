import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorSandbox

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct MisbehaviourTests {
    private let server: SandboxServer

    init() throws {
        server = try SandboxServer.start()
    }

    /// The received bytes and the end of the connection.
    struct Outcome: Sendable, CustomTestStringConvertible {
        let target: String
        let prefix: String
        let suffix: String
        let ending: RawClient.Ending

        init(_ target: String, _ prefix: String, _ suffix: String, _ ending: RawClient.Ending = .closed) {
            self.target = target
            self.prefix = prefix
            self.suffix = suffix
            self.ending = ending
        }

        var testDescription: String { target }
    }

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

    static let outcomes: [Outcome] = [
        Outcome("/reset", "", "", .reset),
        Outcome("/truncated", ok + "Content-Length: 57\r\n\r\nThese", "These wo"),
        Outcome("/bad/C02", "", ""), Outcome("/bad/C03", "", ""), Outcome("/bad/C04", "", "", .reset),
        Outcome("/bad/C13", "SSH-2.0-", "\r\n"), Outcome("/bad/C13?variant=smtp", "220 ", "\r\n"),
        Outcome("/bad/C13?variant=tls", "\u{15}\u{3}\u{1}", "F"),
        Outcome("/bad/H01", ok + "X-Half: wri", "wri", .reset), Outcome("/bad/H02", ok + "X-Half", "wri"),
        Outcome("/bad/H10", ok + "NoColonHere\r\n", "hello"),
        Outcome("/bad/H12", ok + "X-Nul: a\0b\r\n", "hello"),
        Outcome("/bad/H12?variant=name", ok + "X-\0Nul: ab\r\n", "hello"),
        Outcome("/bad/H18", "<html>", "</html>\n"),
        Outcome("/bad/H19", "HTTP/1.0 200 OK\r\n", "\r\n\r\nuntil the end\n"),
        Outcome("/bad/H21?variant=099", "HTTP/1.1 099 Odd\r\n", "hello"),
        Outcome("/bad/B01", ok + "Content-Length: 100\r\n\r\nexactly", "named", .reset),
        Outcome("/bad/B02", ok + "Connection: close\r\n\r\nexactly", "named", .reset),
        Outcome("/bad/B03", ok + "Content-Length: 100\r\n\r\nexactly", "named"),
        Outcome("/bad/B05", ok, "\r\n\r\n5\r\nhello\r\n"),
        Outcome("/bad/B06", ok, "\r\nzz\r\nhello\r\n0\r\n\r\n"),
        Outcome("/bad/B06?variant=overflow", ok, "\r\nFFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n"),
        Outcome("/bad/B13", ok + "Content-Length: -1\r\n", "hello"),
        Outcome("/bad/B14?variant=suffix", ok + "Content-Length: 5x\r\n", "hello"),
    ]

    @Test("A misbehaviour sends these bytes and ends the connection so", arguments: outcomes)
    func ends(expected: Outcome) throws {
        let client = try RawClient(port: server.port)
        client.request(expected.target)
        let text = String(decoding: client.rest(), as: UTF8.self)
        #expect(text.utf8.starts(with: expected.prefix.utf8))
        #expect(text.utf8.reversed().starts(with: expected.suffix.utf8.reversed()))
        #expect(client.ending == expected.ending)
    }

    @Test(
        "A misbehaviour leaves the connection open for the next request",
        arguments: [
            ("/bad/H14", ok + "X-Folded: first\r\n  second\r\nContent-Length: 5\r\n\r\nhello"),
            ("/bad/H16", "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 5\n\nhello"),
            (
                "/bad/H20?variant=no-space",
                "HTTP/1.1 200" + ok.dropFirst(15) + "Content-Length: 5\r\n\r\nhello"
            ),
            (
                "/bad/B04",
                ok + "Content-Length: 5\r\n\r\nhello" + ok + "Content-Length: 8\r\n\r\nsmuggled"
            ),
            (
                "/bad/B08",
                ok + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
            ),
            ("/bad/B12", ok + "Content-Length: 5\r\nContent-Length: 3\r\n\r\nhello"),
            ("/bad/B12?variant=list", ok + "Content-Length: 5, 3\r\n\r\nhello"),
            ("/bad/B15", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello"),
        ])
    func goesOn(target: String, text: String) throws {
        let client = try RawClient(port: server.port)
        client.request(target)
        #expect(String(decoding: client.read(text.utf8.count), as: UTF8.self) == text)
        client.request("/hello")
        #expect(try client.response().text == "Hello, world!\n")
    }

    @Test(
        "A misbehaviour that never ends begins as it should",
        arguments: [
            ("/bad/H03", "HTTP/1.1 200 OK\r\nX-Slow: a"), ("/bad/H04", ok + "Content-Length: 5\r\n\r\n"),
            ("/bad/H05", "HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 100_000)),
            ("/bad/H27", "HTTP/1.1 101 Switching Protocols\r\n"),
            (
                "/bad/B16",
                ok + "Content-Length: 100\r\n\r\nexactly fifty bytes of the hundred that were named"
            ),
            ("/bad/B18", ok + "\r\n" + String(repeating: "and so on, ", count: 5000)),
        ])
    func endless(target: String, beginning: String) throws {
        let client = try RawClient(port: server.port)
        client.request(target)
        #expect(String(decoding: client.read(beginning.utf8.count), as: UTF8.self) == beginning)
        #expect(client.ending == nil)
    }

    @Test("Silence is silent until the client leaves", arguments: ["/hang", "/bad/C08"])
    func silence(target: String) throws {
        let client = try RawClient(port: server.port)
        client.request(target)
        #expect(server.waitForRequest() != nil)
        server.stop()
        #expect(client.rest().isEmpty)
    }

    @Test("Garbage is always the same and no HTTP")
    func garbage() throws {
        let bodies = try (1...2).map { _ in
            let client = try RawClient(port: server.port)
            client.request("/garbage")
            return client.rest()
        }
        #expect(bodies[0].count == 512)
        #expect(bodies[0] == bodies[1])
        #expect(!bodies[0].starts(with: "H".utf8))
    }

    @Test("Many header lines come before the end of the head")
    func manyHeaders() throws {
        let client = try RawClient(port: server.port)
        client.request("/bad/H06")
        let response = try client.response()
        #expect(response.headers.count == 100_001)
        #expect(response.text == "hello")
    }

    @Test("Ten interim responses come before the answer")
    func interims() throws {
        let client = try RawClient(port: server.port)
        client.request("/bad/H25")
        for _ in 1...10 { #expect(try client.response().status == 103) }
        #expect(try client.response().text == "hello")
    }

    @Test(
        "A broken coding is as long as it says, and the connection goes on",
        arguments: [
            "E02", "E02?variant=header", "E02?variant=checksum", "E03", "E05", "E10", "E10?variant=nothing",
        ])
    func codings(path: String) throws {
        let client = try RawClient(port: server.port)
        client.request("/bad/" + path)
        let response = try client.response()
        #expect(response.header("Content-Encoding") == "gzip")
        #expect(response.header("Content-Length") == "\(response.body.count)")
        client.request("/hello")
        #expect(try client.response().status == 200)
    }

    @Test(
        "A broken Brotli or Zstandard body is as long as it says",
        arguments: ["br", "zstd", "half-br", "half-zstd"])
    func otherCodings(variant: String) throws {
        let response = try RawClient.fetch("/bad/E08?variant=" + variant, from: server)
        #expect(response.header("Content-Encoding").map(variant.hasSuffix) == true)
        #expect(response.header("Content-Length") == "\(response.body.count)")
    }

    @Test("The bomb is small on the wire")
    func bomb() throws {
        let response = try RawClient.fetch("/bad/E01", from: server)
        #expect((200_000...300_000).contains(response.body.count))
        // The last four bytes are the uncompressed size.
        #expect(Array(response.body.suffix(4)) == [0, 0, 0, 0x10])
    }

    @Test("Raw deflate and zlib differ by the wrapper")
    func deflates() throws {
        let raw = try RawClient.fetch("/bad/E09?variant=raw", from: server)
        let zlib = try RawClient.fetch("/bad/E09?variant=zlib", from: server)
        #expect(raw.header("Content-Encoding") == "deflate")
        #expect(Array(zlib.body.dropFirst(2).dropLast(4)) == raw.body)
    }

    @Test("Ids and variants are unique")
    func table() {
        let all = Misbehaviour.all
        #expect(Set(all.map(\.id)).count == all.count)
        for misbehaviour in all {
            #expect(Set(misbehaviour.variants.map(\.name)).count == misbehaviour.variants.count)
            #expect(!misbehaviour.variants.isEmpty)
        }
    }
}
