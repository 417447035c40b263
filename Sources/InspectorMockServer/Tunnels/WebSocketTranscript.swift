import ClientEngine

/// The conversation over a WebSocket connection, as a text of events: one for each frame, in the order in which they went by.
///
/// ```
/// event: out text
/// data: {"subscribe":"prices"}
///
/// event: in close
/// data: 1000 bye
/// ```
/// It is bounded: what goes on behind that is relayed, and told by its size alone.
struct WebSocketTranscript: Sendable {
    /// The most bytes of text that are made.
    private static let most = 1 << 20

    private var up: WebSocketReader
    private var down: WebSocketReader
    private var made = 0
    /// The text that nobody was told of.
    private var untold: [UInt8] = []

    /// Begins behind the answer to a handshake; nil where that has not agreed on this protocol.
    init?(behind answer: ResponseHead) {
        guard answer.status == 101, answer.headers.words(in: "Upgrade").contains("websocket") else {
            return nil
        }
        let isCompressed = answer.headers.words(in: "Sec-WebSocket-Extensions").contains {
            $0.hasPrefix("permessage-deflate")
        }
        up = WebSocketReader(allowingCompression: isCompressed)
        down = WebSocketReader(allowingCompression: isCompressed)
    }

    /// Takes in what the program has said.
    mutating func noteSent(_ bytes: ArraySlice<UInt8>) {
        guard made < Self.most, !up.isOpaque else { return }
        add(up.read(bytes), isOpaque: up.isOpaque, "out")
    }

    /// Takes in what the server has said.
    mutating func noteReceived(_ bytes: ArraySlice<UInt8>) {
        guard made < Self.most, !down.isOpaque else { return }
        add(down.read(bytes), isOpaque: down.isOpaque, "in")
    }

    /// Takes the text that has come up since the last time.
    mutating func take() -> [UInt8] {
        defer { untold = [] }
        return untold
    }

    private mutating func add(_ frames: [WebSocketFrame], isOpaque: Bool, _ direction: String) {
        for frame in frames where made < Self.most { add("\(direction) \(frame.name)", frame.text) }
        if isOpaque { add("\(direction) opaque", "what follows is no WebSocket frame") }
        if made >= Self.most { add("end", "the frames that follow are not kept") }
    }

    private mutating func add(_ event: String, _ data: String) {
        var text = "event: \(event)\n"
        // Any line end within would end the line of the event, too.
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            text += "data: \(line)\n"
        }
        untold += Array((text + "\n").utf8)
        made += text.utf8.count + 1
    }
}

extension WebSocketFrame {
    /// The opcode, and what is special of it.
    fileprivate var name: String {
        let name = opcode == .continuation ? "more" : "\(opcode)"
        return isFinal || opcode.isControl ? name : name + "…"
    }

    /// The content, as far as people can read it.
    fileprivate var text: String {
        let isCut = payload.count < length
        let size = "\(length) B"
        switch opcode {
        case .close:
            guard payload.count >= 2 else { return length == 0 ? "no code" : size }
            let code = Int(payload[0]) << 8 | Int(payload[1])
            return "\(code) \(String(decoding: payload.dropFirst(2), as: UTF8.self))"
        case .text, .continuation, .ping, .pong, .binary:
            if isCompressed { return "compressed, \(size)" }
            guard opcode != .binary, let text = String(validating: payload.wholeCharacters, as: UTF8.self)
            else { return length == 0 ? "empty" : "\(size): \(payload.prefix(32).hexadecimal)" }
            return isCut ? "\(text)… (\(size))" : text
        }
    }
}

extension [UInt8] {
    /// The bytes without a letter that is cut at the end.
    fileprivate var wholeCharacters: ArraySlice<UInt8> {
        let tail = suffix(3).lastIndex { $0 & 0xC0 == 0xC0 }
        guard let tail else { return self[...] }
        let length = self[tail] >= 0xF0 ? 4 : self[tail] >= 0xE0 ? 3 : 2
        return endIndex - tail < length ? self[..<tail] : self[...]
    }
}
