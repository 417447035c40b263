/// A decompressor that takes its input piece by piece, on one thread.
protocol DecodingStream: AnyObject {
    /// Decodes from the input into the output, and says how much of each was used.
    func step(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer, _ consumed: inout Int,
        _ produced: inout Int
    ) -> DecodingProgress

    /// Begins anew, for data that follows behind the end of the last.
    func reset()
}

/// The result of one step of decoding.
enum DecodingProgress: Equatable {
    /// There may be more output, or more input is left.
    case more
    /// Nothing comes out before more goes in.
    case needsInput
    /// The data is complete, and its checksum held.
    case end
    /// The data is broken, in the library's words.
    case broken(String)
}

extension DecodingStream {
    /// Decodes input from an offset on, which moves, into at most 64 KiB behind the output.
    func step(_ input: [UInt8], from offset: inout Int, into output: inout [UInt8])
        -> DecodingProgress
    {
        var consumed = 0
        var produced = 0
        let progress = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            let progress = input.withUnsafeBytes { bytes in
                step(UnsafeRawBufferPointer(rebasing: bytes[offset...]), buffer, &consumed, &produced)
            }
            output.append(contentsOf: buffer.prefix(produced))
            return progress
        }
        offset += consumed
        return progress
    }
}
