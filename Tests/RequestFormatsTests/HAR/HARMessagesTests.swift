import EngineJSON
import Foundation
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording
@testable import RequestFormats

@Suite("The messages of a WebSocket in an archive")
struct HARMessagesTests {
    private static func event(
        _ isSent: Bool, _ kind: WebSocketEvent.Kind, _ content: [UInt8], isFinal: Bool = true,
        at offset: Double
    ) -> WebSocketEvent {
        var event = WebSocketEvent(isSent: isSent, kind, time: 1_764_081_442 + offset)
        (event.content, event.size, event.isFinal) = (content, content.count, isFinal)
        return event
    }

    private static func text(_ isSent: Bool, _ text: String, at offset: Double) -> WebSocketEvent {
        event(isSent, .text, Array(text.utf8), at: offset)
    }

    private static func record(_ events: [WebSocketEvent]) throws -> TaskRecord {
        let url = RequestURL.test("/socket")
        var story = try Story(Request.get(url.text), url: url)
        story.at(0, .attemptStarted(reason: nil, waited: nil))
        story.at(0, .exchangeStarted(ExchangeStart(method: .get, url: url)), .phase(.wait))
        story.at(
            1, .head(ResponseHead(status: 101, reason: "Switching", headers: ["Upgrade": "websocket"])),
            .phase(.receive))
        for event in events { story.at(2, .transcript(Array(event.text.utf8))) }
        story.at(3, .sent(total: 20, expected: nil), .delivered(40))
        story.at(5_000, .exchangeEnded(ExchangeEnd()))
        story.at(5_000, .attemptEnded(.response(status: 101), retry: nil), .taskEnded(.succeeded))
        return story.record
    }

    private static func archive(_ record: TaskRecord, showsSecrets: Bool = false) -> [UInt8] {
        HARWriter(creator: (name: "test", version: "1")).write([record], showsSecrets: showsSecrets)
    }

    private static func entry(_ bytes: [UInt8]) throws -> JSONValue {
        try #require(try JSONValue(parsing: bytes)["log"]?["entries"]?[0])
    }

    private static func read(_ bytes: [UInt8]) throws -> TaskRecord {
        let tasks = try HARTasks(ImportFile(path: "x.har", bytes: bytes))
        let events = try #require(tasks.events(endingAt: Instant(nanoseconds: 10_000_000_000)).first)
        var record = try #require(events.first.flatMap { TaskRecord($0) })
        for event in events.dropFirst() { record.apply(event) }
        return record
    }

    @Test("are written as Chrome has them, the frames of one together, and read back as they were")
    func roundTrip() throws {
        let events = [
            Self.text(true, "{\"a\":1}", at: 0.5),
            Self.event(false, .text, Array("one ".utf8), isFinal: false, at: 0.6),
            Self.event(false, .ping, [1], at: 0.7), Self.text(true, "between", at: 0.75),
            Self.event(false, .more, Array("two".utf8), at: 0.8),
            Self.event(true, .binary, [8, 150, 1], at: 0.9),
            Self.event(false, .close, [3, 232], at: 1),
        ]
        let bytes = Self.archive(try Self.record(events), showsSecrets: true)
        let entry = try Self.entry(bytes)
        #expect(entry["_resourceType"] == "websocket")
        #expect(entry["response"]?["content"]?["text"] == nil)
        let messages = try #require(entry["_webSocketMessages"]?.array)
        #expect(messages.map { $0["type"] } == ["send", "receive", "send", "receive", "send", "receive"])
        #expect(messages.map { $0["opcode"] } == [1, 9, 1, 1, 2, 8])
        #expect(messages.map { $0["data"] } == ["{\"a\":1}", "AQ==", "between", "one two", "CJYB", "A+g="])
        #expect(
            messages.map { $0["time"]?.double } == [0.5, 0.7, 0.75, 0.8, 0.9, 1].map { 1_764_081_442 + $0 })

