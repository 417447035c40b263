/// A frame of a WebSocket connection (RFC 6455, section 5.2), as it has gone by.
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

    var opcode: Opcode
    /// Indicates whether it ends its message.
    var isFinal: Bool
    /// Indicates whether its message is compressed (RFC 7692).
    var isCompressed: Bool
    /// The bytes of the whole payload.
    var length: Int
    /// The beginning of the payload, without its mask.
    var payload: [UInt8] = []
}

/// Makes frames of the bytes of one direction, in whatever pieces they come: a pure value.
///
/// ```
///  head ─▶ length ─▶ mask ─▶ payload ─▶ head …
///    └──────┴─ what no frame may be ─▶ opaque
/// ```
/// Behind bytes that are no frames nothing is made out any more.
struct WebSocketReader: Sendable {
    /// The most bytes of a payload that are kept.
    static let mostOfPayload = 4_096

    /// Indicates whether what came is no WebSocket.
    private(set) var isOpaque = false

    private let allowsCompression: Bool
    /// The bytes of a head that is not complete.
    private var head: [UInt8] = []
    /// The frame whose payload arrives, what is left of that, and its mask.
    private var frame: WebSocketFrame?
    private var left = 0
    private var mask: [UInt8] = []
    /// Indicates whether a message goes on in the next frame of it.
    private var isWithinMessage = false

    init(allowingCompression: Bool = false) { allowsCompression = allowingCompression }

    /// Takes in what has come; returns the frames that it completes.
    mutating func read(_ bytes: ArraySlice<UInt8>) -> [WebSocketFrame] {
        var frames: [WebSocketFrame] = []
        var rest = bytes
        while !isOpaque, !rest.isEmpty {
            if frame == nil {
                readHead(&rest)
            } else {
                readPayload(&rest)
            }
            if left == 0, let whole = frame {
                frames.append(whole)
                frame = nil
            }
        }
        return frames
    }

    private mutating func readHead(_ rest: inout ArraySlice<UInt8>) {
        while let wanted = missingOfHead {
            guard let byte = rest.popFirst() else { return }
            head.append(byte)
            if wanted == 1, missingOfHead == nil { break }
        }
        guard missingOfHead == nil else { return }
        begin()
        head.removeAll(keepingCapacity: true)
    }

    /// The bytes that the head still needs; nil where it is complete.
    private var missingOfHead: Int? {
        guard head.count >= 2 else { return 2 - head.count }
        let needed = 2 + lengthBytes + (head[1] & 0x80 == 0 ? 0 : 4)
        return head.count < needed ? needed - head.count : nil
    }

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
        let isCompressed = first & 0x40 != 0
        guard let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F), first & 0x30 == 0,
            !isCompressed || allowsCompression && !opcode.isControl && opcode != .continuation,
            written.count < 8 || (written.first ?? 0) & 0x80 == 0,
            !opcode.isControl || isFinal && written.isEmpty,
            opcode.isControl || (opcode == .continuation) == isWithinMessage
        else { return isOpaque = true }
        if !opcode.isControl { isWithinMessage = !isFinal }
        left = written.isEmpty ? short : written.reduce(0) { $0 << 8 | Int($1) }
        mask = Array(head[(2 + lengthBytes)...])
        frame = WebSocketFrame(opcode: opcode, isFinal: isFinal, isCompressed: isCompressed, length: left)
    }

    private mutating func readPayload(_ rest: inout ArraySlice<UInt8>) {
        guard var frame else { return }
        let count = min(left, rest.count)
        let offset = frame.length - left
        let kept = rest.prefix(min(count, max(0, Self.mostOfPayload - offset)))
        for (index, byte) in kept.enumerated() {
            frame.payload.append(mask.isEmpty ? byte : byte ^ mask[(offset + index) & 3])
        }
        rest = rest.dropFirst(count)
        left -= count
        self.frame = frame
    }
}
