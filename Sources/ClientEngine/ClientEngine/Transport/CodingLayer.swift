/// Takes one content coding off a body, piece by piece, on one thread.
final class CodingLayer {
    /// The codings of HTTP that can be taken off, by their registered names.
    enum Coding: String {
        /// RFC 1952; several members may follow each other.
        case gzip
        /// RFC 1950, or, as some servers send it, bare RFC 1951.
        case deflate
        /// Brotli, RFC 7932.
        case br
        /// Zstandard, RFC 8878; several frames may follow each other.
        case zstd
    }

    private enum Stage {
        /// Nothing came yet, or too little to tell the wrapper.
        case beginning
        /// In the middle of compressed data.
        case inside(any DecodingStream)
        /// Behind data that is complete: more of its kind may follow.
        case between(any DecodingStream)
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

    /// Indicates whether the data has come to its end, or nothing came at all.
    var isComplete: Bool {
        switch stage {
        case .beginning: pending.isEmpty
        case .inside: false
        case .between, .behind: true
        }
    }

    /// Indicates whether bytes behind the end were passed over.
    var hasTrailingBytes: Bool { hasPassedBytesOver || (isComplete && !pending.isEmpty) }

    /// Does one step with what is pending; false when it needs more.
    private func advance(_ output: inout [UInt8], allowance: Int) throws(ClientError) -> Bool {
        switch stage {
        case .beginning:
            guard coding != .deflate || pending.count >= 2 else { return false }
            guard let stream = makeStream() else {
                throw ClientError(.decode, .process, "there is no memory to decode the body")
            }
            stage = .inside(stream)
            return true
        case .inside(let stream):
            return try decode(with: stream, &output, allowance: allowance)
        case .between(let stream):
            guard let continues else { return false }
            if continues { stream.reset() }
            stage = continues ? .inside(stream) : .behind
            return true
        case .behind:
            hasPassedBytesOver = true
            pending = []
            return false
        }
    }

    private func decode(
        with stream: any DecodingStream, _ output: inout [UInt8], allowance: Int
    ) throws(ClientError) -> Bool {
        var offset = 0
        var progress = DecodingProgress.more
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
            stage = coding == .gzip || coding == .zstd ? .between(stream) : .behind
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

    private func makeStream() -> (any DecodingStream)? {
        switch coding {
        case .gzip: InflateStream(.gzip)
        case .deflate: InflateStream(hasZlibHeader ? .zlib : .raw)
        case .br: BrotliStream()
        case .zstd: ZstdStream()
        }
    }

    /// RFC 1950, section 2.2: method 8, and the first two bytes together are a multiple of 31.
    private var hasZlibHeader: Bool {
        pending[0] & 0x0F == 8 && (Int(pending[0]) << 8 | Int(pending[1])) % 31 == 0
    }

    /// Indicates whether what is pending begins with the magic number of another member or frame; nil while it is too
    /// short.
    private var continues: Bool? {
        let magic: [UInt8]
        var start = Array(pending.prefix(4))
        switch coding {
        case .gzip: magic = [0x1F, 0x8B]
        case .deflate, .br: return false
        case .zstd:
            let isSkippable = pending[0] & 0xF0 == 0x50
            magic = isSkippable ? [0x50, 0x2A, 0x4D, 0x18] : [0x28, 0xB5, 0x2F, 0xFD]
            if isSkippable { start[0] = 0x50 }
        }
        if start.starts(with: magic) { return true }
        return magic.starts(with: start) ? nil : false
    }
}
