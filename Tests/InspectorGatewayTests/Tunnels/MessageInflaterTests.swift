import ClientEngine
import Testing

@testable import InspectorGateway

@Suite("Compressed messages of WebSockets")
struct MessageInflaterTests {
    private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

    private static func compression(_ extensions: String) -> MessageCompression? {
        MessageCompression(of: .server, in: ["Sec-WebSocket-Extensions": extensions])
    }

    private static func reader(_ extensions: String = "permessage-deflate") -> WebSocketReader {
        WebSocketReader(compression(extensions))
    }

    /// Returns a complete message in one frame.
    private static func frame(_ payload: [UInt8], first: UInt8 = 0xC1) -> [UInt8] {
        payload.count < 126
            ? [first, UInt8(payload.count)] + payload
            : [first, 127] + (0..<8).reversed().map { UInt8(payload.count >> (8 * $0) & 0xFF) } + payload
    }

    private static func texts(_ frames: [WebSocketFrame]) -> [String] {
        frames.map { $0.problem ?? String(decoding: $0.content, as: UTF8.self) }
    }

    @Test(
        "are read as RFC 7692 has them, in whatever pieces they come",
        arguments: [
            frame(hello), frame([0x00, 0x05, 0x00, 0xFA, 0xFF] + Array("Hello".utf8) + [0x00]),
            frame([0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]),
            frame([0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]),
            frame([0xF2, 0x48, 0x05, 0, 0, 0, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00]),
        ], [1, 3, 100])
    func examples(bytes: [UInt8], size: Int) {
        var reader = Self.reader()
        // The second message refers to no other, the third one to the earlier ones.
        let conversation = bytes + Self.frame(Self.hello) + Self.frame([0xF2, 0x00, 0x11, 0x00, 0x00])
        var frames: [WebSocketFrame] = []
        for start in stride(from: 0, to: conversation.count, by: size) {
            frames += reader.read(conversation[start..<min(start + size, conversation.count)])
        }
        #expect(Self.texts(frames) == ["Hello", "Hello", "Hello"])
        #expect(frames.map(\.size) == [5, 5, 5])
        #expect(frames.first?.length == bytes.count - 2)
    }

    @Test("are read across frames, with others between them that are not compressed")
    func fragments() {
        var reader = Self.reader()
        let frames = reader.read(
            ([0x41, 0x03, 0xF2, 0x48, 0xCD, 0x89, 0x01, 0x3F, 0x80, 0x04, 0xC9, 0xC9, 0x07, 0x00]
                + [0x81, 0x02] + Array("hi".utf8) + Self.frame([0xF2, 0x00, 0x11, 0x00, 0x00]))[...])
        #expect(frames.map(\.isCompressed) == [true, false, true, false, true])
        let texts = Self.texts(frames)
        #expect(texts[0] + texts[2] == "Hello" && texts[1] == "?" && texts[3...] == ["hi", "Hello"])
        #expect(frames[2].message == .text)
    }

