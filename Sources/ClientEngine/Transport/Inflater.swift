/// Takes one layer of gzip or deflate off a body, piece by piece, on one thread.
final class Inflater {
    /// The names of HTTP for what this can decode.
    enum Coding {
        /// RFC 1952; several members may follow each other.
        case gzip
        /// RFC 1950, or, as some servers send it, bare RFC 1951.
        case deflate
    }

    private enum Stage {
        /// Nothing came yet, or too little to tell the wrapper.
        case beginning
        /// In the middle of compressed data.
        case inside(InflateStream)
        /// Behind a complete gzip member: another may follow.
        case between(InflateStream)
        /// Behind the end: what follows belongs to nobody.
        case behind
    }

    private let coding: Coding
    private var stage = Stage.beginning
    private var pending: [UInt8] = []
    private var produced = 0
    private var hasPassedBytesOver = false

    init(_ coding: Coding) {
        self.coding = coding
    }

    /// Decodes what a piece adds.
    ///
    /// - Throws: `decode` for broken data, `limit` as soon as all output so far is more than the allowance.
    func decode(_ bytes: [UInt8], allowance: Int) throws(ClientError) -> [UInt8] {
        pending += bytes
        var output: [UInt8] = []
        while !pending.isEmpty {
            guard try advance(&output, allowance: allowance) else { break }
        }
        return output
    }

    /// Whether the data has come to its end, or nothing came at all.
    var isComplete: Bool {
        switch stage {
        case .beginning: pending.isEmpty
        case .inside: false
        case .between, .behind: true
        }
    }

    /// Whether bytes behind the end were passed over.
    var hasTrailingBytes: Bool { hasPassedBytesOver || (isComplete && !pending.isEmpty) }

    /// Does one step with what is pending; false when it needs more.
    private func advance(_ output: inout [UInt8], allowance: Int) throws(ClientError) -> Bool {
        switch stage {
        case .beginning:
            guard let wrapper else { return false }
            guard let stream = InflateStream(wrapper) else {
                throw ClientError(.decode, .process, "there is no memory to decode the body")
            }
            stage = .inside(stream)
            return true
        case .inside(let stream):
            return try inflate(with: stream, &output, allowance: allowance)
        case .between(let stream):
            guard pending.count >= 2 || pending.first != 0x1F else { return false }
            if pending.starts(with: [0x1F, 0x8B]) {
                stream.reset()
                stage = .inside(stream)
            } else {
                stage = .behind
            }
            return true
        case .behind:
            hasPassedBytesOver = true
            pending = []
            return false
        }
    }

    private func inflate(
        with stream: InflateStream, _ output: inout [UInt8], allowance: Int
    ) throws(ClientError) -> Bool {
        var offset = 0
        var progress = InflateStream.Progress.more
        let before = output.count
        while progress == .more {
            progress = stream.step(pending, from: &offset, into: &output)
            guard produced + output.count - before <= allowance else { throw tooLarge(allowance) }
        }
        produced += output.count - before
        pending.removeFirst(offset)
        switch progress {
        case .more, .needsInput: return false
        case .end:
            stage = coding == .gzip ? .between(stream) : .behind
            return true
        case .broken(let reason):
            throw ClientError(
                .decode, .process, "the body is not valid \(coding): \(reason)",
                hint: "The bytes as they arrived are kept.")
        }
    }

    private func tooLarge(_ allowance: Int) -> ClientError {
        ClientError(
            .limit, .receive, "the body grows beyond \(allowance) bytes when it is decoded",
            hint: "A small body that decodes to a huge one may be an attack; the limits can be raised.")
    }

    /// The wrapper that the first bytes show; nil while they are too few.
    private var wrapper: InflateStream.Wrapper? {
        guard coding == .deflate else { return .gzip }
        guard pending.count >= 2 else { return nil }
        // RFC 1950, section 2.2: method 8, and the two bytes together are a multiple of 31.
        let isZlib = pending[0] & 0x0F == 8 && (Int(pending[0]) << 8 | Int(pending[1])) % 31 == 0
        return isZlib ? .zlib : .raw
    }
}
