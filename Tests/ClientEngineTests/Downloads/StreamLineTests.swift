import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Lines and events of a stream", .timeLimit(.minutes(1)))
struct StreamLineTests {
    @Test(
        "lines end in LF, CRLF or CR, wherever the bytes are cut",
        arguments: ["a\nb\r\nc\rd", "a\nb\r\nc\rd\n"], [1, 2, 3, 100])
    func ends(text: String, size: Int) throws {
        var reader = LineReader(limit: 10)
        var lines: [String] = []
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            lines += try reader.append(Array(bytes.prefix(size)))
            bytes = bytes.dropFirst(size)
        }
        if let rest = reader.takeRest() { lines.append(rest) }
        #expect(lines == ["a", "b", "c", "d"])
        #expect(reader.takeRest() == nil)
    }

    @Test("empty lines are lines, what is no UTF-8 is replaced, and a line that is too long is an error")
    func kinds() throws {
        var reader = LineReader(limit: 4)
        #expect(try reader.append([0x0A, 0x0D, 0x0A, 0xFF, 0x0A]) == ["", "", "\u{FFFD}"])
        #expect(try reader.append(Array("four\n".utf8)) == ["four"])
        let error = #expect(throws: ClientError.self) { try reader.append(Array("fiver".utf8)) }
        #expect(error?.label == "limit/receive")
    }

    /// A body and its events, based on the examples of the standard.
    static let streams: [(String, [ServerSentEvent])] = [
        ("data: a\n\n", [ServerSentEvent(data: "a")]),
        ("data:YHOO\ndata:+2\ndata: 10\n\n", [ServerSentEvent(data: "YHOO\n+2\n10")]),
        (
            ": a comment\n\ndata: first\nid: 1\n\ndata:second\nid\n\ndata:  third\n\n",
            [
                ServerSentEvent(data: "first", lastID: "1"), ServerSentEvent(data: "second"),
                ServerSentEvent(data: " third"),
            ]
        ),
        ("data\n\ndata\ndata\n\ndata:", [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
        (
            "\u{FEFF}event: add\r\ndata: 1\r\nretry: 1500\r\n\r\nevent: lost\r\n\r\nretry: x\r\ndata: 2\r\n\r\n",
            [
                ServerSentEvent(type: "add", data: "1", retry: .milliseconds(1500)),
                ServerSentEvent(data: "2", retry: .milliseconds(1500)),
            ]
        ),
        ("other: x\ndata: \u{301}a\nid: a\0b\n\n", [ServerSentEvent(data: "\u{301}a")]),
    ]

    @Test("events are read as the standard has it", arguments: streams)
    func events(body: String, expected: [ServerSentEvent]) async throws {
        let client = Client(baseURL: "http://h.test")
        try client.mocks.add(.get("/events"), .text(body))
        let stream = try await client.stream(.get("/events"))
        var events: [ServerSentEvent] = []
        for try await event in stream.serverSentEvents { events.append(event) }
        #expect(events == expected)
    }

    @Test("both come from a server while it goes on, and end with its error")
    func served() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let events = try await client.stream(.get("/sse?events=3&delay=0"))
        var count = 0
        for try await event in events.serverSentEvents {
            #expect(!event.data.isEmpty)
            count += 1
        }
        #expect(count == 3)
        let lines = try await client.stream(.get("/stream?lines=4&delay=0")).lines
        #expect(try await lines.reduce(0) { count, line in count + (line.hasPrefix("{") ? 1 : 0) } == 4)
        let cut = try await client.stream(.get("/truncated"))
        let error = await #expect(throws: ClientError.self) { for try await _ in cut.lines {} }
        #expect(error?.label == "truncated/receive")
    }

    @Test("an event without end is not collected without end")
    func endless() async throws {
        let client = Client(baseURL: "http://h.test")
        let line = "data: " + String(repeating: "x", count: 1 << 18) + "\n"
        try client.mocks.add(.get("/events"), .text(String(repeating: line, count: 5)))
        let stream = try await client.stream(.get("/events"))
        let error = await #expect(throws: ClientError.self) { for try await _ in stream.serverSentEvents {} }
        #expect(error?.label == "limit/receive")
    }
}