    @Test(
        "that refer to those before are read only where that was agreed on, and where it was not, one is lost alone"
    )
    func context() {
        let reference = Self.frame([0xF2, 0x00, 0x11, 0x00, 0x00])
        let conversation = Self.frame(Self.hello) + reference + Self.frame(Self.hello)
        var apart = Self.reader("permessage-deflate; server_no_context_takeover")
        #expect(
            Self.texts(apart.read(conversation[...])) == ["Hello", "invalid distance too far back", "Hello"])
        var together = Self.reader()
        let broken = Self.frame([0x06, 0x00])
        let texts = Self.texts(together.read((broken + Self.frame(Self.hello))[...]))
        #expect(texts.count == 2 && texts[0].contains("invalid") && texts[1].contains("a message before"))
    }

    @Test("refer back no further than was agreed on")
    func window() {
        var (first, second) = (Bits(), Bits())
        first.beginBlock()
        for byte in 0..<600 { first.literal(UInt8(byte * 7 & 0x7F)) }
        second.beginBlock()
        second.copy(length: 10, distance: 600)
        let messages = Self.frame(first.endBlock()) + Self.frame(second.endBlock())
        var narrow = Self.reader("permessage-deflate; server_max_window_bits=9")
        #expect(narrow.read(messages[...]).map(\.problem) == [nil, "invalid distance too far back"])
        var wide = Self.reader("permessage-deflate; server_max_window_bits=\"10\"; client_max_window_bits=9")
        #expect(wide.read(messages[...]).map(\.size) == [600, 10])
    }

    @Test("become no more than they may; what is kept is the beginning")
    func bombs() {
        var bits = Bits()
        bits.beginBlock()
        bits.literal(UInt8(ascii: "x"))
        for _ in 0..<70_000 { bits.copy(length: 258, distance: 1) }
        let bomb = Self.frame(bits.endBlock())
        #expect(bomb.count < 150_000)
        var reader = Self.reader("permessage-deflate; server_no_context_takeover")
        let frames = reader.read((bomb + Self.frame(Self.hello))[...])
        #expect(Self.texts(frames) == ["it becomes more than 16 MiB", "Hello"])
        #expect(frames[0].content.count == WebSocketFrame.mostOfContent)
        #expect(frames[0].size <= MessageInflater.mostOfMessage + 1 << 16)
        // Sixteen such messages exhaust the limit of the connection.
        var last: [WebSocketFrame] = []
        for _ in 0..<16 { last = reader.read((bomb + Self.frame(Self.hello))[...]) }
        #expect(Self.texts(last).last == "256 MiB were read on this connection")
    }

    @Test(
        "are compressed only where the answer says so",
        arguments: [
            ("permessage-deflate", 15, true),
            ("x, Permessage-Deflate ; server_no_context_takeover", 15, false),
            ("permessage-deflate; server_max_window_bits=12", 12, true),
            ("permessage-deflate; server_max_window_bits=7", 15, true),
            ("permessage-deflate; client_no_context_takeover; client_max_window_bits=9", 15, true),
        ])
    func agreement(extensions: String, bits: Int, keepsContext: Bool) {
        let agreed = Self.compression(extensions)
        #expect(agreed?.windowBits == bits && agreed?.keepsContext == keepsContext)
        #expect(Self.compression("permessage-bzip2") == nil)
        #expect(MessageCompression(of: .client, in: [:]) == nil)
    }

    @Test("of any bytes are read without a trap, and bounded")
    func random() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            var reader = Self.reader()
            for _ in 0..<4 {
                let payload = (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) }
                let frames = reader.read(Self.frame(payload)[...])
                #expect(frames.count == 1 && frames[0].content.count <= WebSocketFrame.mostOfContent)
            }
        }
    }
}

/// Writes a block with the fixed Huffman codes of RFC 1951, section 3.2.6.
private struct Bits {
    private var bytes: [UInt8] = []
    private var used = 8

    mutating func beginBlock() { add(0b010, 3) }

    mutating func literal(_ byte: UInt8) { addCode(0x30 + Int(byte), 8) }

    /// Adds a back reference with a length of 10 or 258 and a distance of 1 or 600.
    mutating func copy(length: Int, distance: Int) {
        if length == 258 { addCode(0b1100_0101, 8) } else { addCode(8, 7) }
        if distance == 1 { return addCode(0, 5) }
        // Distances 513 to 768 have code 18, followed by eight extra bits.
        addCode(18, 5)
        add(distance - 513, 8)
    }

    /// Ends the block and the message.
    ///
    /// Like senders, omits the last four bytes of the final empty block.
    mutating func endBlock() -> [UInt8] {
        addCode(0, 7)
        add(0, 3)
        return bytes
    }

    /// Writes a code, its highest bit first.
    private mutating func addCode(_ code: Int, _ count: Int) {
        for bit in (0..<count).reversed() { add(code >> bit & 1, 1) }
    }

    private mutating func add(_ value: Int, _ count: Int) {
        for bit in 0..<count {
            if used == 8 {
                bytes.append(0)
                used = 0
            }
            bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << used
            used += 1
        }
    }
}
