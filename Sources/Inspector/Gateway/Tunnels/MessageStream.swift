import CEngineZlib

/// Decompresses the messages of one direction of a WebSocket, on one thread (permessage-deflate, RFC 7692).
final class MessageStream {
    /// The result of a decompression step.
    enum Progress {
        /// More output may follow, or input is left.
        case more
        /// More input is needed for further output.
        case needsInput
        /// The compressed data is complete.
        case end
        /// The data is invalid, with zlib's message.
        case broken(String)
    }

    private let stream: OpaquePointer

    /// Creates a stream with a window of 2 to the power of `windowBits` bytes, 8 to 15.
    ///
    /// Returns `nil` if memory ran out.
    init?(windowBits: Int) {
        guard let stream = cz_inflate_create(Int32(-min(max(windowBits, 8), 15))) else { return nil }
        self.stream = stream
    }

    deinit { cz_destroy(stream) }

    /// Decompresses `input` from `offset`, which it advances.
    ///
    /// Appends at most 64 KiB to `output`.
    func step(_ input: [UInt8], from offset: inout Int, into output: inout [UInt8]) -> Progress {
        var (consumed, produced) = (0, 0)
        let result = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            let result = input.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
                return cz_inflate(
                    stream, rest.baseAddress, rest.count, buffer.baseAddress, buffer.count, &consumed,
                    &produced)
            }
            output.append(contentsOf: buffer.prefix(produced))
            return result
        }
        offset += consumed
        switch result {
        case Int32(CZ_OK): return .more
        case Int32(CZ_NEEDS_INPUT): return .needsInput
        case Int32(CZ_END): return .end
        default: return .broken(cz_message(stream).map { String(cString: $0) } ?? "memory ran out")
        }
    }

    /// Begins a message that does not refer to earlier ones.
    func reset() {
        // This cannot fail on a working stream. The next step would report an error.
        _ = cz_reset(stream)
    }

    /// Continues after the end of the data, with data that may refer to earlier data.
    func continueAfterEnd() {
        _ = cz_go_on(stream)
    }
}
