import ClientEngine
import EngineSupport

/// The agreement on compression for the messages of one direction (permessage-deflate, RFC 7692, section 7.1).
struct MessageCompression: Sendable, Equatable {
    /// The binary logarithm of the bytes that a message may refer back to.
    var windowBits = 15
    /// Indicates whether a message may refer back to those before it.
    var keepsContext = true

    /// Reads what the answer to a handshake has agreed on for what a side says; nil where that is no such compression.
    init?(of side: Side, in answer: Headers) {
        let extensions = answer.values(of: "Sec-WebSocket-Extensions").flatMap { $0.split(at: ",") }
        let agreed = extensions.map { $0.split(at: ";").map { String($0.trimmingOptionalSpace) } }
        guard let words = agreed.first(where: { $0.first?.lowercased() == "permessage-deflate" }) else {
            return nil
        }
        for word in words.dropFirst() {
            let parts = word.split(at: "=", maxSplits: 1).map { String($0.trimmingOptionalSpace) }
            switch parts.first?.lowercased() ?? "" {
            case "\(side.rawValue)_no_context_takeover": keepsContext = false
            case "\(side.rawValue)_max_window_bits":
                let bits = parts.dropFirst().first.flatMap { Int($0.filter { $0 != "\"" }) }
                if let bits, (8...15).contains(bits) { windowBits = bits }
            default: break
            }
        }
    }

    enum Side: String {
        case client, server
    }
}

/// Undoes the compression of the messages of one direction, piece by piece as they go by (RFC 7692, section 7.2.2).
///
/// What comes out is counted and bounded, and its beginning kept. A message that cannot be read says why; where later ones may refer
/// back to it, neither can they.
final class MessageInflater: Sendable {
    /// The most bytes that one message may become, and all together.
    static let mostOfMessage = 16 << 20
    static let mostInAll = 256 << 20

    private let state: Locked<State>

    init(_ compression: MessageCompression) {
        state = Locked(State(compression: compression))
    }

    /// Takes in a piece of the compressed message, and adds what comes out to its frame.
    func read(_ bytes: [UInt8], into frame: inout WebSocketFrame) {
        state.withLock { $0.read(bytes, into: &frame) }
    }

    /// Takes note that the message ends with a frame.
    func endMessage(with frame: inout WebSocketFrame) {
        state.withLock { $0.endMessage(with: &frame) }
    }

    /// The reason why the message that arrives cannot be read; nil where it can.
    var problem: String? { state.withLock(\.problem) }

    private struct State {
        /// The end that senders leave out: an empty block.
        private static let tail: [UInt8] = [0, 0, 0xFF, 0xFF]

        let compression: MessageCompression
        private(set) var problem: String?
        private var stream: MessageStream?
        private var output: [UInt8] = []
        /// The bytes that the message has become, and all together.
        private var made = 0
        private var total = 0
        /// Indicates whether the data is at an end that needs no other: nothing has come, or its sender has written one.
        private var isAtEnd = true

        init(compression: MessageCompression) { self.compression = compression }

        mutating func read(_ bytes: [UInt8], into frame: inout WebSocketFrame) {
            // Made late: most connections that agree on compression say little, and each stream takes memory.
            stream = stream ?? MessageStream(windowBits: compression.windowBits)
            guard let stream else { return problem = "memory ran out" }
            var offset = 0
            while problem == nil {
                output.removeAll(keepingCapacity: true)
                let progress = stream.step(bytes, from: &offset, into: &output)
                frame.add(output, of: output.count)
                made += output.count
                total += output.count
                isAtEnd = false
                if made > MessageInflater.mostOfMessage {
                    problem = "it becomes more than \(MessageInflater.mostOfMessage >> 20) MiB"
                } else if total > MessageInflater.mostInAll {
                    problem = "\(MessageInflater.mostInAll >> 20) MiB were read on this connection"
                }
                switch progress {
                case .more: break
                case .needsInput: return
                case .end:
                    stream.continueAfterEnd()
                    isAtEnd = offset == bytes.count
                    if isAtEnd { return }
                case .broken(let words): problem = words
                }
            }
        }

        mutating func endMessage(with frame: inout WebSocketFrame) {
            if !isAtEnd { read(Self.tail, into: &frame) }
            frame.problem = problem
            made = 0
            isAtEnd = true
            if total > MessageInflater.mostInAll { return }
            if !compression.keepsContext {
                stream?.reset()
                problem = nil
            } else if problem != nil {
                problem = "a message before could not be read"
            }
        }
    }
}
