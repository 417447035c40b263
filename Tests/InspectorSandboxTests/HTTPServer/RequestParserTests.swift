import Testing

@testable import InspectorHTTPServer
@testable import InspectorSandbox

@Suite
struct RequestParserTests {
    /// Returns all steps of the parser for these bytes, in pieces of `size` bytes.
    private func steps(_ text: String, pieces size: Int = .max) -> [RequestParser.Step] {
        var parser = RequestParser()
        var input = ReadBuffer()
        var steps: [RequestParser.Step] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            input.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            loop: while true {
                let step = parser.next(&input)
                if step == .needsInput { break }
                steps.append(step)
                if case .refused = step { break loop }
            }
        }
        return steps
    }

    private func requests(_ text: String, pieces size: Int = .max) -> [ReceivedRequest] {
        steps(text, pieces: size).compactMap { step in
            if case .request(let request) = step { request } else { nil }
        }
    }

    private static let pipelined =
        "\r\nPOST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
        + "PUT /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "2;ext=1\r\nde\r\n1 \r\nf\r\n0\r\nTrailer: t\r\n\r\nGET /c HTTP/1.0\r\nX:  y \r\n\r\n"

    @Test("Pipelined requests are the same however they are cut", arguments: [1, 2, 3, 7, 64, Int.max])
    func pieces(size: Int) {
        let found = requests(Self.pipelined, pieces: size)
        #expect(found.map(\.target) == ["/a", "/b", "/c"])
        #expect(found.map(\.body) == [Array("abc".utf8), Array("def".utf8), []])
        #expect(found.last?.headers == [Field("X", "y")])
    }

    @Test("A head is announced before its body")
    func announcement() {
        let steps = steps("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
        #expect(steps.count == 1)
        guard case .head(let head)? = steps.first else {
            Issue.record("no head")
            return
        }
        #expect(head.method == "POST")
    }

    @Test("Header bytes that are not UTF-8 are read as Latin-1")
    func latin1() throws {
        let line = Array("X: caf".utf8) + [0xe9]
        let head = try RequestHead.parse([Array("GET / HTTP/1.0".utf8), line])
        #expect(head.header("x") == "café")
    }

    @Test(
        "What clients get wrong is refused",
        arguments: [
            ("GET  / HTTP/1.1\r\n", 400), ("GET /\r\n", 400), ("G(T / HTTP/1.1\r\n", 400),
            ("GET / HTTP/2.0\r\n", 505), ("GET / HTTP/1.1\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n", 400),
            ("GET / HTTP/1.0\nX: y\r\n", 400), ("GET / HTTP/1.0\r\nX : y\r\n", 400),
            ("GET / HTTP/1.0\r\nX: y\r\n folded\r\n", 400), ("GET / HTTP/1.0\r\nnothing\r\n", 400),
            ("GET / HTTP/1.0\r\nX: a\0b\r\n", 400), ("GET / HTTP/1.0\r\nX: a\rb\r\n", 400),
            ("GET / HTTP/1.0\r\nContent-Length: +1\r\n", 400),
            ("GET / HTTP/1.0\r\nContent-Length: 1\r\nContent-Length: 1\r\n", 400),
            ("GET / HTTP/1.0\r\nContent-Length: 99999999999999999999\r\n", 413),
            ("GET / HTTP/1.0\r\nContent-Length: 268435457\r\n", 413),
            ("GET / HTTP/1.0\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n", 400),
            ("GET / HTTP/1.0\r\nTransfer-Encoding: gzip, chunked\r\n", 501),
        ])
    func refusals(head: String, status: Int) {
        guard case .refused(let refusal)? = steps(head + "\r\n").first else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.status == status)
    }

    @Test(
        "Broken chunks are refused",
        arguments: [
            ("zz\r\n", 400), ("-1\r\n", 400), ("\r\n", 400), ("1\r\nab\r\n", 400), ("10000001\r\n", 413),
            ("FFFFFFFFFFFFFFFFF\r\n", 400),
        ])
    func chunks(body: String, status: Int) {
        let steps = steps("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
        guard case .refused(let refusal)? = steps.last else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.status == status)
    }

    @Test("A head without an end is refused", arguments: ["X: y\r\n", "x"])
    func endless(piece: String) {
        let head = "GET / HTTP/1.0\r\n" + String(repeating: piece, count: 300_001 / piece.utf8.count + 1)
        #expect(steps(head, pieces: 10_000).last == .refused(.headTooLarge(300_000)))
    }

    @Test("Many small chunks are not taken for a large head")
    func manyChunks() {
        let count = 100_000
        let body = String(repeating: "1\r\na\r\n", count: count) + "0\r\n\r\n"
        let found = requests(
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + body, pieces: 65_536)
        #expect(found.first?.body.count == count)
    }
}
