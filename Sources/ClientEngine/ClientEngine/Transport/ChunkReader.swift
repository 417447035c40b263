/// Parses the chunks of a body (RFC 9112, section 7.1) in parallel to libcurl, which does not report anomalies in them:
/// a pure value.
struct ChunkReader {
    private enum State {
        /// In the size of a chunk.
        case size
        /// After the size, on the same line.
        case behindSize
        /// In a chunk with this number of remaining bytes.
        case data(Int)
        /// After a chunk, before the end of its line.
        case behindData
        /// In a line after the last chunk, after this number of bytes.
        case trailer(Int)
        case end
    }

    private var state = State.size
    private var size = 0
    private var last: UInt8 = 0
    /// The number of bytes after chunk sizes: extensions, which have no effect.
    private(set) var extensionLength = 0
    /// Indicates whether lines end with a line feed only, or a size is followed by bytes that are not an extension.
    private(set) var isOdd = false

    var isComplete: Bool { if case .end = state { true } else { false } }

    /// Indicates whether the last chunk has arrived.
    ///
    /// Trailers and an empty line follow it.
    var hasLastChunk: Bool {
        switch state {
        case .trailer, .end: true
        case .size, .behindSize, .data, .behindData: false
        }
    }

    /// Processes received bytes.
    mutating func consume(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count {
            if case .data(let left) = state {
                let count = min(left, bytes.count - index)
                index += count
                state = count == left ? .behindData : .data(left - count)
                continue
            }
            consume(bytes[index])
            last = bytes[index]
            index += 1
        }
    }

    private mutating func consume(_ byte: UInt8) {
        let isLineEnd = byte == 0x0A
        if isLineEnd, last != 0x0D { isOdd = true }
        switch state {
        case .size:
            if let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 {
                // libcurl rejects a size that does not fit.
                size = size &<< 4 | digit
            } else {
                // White space after a size is invalid but common (RFC 9112, erratum 4667).
                if ![0x0A, 0x0D, 0x3B, 0x20, 0x09].contains(byte) { isOdd = true }
                state = .behindSize
                takeBehindSize(byte)
            }
        case .behindSize: takeBehindSize(byte)
        case .behindData: if isLineEnd { state = .size }
        case .trailer(let length):
            if isLineEnd {
                state = length == 0 ? .end : .trailer(0)
            } else if byte != 0x0D {
                state = .trailer(length + 1)
            }
        case .data, .end: break
        }
    }

    private mutating func takeBehindSize(_ byte: UInt8) {
        guard byte == 0x0A else {
            if byte != 0x0D { extensionLength += 1 }
            return
        }
        state = size == 0 ? .trailer(0) : .data(size)
        size = 0
    }
}
