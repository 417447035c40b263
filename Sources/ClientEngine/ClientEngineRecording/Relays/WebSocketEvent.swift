import ClientEngine
internal import EngineSupport

/// A frame of a WebSocket, in the text that a record stores as the body of an exchange that switched to that protocol.
///
/// ```
/// event: out text                  event: in binary
/// time: 1764081442.512345          time: 1764081442.612345
/// data: {"subscribe":"prices"}     form: bytes
///                                  data: \x08\x96\x01
/// ```
///
/// The text has the form of server-sent events, with additional fields. The content is text if possible, so that people
/// can read it and a redaction finds secrets in it. Parsing the text restores the same content.
public struct WebSocketEvent: Sendable, Equatable {
    /// The kind of an event.
    ///
    /// New cases may be added in any release, so use a default case.
    public enum Kind: String, Sendable {
        /// A frame with text.
        case text
        /// A frame with bytes.
        case binary
        /// A frame that closes the connection.
        case close
        /// A frame that asks for a pong.
        case ping
        /// A frame that answers a ping.
        case pong
        /// A continuation frame, with more of the message of an earlier frame.
        case more
        /// Bytes that are not a WebSocket frame.
        case opaque
        /// The end of the text.
        ///
        /// It does not contain later frames.
        case end
    }

    /// Indicates whether the client sent the frame.
    ///
    /// Otherwise the server sent it.
    public var isSent: Bool
    /// The kind of the event.
    public var kind: Kind
    /// Indicates whether the frame ends its message.
    public var isFinal = true
    /// The time in seconds since 1970.
    public var time: Double
    /// The content, or its beginning.
    public var content: [UInt8] = []
    /// The size of the whole content in bytes.
    public var size = 0
    /// A sentence that replaces the content, such as the reason of the end, or `nil` if there is content.
    public var remark: String?

    /// Creates an event without content; `time` is in seconds since 1970.
    public init(isSent: Bool, _ kind: Kind, time: Double) {
        (self.isSent, self.kind, self.time) = (isSent, kind, time)
    }

    // MARK: Writing

    /// The form in which the data represents the content.
    private enum Form: String {
        case text, crlf, bytes, empty, remark
    }

    /// The lines of the event, and the empty line that ends it.
    public var text: String {
        let (form, data) = told
        var lines = "event: \(isSent ? "out" : "in") \(kind.rawValue)\(isFinal ? "" : "…")\n"
        let microseconds = Int(min(max(0, time.isFinite ? time * 1e6 : 0), 1e17).rounded())
        let fraction = "\(1_000_000 + microseconds % 1_000_000)".dropFirst()
        lines += "time: \(microseconds / 1_000_000).\(fraction)\n"
        if form != .text { lines += "form: \(form.rawValue)\n" }
        if isCut { lines += "size: \(size)\n" }
        for line in data.split(at: "\n", omittingEmptySubsequences: false) { lines += "data: \(line)\n" }
        return lines + "\n"
    }

    /// Indicates whether ``content`` is only the beginning of the content.
    public var isCut: Bool { remark == nil && content.count < size }

    private var told: (Form, String) {
        if let remark { return (.remark, remark) }
        if content.isEmpty, size == 0 { return (.empty, kind == .close ? "no code" : "empty") }
        let end = isCut ? Self.cut(size) : ""
        if kind == .close, content.count >= 2, let reason = Self.plain(content.dropFirst(2)) {
            let code = "\(Int(content[0]) << 8 | Int(content[1]))"
            return (.text, reason.isEmpty ? code : "\(code) \(reason)")
        }
        guard kind != .close, let text = Self.plain(content[...]) else {
            return (.bytes, Self.escaped(content) + end)
        }
        let lines = text.replacing("\r\n", with: "\n")
        if lines == text { return (.text, text + end) }
        // This form is possible only if all lines end with CR LF.
        return lines.replacing("\n", with: "\r\n") == text
            ? (.crlf, lines + end) : (.bytes, Self.escaped(content) + end)
    }

    private static func cut(_ size: Int) -> String { "… (\(size) B)" }

    /// Returns the bytes as text, or `nil` if they are not UTF-8 or contain characters that lines cannot.
    private static func plain(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var last: UInt8 = 0
        for byte in bytes {
            if byte == 0x7F || byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D { return nil }
            if last == 0x0D, byte != 0x0A { return nil }
            last = byte
        }
        return last == 0x0D ? nil : text
    }

    private static func escaped(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\\"): text += [byte, byte]
            case 0x20..<0x7F: text.append(byte)
            default: text += Array("\\x".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    // MARK: Reading

    /// Parses the events of a text, and skips invalid ones.
    public static func events(in transcript: [UInt8]) -> [WebSocketEvent] {
        var events: [WebSocketEvent] = []
        var fields = Fields()
        for line in transcript.split(separator: 0x0A, omittingEmptySubsequences: false) {
            guard line.isEmpty else {
                fields.add(line)
                continue
            }
            if let event = WebSocketEvent(fields) { events.append(event) }
            fields = Fields()
        }
        return events
    }

    private struct Fields {
        private var values: [String: String] = [:]
        private(set) var data: [String] = []

        mutating func add(_ line: ArraySlice<UInt8>) {
            guard let (name, value) = String(decoding: line, as: UTF8.self).cut(at: ":") else { return }
            let isIndented = value.unicodeScalars.first == " "
            let text = String(value.unicodeScalars.dropFirst(isIndented ? 1 : 0))
            if name == "data" { data.append(text) } else { values[String(name)] = text }
        }

        subscript(name: String) -> String? { values[name] }
    }

    private init?(_ fields: Fields) {
        let words = (fields["event"] ?? "").split(at: " ")
        guard words.count == 2, let side = ["out": true, "in": false][String(words[0])] else { return nil }
        let name = String(words[1])
        let isFinal = !name.hasSuffix("…")
        guard let kind = Kind(rawValue: isFinal ? name : String(name.dropLast())) else { return nil }
        self.init(isSent: side, kind, time: fields["time"].flatMap { Double($0) } ?? 0)
        self.isFinal = isFinal
        var data = fields.data.joined(separator: "\n")
        let size = fields["size"].flatMap { Int($0) }
        if let size, data.hasSuffix(Self.cut(size)) { data.removeLast(Self.cut(size).count) }
        switch Form(rawValue: fields["form"] ?? "text") ?? .text {
        case .remark: remark = data
        case .empty: break
        case .bytes: content = Self.unescaped(data)
        case .crlf: content = Array(data.replacing("\n", with: "\r\n").utf8)
        case .text where kind == .close: content = Self.close(data)
        case .text: content = Array(data.utf8)
        }
        self.size = max(ReportedNumber.size(size ?? 0), content.count)
    }

    private static func close(_ text: String) -> [UInt8] {
        let (code, reason) = text.cut(at: " ").map { (String($0), String($1)) } ?? (text, "")
        guard let number = UInt16(code) else { return [] }
        return [UInt8(number >> 8), UInt8(number & 0xFF)] + Array(reason.utf8)
    }

    private static func unescaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let mark = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            let isCode = mark == UInt8(ascii: "x")
            let value = isCode ? UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) : nil
            if value != nil { rest = rest.dropFirst(2) }
            bytes.append(value ?? mark)
        }
        return bytes
    }
}

extension ExchangeRecord {
    /// The WebSocket frames in the record, or an empty array for an exchange of another protocol.
    public var webSocketEvents: [WebSocketEvent] {
        guard head?.status == 101, chunks.first?.starts(with: "event: ".utf8) == true else { return [] }
        return WebSocketEvent.events(in: body)
    }
}
