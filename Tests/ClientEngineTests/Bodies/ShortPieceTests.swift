import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Bodies that arrive in short pieces", .timeLimit(.minutes(2)))
struct ShortPieceTests {
    @Test("A body in chunks of one byte is kept in at most four times its size")
    func memory() async throws {
        let size = 1 << 20
        let server = try SandboxServer.start(raw: { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunks = String(repeating: "1\r\nx\r\n", count: 1 << 12)
            for _ in 0..<size >> 12 where !connection.write(chunks) { return }
            connection.write("0\r\n\r\n")
        })
        let response = try await Client().send(.get(server.url))
        #expect(response.body.count == size)
        let chunks = try #require(response.record.lastExchange?.chunks)
        #expect(chunks.reduce(0) { $0 + $1.count } == size)
        // An array takes 32 bytes before its content and 8 bytes in the list.
        let kept = chunks.reduce(0) { $0 + $1.capacity + 40 }
        #expect(kept + response.body.capacity <= 4 * size)
        #expect(response.record.lastExchange?.arrivals.count == chunks.count)
    }

    @Test("Short pieces that arrive a millisecond apart stay apart, with the time of each")
    func apart() {
        var exchange = ExchangeRecord(
            number: 1,
            start: ExchangeStart(
                method: .get,
                url: RequestURL(text: "http://a/", scheme: "http", host: "a", port: 80, path: "/"),
                body: .none),
            at: Instant(nanoseconds: 0))
        for (microseconds, text) in [(0, "a"), (999, "b"), (1_000, "c"), (1_500, "d"), (2_500, "e")] {
            exchange.apply(
                Event(
                    task: 1, attempt: 1, exchange: 1, at: Instant(nanoseconds: Int64(microseconds) * 1_000),
                    .received(Array(text.utf8))))
        }
        #expect(exchange.chunks == ["ab", "cd", "e"].map { Array($0.utf8) })
        #expect(exchange.arrivals.map(\.nanoseconds) == [0, 1_000_000, 2_500_000])
        #expect(exchange.body == Array("abcde".utf8) && exchange.bodyReceived == 5)
    }
}
