import CEngineZlib

/// Owns one stream of zlib's.
final class InflateStream: DecodingStream {
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
        // It cannot fail on a stream that has worked; if it did, the next step would say so.
        _ = cz_reset(stream)
    }
}
