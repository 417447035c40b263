import CZlib

/// Owns one stream of zlib's, and belongs to one thread.
final class InflateStream {
    /// The wrapper around the compressed data, in zlib's numbers.
    enum Wrapper: Int32 {
        /// Bare data (RFC 1951).
        case raw = -15
        /// RFC 1950.
        case zlib = 15
        /// RFC 1952.
        case gzip = 31
    }

    private let stream: OpaquePointer

    /// Creates a stream; nil when memory ran out.
    init?(_ wrapper: Wrapper) {
        guard let stream = cz_inflate_create(wrapper.rawValue) else { return nil }
        self.stream = stream
    }

    deinit {
        cz_destroy(stream)
    }

    /// What one step came to.
    enum Progress: Equatable {
        /// There may be more output, or more input is left.
        case more
        /// Nothing comes out before more goes in.
        case needsInput
        /// The data is complete, and its checksum held.
        case end
        /// The data is broken, in zlib's words.
        case broken(String)
    }

    /// Decodes input from an offset on, which moves, into at most 64 KiB behind the output.
    func step(_ input: [UInt8], from offset: inout Int, into output: inout [UInt8]) -> Progress {
        var consumed = 0
        var produced = 0
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

    /// Begins anew, for the next member of a gzip file.
    func reset() {
        // It cannot fail on a stream that has worked; if it did, the next step would say so.
        _ = cz_reset(stream)
    }
}
