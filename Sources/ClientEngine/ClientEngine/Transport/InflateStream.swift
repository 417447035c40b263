import CEngineZlib

/// A decompressor that uses zlib.
final class InflateStream: DecodingStream {
    /// The wrapper around compressed data, with the numbers of zlib.
    enum Wrapper: Int32 {
        /// No wrapper (RFC 1951).
        case raw = -15
        /// RFC 1950.
        case zlib = 15
        /// RFC 1952.
        case gzip = 31
    }

    private let stream: OpaquePointer

    init?(_ wrapper: Wrapper) {
        guard let stream = cz_inflate_create(wrapper.rawValue) else { return nil }
        self.stream = stream
    }

    deinit {
        cz_destroy(stream)
    }

    func step(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer, _ consumed: inout Int,
        _ produced: inout Int
    ) -> DecodingProgress {
        let result = cz_inflate(
            stream, input.baseAddress, input.count, output.baseAddress, output.count, &consumed, &produced)
        switch result {
        case Int32(CZ_OK): return .more
        case Int32(CZ_NEEDS_INPUT): return .needsInput
        case Int32(CZ_END): return .end
        default: return .broken(cz_message(stream).map { String(cString: $0) } ?? "memory ran out")
        }
    }

    func reset() {
        // It cannot fail on a stream that has worked. If it did, the next step would fail.
        _ = cz_reset(stream)
    }
}
