import CEngineBrotli
import CEngineZstd

/// Compresses a body as a whole, in the codings that Deflater does not know.
enum Encoder {
    static func brotli(_ bytes: [UInt8]) -> [UInt8] {
        guard let encoder = cbr_encoder_create(5) else { return [] }
        defer { cbr_encoder_destroy(encoder) }
        return run(bytes, going: Int32(CBR_OK)) { input, output, consumed, produced in
            cbr_encode(
                encoder, input.baseAddress, input.count, output.baseAddress, output.count, 1, &consumed,
                &produced)
        }
    }

    /// RFC 8878, one frame with a checksum.
    static func zstd(_ bytes: [UInt8]) -> [UInt8] {
        guard let encoder = czstd_encoder_create(3) else { return [] }
        defer { czstd_encoder_destroy(encoder) }
        return run(bytes, going: Int32(CZSTD_OK)) { input, output, consumed, produced in
            czstd_encode(
                encoder, input.baseAddress, input.count, output.baseAddress, output.count, 1, &consumed,
                &produced)
        }
    }

    private typealias Step = (
        UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer, _ consumed: inout Int, _ produced: inout Int
    ) -> Int32

    private static func run(_ bytes: [UInt8], going: Int32, _ step: Step) -> [UInt8] {
        var result: [UInt8] = []
        var offset = 0
        var status = going
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { output in
            bytes.withUnsafeBytes { input in
                while status == going {
                    var (consumed, produced) = (0, 0)
                    status = step(
                        UnsafeRawBufferPointer(rebasing: input[offset...]), output, &consumed, &produced)
                    offset += consumed
                    result.append(contentsOf: output.prefix(produced))
                }
            }
        }
        return result
    }
}
