/// A frame observed on a WebSocket connection (RFC 6455, section 5.2).
struct WebSocketFrame: Sendable, Equatable {
    enum Opcode: UInt8, Sendable {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        var isControl: Bool { rawValue >= 8 }
    }

    /// The maximum number of content bytes to keep.
    static let mostOfContent = 4_096

    var opcode: Opcode
    /// The opcode of the message.
    ///
    /// For a continuation, this is the opcode of the first frame.
    var message: Opcode
    /// Indicates whether the frame ends its message.
    var isFinal: Bool
    /// Indicates whether the message is compressed (RFC 7692).
    var isCompressed = false
    /// The length of the payload on the wire, in bytes.
    var length: Int
    /// The beginning of the content: the payload, unmasked and decompressed.
    private(set) var content: [UInt8] = []
    /// The size of the whole content, in bytes.
    private(set) var size = 0
    /// The reason why the content of a compressed frame is unknown, or `nil`.
    var problem: String?

    /// Adds `count` bytes to the content.
    ///
    /// `bytes` are all of them or their beginning.
    mutating func add(_ bytes: [UInt8], of count: Int) {
        size += count
        content += bytes.prefix(max(0, Self.mostOfContent - content.count))
    }

    /// Adds a piece of compressed payload, which `inflater` decompresses.
    mutating func add(_ bytes: [UInt8], through inflater: MessageInflater) {
        inflater.read(bytes, into: &self)
    }

    /// Removes the incomplete UTF-8 character at the end, which continues in the next frame.
    ///
    /// Returns its bytes.
    mutating func takeCutLetter() -> [UInt8] {
        guard !isFinal, message == .text, content.count == size else { return [] }
        let cut = Array(content[content.wholeLetters.endIndex...])
        content.removeLast(cut.count)
        size -= cut.count
        return cut
    }
}

/// Decodes the frames of one direction from pieces of any size.
///
/// ```
///  head ─▶ length ─▶ mask ─▶ payload ─▶ head …
///    └──────┴─ not a valid frame ─▶ opaque
/// ```
/// After invalid bytes, nothing more is decoded. The reader only observes: it does not check which side masks, or
/// whether a length has its shortest form.
struct WebSocketReader: Sendable {
    /// Indicates whether the data is not a WebSocket stream.
    private(set) var isOpaque = false

    /// Decompresses messages, or `nil` without negotiated compression.
    private let inflater: MessageInflater?
    /// The bytes of an incomplete head.
    private var head: [UInt8] = []
    /// The frame whose payload is arriving, the number of missing bytes, and the mask.
    private var frame: WebSocketFrame?
    private var left = 0
    private var mask: [UInt8] = []
    /// The opcode of the fragmented message, and whether it is compressed.
    private var message: WebSocketFrame.Opcode?
    private var isMessageCompressed = false
    /// The bytes of a character that began in the previous frame.
    private var cutLetter: [UInt8] = []

    init(_ compression: MessageCompression? = nil) {
        inflater = compression.map { MessageInflater($0) }
    }

    /// Reads received bytes.
    ///
    /// Returns the frames that they complete.
    mutating func read(_ bytes: ArraySlice<UInt8>) -> [WebSocketFrame] {
        var frames: [WebSocketFrame] = []
        var rest = bytes
        while !isOpaque, !rest.isEmpty {
            if frame == nil {
                readHead(&rest)
            } else {
                readPayload(&rest)
            }
            if left == 0, let whole = takeFrame() { frames.append(whole) }
        }
        return frames
    }

    private mutating func takeFrame() -> WebSocketFrame? {
        guard var whole = frame.take() else { return nil }
        if whole.isCompressed, let inflater {
            if whole.isFinal {
                inflater.endMessage(with: &whole)
            } else {
                whole.problem = inflater.problem
            }
        }
        if !whole.opcode.isControl { cutLetter = whole.takeCutLetter() }
        return whole
    }

    private mutating func readHead(_ rest: inout ArraySlice<UInt8>) {
        while head.count < headLength {
            guard let byte = rest.popFirst() else { return }
            head.append(byte)
        }
        begin()
        head.removeAll(keepingCapacity: true)
    }

    /// The length of the head, which the first two bytes determine.
    private var headLength: Int {
        head.count < 2 ? 2 : 2 + lengthBytes + (head[1] & 0x80 == 0 ? 0 : 4)
    }

    /// The number of bytes of an extended length, after the first two bytes.
    private var lengthBytes: Int {
        switch head[1] & 0x7F {
        case 126: 2
        case 127: 8
        default: 0
        }
    }

    private mutating func begin() {
        let first = head[0]
        let short = Int(head[1] & 0x7F)
        let written = head[2..<2 + lengthBytes]
        let isFinal = first & 0x80 != 0
        let isMarked = first & 0x40 != 0
        guard let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F), first & 0x30 == 0,
            !isMarked || inflater != nil && !opcode.isControl && opcode != .continuation,
            written.count < 8 || (written.first ?? 0) & 0x80 == 0,
            !opcode.isControl || isFinal && written.isEmpty,
            opcode.isControl || (opcode == .continuation) == (message != nil)
        else { return isOpaque = true }
        if !opcode.isControl, opcode != .continuation { isMessageCompressed = isMarked }
        left = written.isEmpty ? short : written.reduce(0) { $0 << 8 | Int($1) }
        mask = Array(head[(2 + lengthBytes)...])
        var begun = WebSocketFrame(
            opcode: opcode, message: opcode == .continuation ? message ?? opcode : opcode, isFinal: isFinal,
            isCompressed: !opcode.isControl && isMessageCompressed, length: left)
        if opcode == .continuation { begun.add(cutLetter, of: cutLetter.count) }
        if !opcode.isControl { message = isFinal ? nil : begun.message }
        frame = begun
    }

    private mutating func readPayload(_ rest: inout ArraySlice<UInt8>) {
        guard let length = frame?.length, let isCompressed = frame?.isCompressed else { return }
        let piece = rest.prefix(left)
        let offset = length - left
        rest = rest.dropFirst(piece.count)
        left -= piece.count
        if isCompressed, let inflater {
            // Decompresses the whole piece, because kept content may refer to discarded content.
            let compressed = unmasked(piece, from: offset)
            frame?.add(compressed, through: inflater)
        } else {
            let kept = unmasked(piece.prefix(max(0, WebSocketFrame.mostOfContent - offset)), from: offset)
            frame?.add(kept, of: piece.count)
        }
    }

    private func unmasked(_ bytes: ArraySlice<UInt8>, from offset: Int) -> [UInt8] {
        if mask.isEmpty { return Array(bytes) }
        var place = offset
        return bytes.map { byte in
            defer { place += 1 }
            return byte ^ mask[place & 3]
        }
    }
}

extension [UInt8] {
    /// The bytes without an incomplete UTF-8 character at the end.
    var wholeLetters: ArraySlice<UInt8> {
        guard let start = suffix(3).lastIndex(where: { $0 & 0xC0 == 0xC0 }) else { return self[...] }
        let length = self[start] >= 0xF0 ? 4 : self[start] >= 0xE0 ? 3 : 2
        return endIndex - start < length ? self[..<start] : self[...]
    }
}
