import ClientEngine
import EngineJSON
internal import EngineSupport
import FoundationEssentials

/// The messages of a WebSocket in the form in which Chrome writes them into archives (`_webSocketMessages`).
///
/// Text messages are text, all others base64 (opcodes other than 1). A message that was kept only in part has its size
/// in `_size`, and an unreadable one has the reason in `comment`.
enum HARMessages {
    // MARK: Writing

    static func json(of events: [WebSocketEvent], _ redaction: inout Redaction) -> JSONValue {
        .array(messages(of: events).map { json(of: $0, &redaction) })
    }

    private static func json(of message: WebSocketEvent, _ redaction: inout Redaction) -> JSONValue {
        var object: JSONObject = [
            "type": message.isSent ? "send" : "receive",
            "time": JSONNumber(message.time).map(JSONValue.number) ?? 0,
            "opcode": JSONValue(message.kind.opcode),
        ]
        if message.kind.opcode < 0 {
            object["data"] = .string(redaction.text(message.remark ?? ""))
            return .object(object)
        }
        let shown = redaction.body(message.content, contentType: nil)
        if message.kind == .text, let text = String(validating: shown, as: UTF8.self) {
            object["data"] = .string(text)
        } else {
            object["data"] = .string(Data(shown).base64EncodedString())
            if message.kind == .text { object["_encoding"] = "base64" }
        }
        if message.isCut { object["_size"] = JSONValue(message.size) }
        object["comment"] = message.remark.map { .string(redaction.text($0)) }
        return .object(object)
    }

    /// Joins the frames of each message.
    ///
    /// Frames between them keep their positions.
    private static func messages(of events: [WebSocketEvent]) -> [WebSocketEvent] {
        var messages: [WebSocketEvent] = []
        var begun: [Bool: WebSocketEvent] = [:]
        for event in events {
            var message = event
            if event.kind == .more, let first = begun.removeValue(forKey: event.isSent) {
                message = first
                message.append(event)
            }
            if event.isFinal { messages.append(message) } else { begun[event.isSent] = message }
        }
        return messages + begun.sorted { $0.value.time < $1.value.time }.map(\.value)
    }

    // MARK: Reading

    static func events(in entry: JSONValue) -> [WebSocketEvent] {
        (entry["_webSocketMessages"]?.array ?? []).compactMap(event)
    }

    private static func event(_ message: JSONValue) -> WebSocketEvent? {
        guard let opcode = message["opcode"]?.int, let text = message["data"]?.string else { return nil }
        let kind = WebSocketEvent.Kind(opcode: opcode)
        var event = WebSocketEvent(
            isSent: message["type"]?.string == "send", kind, time: message["time"]?.double ?? 0)
        guard kind != .opaque else {
            event.remark = text
            return event
        }
        let encoding = kind == .text ? message["_encoding"]?.string : "base64"
        event.content = HARText.bytes(text, encoding: encoding)
        event.size = max(event.content.count, ReportedNumber.size(message["_size"]?.int ?? 0))
        event.remark = message["comment"]?.string
        return event
    }
}

extension WebSocketEvent {
    /// Appends the content of the next frame of the message.
    fileprivate mutating func append(_ next: WebSocketEvent) {
        // Content after a gap would seem to follow the content before it.
        if !isCut, remark == nil { content += next.content }
        (size, time, isFinal) = (ReportedNumber.sum(size, next.size), next.time, next.isFinal)
        remark = remark ?? next.remark
    }
}

extension WebSocketEvent.Kind {
    /// The opcode of RFC 6455, or -1 for an event that is not a frame.
    fileprivate var opcode: Int {
        switch self {
        case .more: 0
        case .text: 1
        case .binary: 2
        case .close: 8
        case .ping: 9
        case .pong: 10
        case .opaque, .end: -1
        }
    }

    fileprivate init(opcode: Int) {
        switch opcode {
        case 0: self = .more
        case 1: self = .text
        case 2: self = .binary
        case 8: self = .close
        case 9: self = .ping
        case 10: self = .pong
        default: self = .opaque
        }
    }
}
