/// Decodes one content coding of a body, piece by piece, on one thread.
final class CodingLayer {
    /// The supported content codings, by their registered names.
    enum Coding: String {
        /// RFC 1952.
        ///
        /// Several members may follow each other.
        case gzip
        /// RFC 1950, or RFC 1951 without a wrapper, which some servers send.
        case deflate
        /// Brotli, RFC 7932.
        case br
        /// Zstandard, RFC 8878.
        ///
        /// Several frames may follow each other.
        case zstd
    }

    private enum Stage {
        /// No bytes have arrived, or too few to recognize the wrapper.
        case beginning
        /// In compressed data.
        case inside(any DecodingStream)
        /// After complete data, which more data of the same kind may follow.
        case between(any DecodingStream)
        /// After the end.
        ///
        /// Further bytes are discarded.
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

    /// Decodes a piece of the body.
    ///
    /// - Throws: `decode` for invalid data, `limit` when the total output exceeds `allowance`.
    func decode(_ bytes: [UInt8], allowance: Int) throws(ClientError) -> [UInt8] {
        pending += bytes
        var output: [UInt8] = []
        while !pending.isEmpty {
            guard try advance(&output, allowance: allowance) else { break }
        }
        return output
    }

    /// Indicates whether the data is complete, or there were no bytes at all.
    var isComplete: Bool {
        switch stage {
        case .beginning: pending.isEmpty
        case .inside: false
        case .between, .behind: true
        }
    }

    /// Indicates whether bytes after the end were discarded.
    var hasTrailingBytes: Bool { hasPassedBytesOver || (isComplete && !pending.isEmpty) }

    /// Processes the pending bytes by one step.
    ///
    /// Returns `false` if more bytes are needed.
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

    /// Indicates whether there is a zlib header: method 8, and the first two bytes are a multiple of 31 (RFC 1950,
    /// section 2.2).
    private var hasZlibHeader: Bool {
        pending[0] & 0x0F == 8 && (Int(pending[0]) << 8 | Int(pending[1])) % 31 == 0
    }

    /// Indicates whether the pending bytes start with the magic number of another member or frame, or `nil` if there
    /// are too few bytes.
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
