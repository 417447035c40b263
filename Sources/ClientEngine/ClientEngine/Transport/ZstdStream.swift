import CEngineZstd

/// A decompressor for zstd (RFC 8878).
final class ZstdStream: DecodingStream {
    private let stream: OpaquePointer

    init?() {
        guard let stream = czstd_decoder_create() else { return nil }
        self.stream = stream
    }

    deinit {
        czstd_decoder_destroy(stream)
    }

    func step(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer, _ consumed: inout Int,
        _ produced: inout Int
    ) -> DecodingProgress {
        let result = czstd_decode(
            stream, input.baseAddress, input.count, output.baseAddress, output.count, &consumed, &produced)
        switch result {
        case Int32(CZSTD_OK): return .more
        case Int32(CZSTD_NEEDS_INPUT): return .needsInput
        case Int32(CZSTD_END): return .end
        default: return .broken(czstd_message(stream).map { String(cString: $0) } ?? "memory ran out")
        }
    }

    func reset() {
        // After a frame, zstd expects the next one without a reset.
    }
}
