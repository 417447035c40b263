import ClientEngine
import EngineSupport

/// The compression negotiated for the messages of one direction (permessage-deflate, RFC 7692, section 7.1).
struct MessageCompression: Sendable, Equatable {
    /// The window size: the binary logarithm of the distance in bytes that a message may refer back to.
    var windowBits = 15
    /// Indicates whether a message may refer to earlier messages.
    var keepsContext = true

    /// Reads the compression of one side from a handshake response.
    ///
    /// Returns `nil` if none was negotiated.
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

/// Decompresses the messages of one direction piece by piece (RFC 7692, section 7.2.2).
///
/// The output is counted and bounded, and its beginning is kept. An unreadable message has a ``problem``. If later
/// messages may refer to it, they are unreadable as well.
final class MessageInflater: Sendable {
    /// The maximum decompressed size in bytes of one message, and of all messages.
    static let mostOfMessage = 16 << 20
    static let mostInAll = 256 << 20

    private let state: Locked<State>

    init(_ compression: MessageCompression) {
        state = Locked(State(compression: compression))
    }

    /// Reads a piece of a compressed message, and adds the output to its frame.
    func read(_ bytes: [UInt8], into frame: inout WebSocketFrame) {
        state.withLock { $0.read(bytes, into: &frame) }
    }

    /// Records that the message ends with a frame.
    func endMessage(with frame: inout WebSocketFrame) {
        state.withLock { $0.endMessage(with: &frame) }
    }

    /// The reason why the current message cannot be read, or `nil`.
    var problem: String? { state.withLock(\.problem) }

    private struct State {
        /// The end of each message that senders omit: an empty block.
        private static let tail: [UInt8] = [0, 0, 0xFF, 0xFF]

        let compression: MessageCompression
        private(set) var problem: String?
        private var stream: MessageStream?
        private var output: [UInt8] = []
        /// The decompressed bytes of the message, and of all messages.
        private var made = 0
        private var total = 0
        /// Indicates whether the data needs no further end: there is no data, or the sender wrote an end.
        private var isAtEnd = true

        init(compression: MessageCompression) { self.compression = compression }

        mutating func read(_ bytes: [UInt8], into frame: inout WebSocketFrame) {
            // Created late, because a stream takes memory and most connections with compression send little.
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