        let record = try Self.read(bytes)
        let read = try #require(record.lastExchange?.webSocketEvents)
        #expect(record.status == 101 && read.count == 6)
        #expect(read[0] == events[0] && read[4] == events[5] && read[5] == events[6])
        #expect(read[3] == Self.text(false, "one two", at: 0.8))
        #expect(record.lastExchange?.bodyReceived == 40)
        // Written again, the messages are unchanged.
        #expect(
            try Self.entry(Self.archive(record, showsSecrets: true))["_webSocketMessages"]?.array == messages)
    }

    @Test("that are cut, unreadable, or no frames say so")
    func remarks() throws {
        var cut = Self.text(false, "begin", at: 1)
        cut.size = 70_000
        var broken = Self.event(false, .binary, [], at: 2)
        broken.remark = "compressed, 12 B, not readable: invalid distance too far back"
        var end = WebSocketEvent(isSent: true, .opaque, time: 1_764_081_445)
        end.remark = "what follows is no WebSocket frame"
        let bytes = Self.archive(try Self.record([cut, broken, end]))
        let messages = try #require(try Self.entry(bytes)["_webSocketMessages"]?.array)
        #expect(messages[0]["_size"] == 70_000 && messages[0]["data"] == "begin")
        #expect(messages[1]["data"] == "" && messages[1]["comment"]?.string == broken.remark)
        #expect(messages[2]["opcode"] == -1 && messages[2]["data"]?.string == end.remark)
        #expect(try Self.read(bytes).lastExchange?.webSocketEvents == [cut, broken, end])
    }

    @Test("have no secrets, by their names in JSON and wherever they come up again, also in bytes")
    func secrets() throws {
        let record = try Self.record([
            Self.text(true, "{\n  \"password\": \"canary-one\",\n  \"n\": 1\n}", at: 1),
            Self.text(false, "welcome canary-one", at: 2),
            Self.event(false, .binary, [0] + Array("canary-one".utf8), at: 3),
            Self.text(false, "{\"token\":\"canary-two\"}", at: 4),
        ])
        let bytes = Self.archive(record)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("canary"))
        let data = try #require(try Self.entry(bytes)["_webSocketMessages"]?.array).map {
            $0["data"]?.string ?? ""
        }
        #expect(
            data[0] == "{\n  \"password\": \"<redacted:1>\",\n  \"n\": 1\n}"
                && data[1] == "welcome <redacted:1>")
        let binary = try #require(Data(base64Encoded: data[2]))
        #expect(Array(binary) == [0] + Array("<redacted:1>".utf8))
        #expect(data[3] == "{\"token\":\"<redacted:2>\"}")
        // The text in the history has the same placeholders.
        var redaction = Redaction()
        redaction.learn(record)
        let kept = redaction.body(record.lastExchange?.body ?? [], contentType: nil)
        #expect(!String(decoding: kept, as: UTF8.self).contains("canary"))
        #expect(WebSocketEvent.events(in: kept).map(\.isSent) == [true, false, false, false])
    }

    @Test("of a browser are the body of their task")
    func browser() throws {
        let text = #"""
            {"log":{"entries":[{"startedDateTime":"2026-11-25T10:00:00.000Z","time":12,"_resourceType":"websocket",
            "request":{"method":"GET","url":"wss://a.test/socket","headers":[]},
            "response":{"status":101,"statusText":"","headers":[],"content":{"size":0,"mimeType":"x-unknown"}},
            "_webSocketMessages":[{"type":"send","time":1795600801.25,"opcode":1,"data":"hi"},
            {"type":"receive","time":1795600801.5,"opcode":2,"data":"AAE="},{"type":"receive","time":1,"opcode":1},
            {"type":"error","time":1795600802,"opcode":-1,"data":"lost"},7]}]}}
            """#
        let wss = try? HARTasks(ImportFile(path: "x.har", bytes: Array(text.utf8)))
        let http = try Self.read(Array(text.replacing("wss://", with: "https://").utf8))
        let events = try #require(http.lastExchange?.webSocketEvents)
        #expect(events.map(\.content) == [Array("hi".utf8), [0, 1], []])
        #expect(events.map(\.remark) == [nil, nil, "lost"])
        // The task exists regardless of the scheme.
        #expect(wss?.count == 1)
    }
}
