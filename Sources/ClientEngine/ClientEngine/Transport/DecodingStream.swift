/// A decompressor that processes its input piece by piece, on one thread.
protocol DecodingStream: AnyObject {
    /// Decodes from the input to the output, and sets the numbers of bytes consumed and produced.
    func step(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer, _ consumed: inout Int,
        _ produced: inout Int
    ) -> DecodingProgress

    /// Prepares for data that follows the end of the previous data.
    func reset()
}

/// The result of one step of decoding.
enum DecodingProgress: Equatable {
    /// There may be more output, or there is input left.
    case more
    /// There is no more output without more input.
    case needsInput
    /// The data is complete, and its checksum is valid.
    case end
    /// The data is invalid, with the message of the library.
    case broken(String)
}

extension DecodingStream {
    /// Decodes input from `offset`, which advances, and appends at most 64 KiB to the output.
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
