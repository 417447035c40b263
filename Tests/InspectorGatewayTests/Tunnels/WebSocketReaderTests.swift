import Testing

@testable import InspectorGateway

@Suite("Frames of WebSockets")
struct WebSocketReaderTests {
    /// Returns an encoded frame.
    private static func frame(
        _ first: UInt8, _ payload: [UInt8], mask: [UInt8]? = nil, lengthBytes: Int = 0
    ) -> [UInt8] {
        let short: UInt8 = lengthBytes == 8 ? 127 : lengthBytes == 2 ? 126 : UInt8(payload.count)
        var bytes = [first, short | (mask == nil ? 0 : 0x80)]
        bytes += (0..<lengthBytes).reversed().map { UInt8(payload.count >> (8 * $0) & 0xFF) }
        guard let mask else { return bytes + payload }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    private static let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

    /// Frames from a client: a masked text, a ping within a fragmented message, long binary messages, and the end.
    private static let conversation: [UInt8] =
        frame(0x81, Array("Hello".utf8), mask: mask) + frame(0x01, Array("one ".utf8), mask: mask)
        + frame(0x89, Array("?".utf8)) + frame(0x80, Array("two".utf8), mask: mask)
        + frame(0x82, [UInt8](repeating: 7, count: 300), lengthBytes: 2)
        + frame(0x82, [UInt8](repeating: 8, count: 70_000), mask: mask, lengthBytes: 8)
        + frame(0x88, [0x03, 0xE8] + Array("bye".utf8), mask: mask)

    private static func expect(_ frames: [WebSocketFrame]) {
        #expect(frames.map(\.opcode) == [.text, .text, .ping, .continuation, .binary, .binary, .close])
        #expect(frames.map(\.length) == [5, 4, 1, 3, 300, 70_000, 5])
        #expect(frames.map(\.isFinal) == [true, false, true, true, true, true, true])
        #expect(frames[0].content == Array("Hello".utf8) && frames[3].content == Array("two".utf8))
        #expect(frames[5].content == [UInt8](repeating: 8, count: WebSocketFrame.mostOfContent))
        #expect(frames[6].content == [0x03, 0xE8] + Array("bye".utf8))
    }

    @Test(
        "are read with masks, fragments and lengths of any size, in whatever pieces they come",
        arguments: [1, 2, 3, 7, 1_000, 1 << 20])
    func pieces(size: Int) {
        var reader = WebSocketReader()
        var frames: [WebSocketFrame] = []
        for start in stride(from: 0, to: Self.conversation.count, by: size) {
            frames += reader.read(Self.conversation[start..<min(start + size, Self.conversation.count)])
        }
        #expect(!reader.isOpaque)
        Self.expect(frames)
    }

    @Test("without a payload are frames, too")
    func empty() {
        var reader = WebSocketReader()
        let frames = reader.read((Self.frame(0x8A, []) + Self.frame(0x81, [], mask: Self.mask))[...])
        #expect(frames.map(\.opcode) == [.pong, .text] && frames.allSatisfy { $0.content.isEmpty })
    }

    @Test(
        "are no longer looked for behind what no frame may be",
        arguments: [
            Array("GET / HTTP/1.1\r\n".utf8), [0x83, 0x00], [0x8B, 0x00], [0xA1, 0x00], [0xC1, 0x00],
            [0x09, 0x00],
            [0x89, 0x7E, 0x00, 0x80], [0x80, 0x00], [0x01, 0x00, 0x81, 0x00],
            [0x82, 0x7F, 0x80, 0, 0, 0, 0, 0, 0, 1],
        ] as [[UInt8]])
    func opaque(bytes: [UInt8]) {
        var reader = WebSocketReader()
        _ = reader.read(bytes[...])
        #expect(reader.isOpaque)
        #expect(reader.read(Self.conversation[...]).isEmpty)
    }

    @Test(
        "know the kind of the message that they go on with, and put letters together that are cut between them"
    )
    func continued() {
        var reader = WebSocketReader()
        let text = Array("aü👋!".utf8)
        let pieces = [text[..<2], text[2..<4], text[4..<6], text[6...]].map { Array($0) }
        let bytes =
            Self.frame(0x01, pieces[0], mask: Self.mask) + Self.frame(0x00, pieces[1])
            + Self.frame(0x89, [0xC3]) + Self.frame(0x00, pieces[2]) + Self.frame(0x80, pieces[3])
            + Self.frame(0x02, [0xC3]) + Self.frame(0x80, [0xBC])
        let frames = reader.read(bytes[...])
        #expect(frames.map(\.message) == [.text, .text, .ping, .text, .text, .binary, .binary])
        #expect(
            frames.map { String(validating: $0.content, as: UTF8.self) } == [
                "a", "ü", nil, "", "👋!", nil, nil,
            ])
        #expect(frames.map(\.size) == [1, 2, 1, 0, 5, 1, 1])
    }

    @Test("of any bytes are read without a trap")
    func random() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var reader = WebSocketReader(
                .random()
                    ? MessageCompression(of: .client, in: ["Sec-WebSocket-Extensions": "permessage-deflate"])
                    : nil)
            let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            let frames = reader.read(bytes[..<20]) + reader.read(bytes[20...])
            #expect(
                frames.allSatisfy {
                    $0.length < 40 && ($0.isCompressed || $0.content.count <= $0.length + 3)
                })
        }
    }
}
