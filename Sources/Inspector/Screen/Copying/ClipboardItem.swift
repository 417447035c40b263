import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import RequestFormats

/// A piece of a task on its way to the clipboard of the terminal.
package struct ClipboardItem: Equatable, Sendable {
    enum Part: Hashable, Sendable {
        case curl, body, headers, url
        /// All that belongs into a ticket, without secrets.
        case ticket
        /// The place of the cursor in a formatted body, and the value there.
        case path, value
    }

    /// The copied thing, as a sentence goes on after "copied".
    let name: String
    private(set) var bytes: [UInt8]
    private(set) var remarks: [String] = []

    /// Terminals take no more (OSC 52).
    package static let limit = 100_000

    /// Says in one sentence why nothing can be copied.
    struct CopyError: Error {
        var text: String
        var hint: String?
    }

    /// The part of a task that is on the screen.
    struct Source {
        var key: TaskKey
        var task: TaskRecord
        /// The exchange that is shown; nil before the first begins.
        var exchange: ExchangeRecord?
        /// Indicates whether what was sent is shown, instead of what was received.
        var isSent: Bool
        /// The parts of the body that an expression has found, and that are shown instead of it.
        var found: [UInt8]?
        /// The line of a formatted body that has the cursor.
        var line: (path: String, value: [UInt8])?
        /// The sentence about a body that is not there.
        var sentenceOfMissingBody: String
    }

    /// Takes a part of what is shown.
    init(_ part: Part, of source: Source) throws(CopyError) {
        let task = source.task
        var redaction = Redaction()
        redaction.learn(headsOf: task)
        switch part {
        case .url:
            self.init("the URL", Array(task.origin.fullURL.utf8))
            _ = redaction.url(task.origin.fullURL)
        case .curl:
            var request = task.origin.request
            request.url = task.origin.fullURL
            guard task.droppedRequestBody == nil else { throw source.dropped }
            try Self.check(request.body)
            let line = CurlWriter.text(for: request)
            self.init("a curl line", Array(line.text.utf8))
            remarks = line.warnings
            redaction.look(at: request)
        case .headers:
            self.init(source.isSent ? "the head sent" : "the head received", try source.head)
        case .path: self.init("the path", Array((source.line?.path ?? "").utf8))
        case .value: self.init("the value", source.line?.value ?? [])
        case .ticket:
            let ticket = TicketText(task, source.exchange, Redaction())
            self.init("the task for a ticket", Array(ticket.text.utf8))
            if ticket.secrets > 0 { remarks.append("Replaced in it: \(ticket.secrets.of("secret")).") }
        case .body:
            self.init(source.isSent ? "the body sent" : "the body", try source.body)
        }
        if part == .headers { redaction.look(at: source) }
        try finish(secrets: redaction.count)
    }

    private init(_ name: String, _ bytes: [UInt8]) {
        (self.name, self.bytes) = (name, bytes)
    }

    var confirmation: String {
        (["Copied \(name), \(bytes.count.byteText)."] + remarks)
            .joined(separator: " ")
    }

    /// Leaves out what could act on a terminal that the text is pasted into, and counts what should stay private.
    private mutating func finish(secrets: Int) throws(CopyError) {
        guard bytes.count <= Self.limit else { throw Self.tooLong(bytes.count, name) }
        let (kept, left) = Self.withoutControls(bytes)
        bytes = kept
        if left > 0 { remarks.append("Left out: \(left.of("control character")).") }
        if secrets > 0 { remarks.append("It holds \(secrets.of("secret")).") }
    }

    /// The bytes without C0, DEL and C1 but for tabs and line ends, and how many characters that were.
    private static func withoutControls(_ bytes: [UInt8]) -> (kept: [UInt8], left: Int) {
        var kept: [UInt8] = []
        var left = 0
        for (index, byte) in bytes.enumerated() {
            let isBehindC2 = index > 0 && bytes[index - 1] == 0xC2
            if byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte) || byte == 0x7F {
                left += 1
            } else if isBehindC2, (0x80...0x9F).contains(byte) {
                // C1 in UTF-8 is two bytes; nothing else has C2 in front.
                kept.removeLast()
                left += 1
            } else {
                kept.append(byte)
            }
        }
        return (kept, left)
    }

    fileprivate static func tooLong(_ count: Int, _ name: String) -> CopyError {
        CopyError(
            text: "Nothing was copied: \(name) has \(count.byteText), terminals take \(limit.byteText).",
            hint: "s saves the body in a file.")
    }

    private static func check(_ body: Body) throws(CopyError) {
        if let bytes = body.bytes, bytes.count > limit { throw tooLong(bytes.count, "the body") }
    }
}

