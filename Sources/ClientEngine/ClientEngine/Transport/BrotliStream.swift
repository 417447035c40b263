import CEngineBrotli

/// A decompressor for brotli (RFC 7932).
final class BrotliStream: DecodingStream {
    private var stream: OpaquePointer?

    init?() {
        guard let stream = cbr_decoder_create() else { return nil }
        self.stream = stream
    }

    deinit {
        cbr_decoder_destroy(stream)
    }

    func step(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer, _ consumed: inout Int,
        _ produced: inout Int
    ) -> DecodingProgress {
        guard let stream else { return .broken("memory ran out") }
        let result = cbr_decode(
            stream, input.baseAddress, input.count, output.baseAddress, output.count, &consumed, &produced)
        switch result {
        case Int32(CBR_OK): return .more
        case Int32(CBR_NEEDS_INPUT): return .needsInput
        case Int32(CBR_END): return .end
        default: return .broken(String(cString: cbr_message(stream)))
        }
    }

    func reset() {
        cbr_decoder_destroy(stream)
        stream = cbr_decoder_create()
    }
}
