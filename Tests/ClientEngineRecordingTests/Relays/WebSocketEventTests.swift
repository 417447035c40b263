import ClientEngineRecording
import Testing

@testable import ClientEngine

@Suite("The text of a WebSocket's frames")
struct WebSocketEventTests {
    private static func event(_ kind: WebSocketEvent.Kind, _ content: [UInt8]) -> WebSocketEvent {
        var event = WebSocketEvent(isSent: true, kind, time: 1_764_081_442.012_345)
        (event.content, event.size) = (content, content.count)
        return event
    }

    @Test(
        "is read back as the frames that it was made of",
        arguments: [
            event(.text, Array(#"{"a":1}"#.utf8)), event(.text, Array("two\n\nlines ü 👋\n".utf8)),
            event(.text, Array("SIP/2.0 200 OK\r\nVia: a\r\n\r\n".utf8)),
            event(.text, Array("mixed\r\nlines\nand\rmore".utf8)), event(.text, [0x68, 0x00, 0x1B, 0x5B]),
            event(.binary, [0x08, 0x96, 0x01, 0x5C, 0x78, 0xFF]), event(.binary, Array("plain".utf8)),
            event(.text, []), event(.ping, []), event(.pong, Array("…".utf8)), event(.more, [0xC3]),
            event(.close, []), event(.close, [3, 232]), event(.close, [3, 232] + Array("bye now".utf8)),
            event(.close, [3]), event(.close, [3, 232, 0xFF]), event(.text, Array(" a: b".utf8)),
            event(.text, Array("empty".utf8)), event(.text, Array("\u{2028}x\u{85}".utf8)),
        ])
    func roundTrip(event: WebSocketEvent) {
        var received = event
        (received.isSent, received.isFinal) = (false, false)
        let text = event.text + received.text
        #expect(WebSocketEvent.events(in: Array(text.utf8)) == [event, received], "\(text)")
    }

    @Test("says what was cut, and what cannot be told")
    func remarks() {
        var cut = Self.event(.text, Array("begin".utf8))
        cut.size = 70_000
        var bytes = Self.event(.binary, [1, 2])
        bytes.size = 300
        var broken = Self.event(.text, [])
        broken.remark = "compressed, 12 B, not readable: invalid distance too far back"
        #expect(
            cut.text
                == "event: out text\ntime: 1764081442.012345\nsize: 70000\ndata: begin… (70000 B)\n\n")
        #expect(
            bytes.text
                == "event: out binary\ntime: 1764081442.012345\nform: bytes\nsize: 300\ndata: \\x01\\x02… (300 B)\n\n"
        )
        let text = cut.text + bytes.text + broken.text
        #expect(WebSocketEvent.events(in: Array(text.utf8)) == [cut, bytes, broken])
    }

    @Test("that is not ours is left out, and any text is read without a trap")
    func strangers() {
        let text =
            "event: delta\ndata: x\n\nevent: out text\ndata: a\n\nevent: up text\ndata: b\n\nevent: in\n\nno colon\n\n"
        #expect(WebSocketEvent.events(in: Array(text.utf8)).map(\.content) == [Array("a".utf8)])
        for escape in ["\\", "\\x", "\\x1", "\\xZZ", "\\q"] {
            let text = "event: in binary\nform: bytes\nsize: -4\ntime: x\ndata: \(escape)\n\n"
            #expect(WebSocketEvent.events(in: Array(text.utf8)).count == 1)
        }
        #expect(
            WebSocketEvent(isSent: true, .text, time: .infinity).text.hasPrefix("event: out text\ntime: "))
    }
}
