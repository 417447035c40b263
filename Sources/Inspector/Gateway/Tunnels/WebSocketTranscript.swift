import ClientEngine
import ClientEngineRecording

/// The transcript of a WebSocket connection: a text with one event per frame, in order.
///
/// ``WebSocketEvent`` writes the events. The size is bounded. Later frames are forwarded, but only their size is
/// recorded.
struct WebSocketTranscript: Sendable {
    /// The maximum size of the text in bytes.
    private static let most = 1 << 20

    private var up: WebSocketReader
    private var down: WebSocketReader
    private var made = 0
    /// The text that was not reported yet.
    private var untold: [UInt8] = []

    /// Creates a transcript after a handshake response.
    ///
    /// Returns `nil` if the response does not switch to WebSocket.
    init?(behind answer: ResponseHead) {
        guard answer.status == 101, answer.headers.words(in: "Upgrade").contains("websocket") else {
            return nil
        }
        up = WebSocketReader(MessageCompression(of: .client, in: answer.headers))
        down = WebSocketReader(MessageCompression(of: .server, in: answer.headers))
    }

    /// Adds bytes sent by the program.
    ///
    /// `time` is in seconds since 1970.
    mutating func noteSent(_ bytes: ArraySlice<UInt8>, at time: Double) {
        guard made < Self.most, !up.isOpaque else { return }
        add(up.read(bytes), isOpaque: up.isOpaque, isSent: true, time)
    }

    /// Adds bytes sent by the server.
    ///
    /// `time` is in seconds since 1970.
    mutating func noteReceived(_ bytes: ArraySlice<UInt8>, at time: Double) {
        guard made < Self.most, !down.isOpaque else { return }
        add(down.read(bytes), isOpaque: down.isOpaque, isSent: false, time)
    }

    /// Removes and returns the text added since the last call.
    mutating func take() -> [UInt8] {
        defer { untold = [] }
        return untold
    }

    private mutating func add(_ frames: [WebSocketFrame], isOpaque: Bool, isSent: Bool, _ time: Double) {
        for frame in frames where made < Self.most {
            add(WebSocketEvent(frame, isSent: isSent, time: time))
        }
        if isOpaque { add(.opaque, "what follows is no WebSocket frame", isSent, time) }
        if made >= Self.most { add(.end, "the frames that follow are not kept", isSent, time) }
    }

    private mutating func add(_ kind: WebSocketEvent.Kind, _ remark: String, _ isSent: Bool, _ time: Double) {
        var event = WebSocketEvent(isSent: isSent, kind, time: time)
        event.remark = remark
        add(event)
    }

    private mutating func add(_ event: WebSocketEvent) {
        let text = event.text.utf8
        untold += text
        made += text.count
    }
}

extension WebSocketEvent {
    fileprivate init(_ frame: WebSocketFrame, isSent: Bool, time: Double) {
        self.init(isSent: isSent, frame.opcode.kind, time: time)
        isFinal = frame.isFinal
        size = frame.size
        let isCut = frame.content.count < frame.size && frame.message == .text
        content = isCut ? Array(frame.content.wholeLetters) : frame.content
        if let problem = frame.problem { remark = "compressed, \(frame.length) B, not readable: \(problem)" }
    }
}

extension WebSocketFrame.Opcode {
    fileprivate var kind: WebSocketEvent.Kind {
        switch self {
        case .continuation: .more
        case .text: .text
        case .binary: .binary
        case .close: .close
        case .ping: .ping
        case .pong: .pong
        }
    }
}