extension ClipboardItem.Source {
    fileprivate var dropped: ClipboardItem.CopyError {
        ClipboardItem.CopyError(text: "Nothing was copied: \(sentenceOfMissingBody).")
    }

    fileprivate var head: [UInt8] {
        get throws(ClipboardItem.CopyError) {
            guard let exchange else { throw ClipboardItem.CopyError(text: "Nothing was sent yet.") }
            if isSent { return exchange.requestHead }
            guard let head = exchange.head else {
                throw ClipboardItem.CopyError(text: "There is no response yet.")
            }
            var bytes = Array("\(head.httpVersion) \(head.status) \(head.reason)\n".utf8)
            for field in head.headers {
                bytes += Array(field.rawName) + Array(": ".utf8) + field.rawValue + [UInt8(ascii: "\n")]
            }
            return bytes
        }
    }

    /// The body that is shown, whatever it holds.
    var wholeBody: [UInt8] {
        get throws(ClipboardItem.CopyError) {
            if let found { return found }
            return try isSent ? bodySent : bodyReceived
        }
    }

    /// The body as text for a clipboard.
    fileprivate var body: [UInt8] {
        get throws(ClipboardItem.CopyError) {
            let bytes = try wholeBody
            guard bytes.count <= ClipboardItem.limit else {
                throw ClipboardItem.tooLong(bytes.count, "the body")
            }
            guard !isSent, found == nil, let exchange else { return bytes }
            let source = BodySource(task: key, attempt: 0, exchange: exchange)
            guard source.kind != .binary else {
                throw ClipboardItem.CopyError(
                    text: "Nothing was copied: the body is binary, and a clipboard holds text.",
                    hint: "s saves it in a file.")
            }
            // A clipboard holds UTF-8.
            return Array(source.encoding(of: bytes).decode(bytes).utf8)
        }
    }

    private var bodySent: [UInt8] {
        get throws(ClipboardItem.CopyError) {
            guard task.droppedRequestBody == nil else { throw dropped }
            let body = task.origin.request.body
            guard !body.isNone, let bytes = body.bytes else {
                throw ClipboardItem.CopyError(text: "Nothing was copied: the request has no body in memory.")
            }
            return bytes
        }
    }

    private var bodyReceived: [UInt8] {
        get throws(ClipboardItem.CopyError) {
            guard let exchange, exchange.head != nil else {
                throw ClipboardItem.CopyError(text: "There is no response yet.")
            }
            guard exchange.droppedBody == nil else { throw dropped }
            return exchange.body
        }
    }
}

extension Redaction {
    /// Counts what is secret in a request.
    fileprivate mutating func look(at request: Request) {
        _ = url(request.url)
        _ = headers(request.headers)
        if let known = request.authentication?.login { _ = login(known) }
        if let bytes = request.body.bytes {
            _ = body(bytes, contentType: request.headers["Content-Type"] ?? request.body.contentType)
        }
    }

    /// Counts what is secret in the head that is shown.
    fileprivate mutating func look(at source: ClipboardItem.Source) {
        _ = headers(
            source.isSent ? source.task.origin.request.headers : source.exchange?.head?.headers ?? [:])
    }
}

extension TaskOrigin {
    /// The whole URL; as it was written where it is none.
    fileprivate var fullURL: String { url?.text ?? request.url }
}
