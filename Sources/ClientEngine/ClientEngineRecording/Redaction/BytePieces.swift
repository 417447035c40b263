import ClientEngine
import Glibc

/// The ranges of bytes between separators, including empty ones, without an array of all of them.
struct BytePieces: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private let separator: UInt8
    /// The start of the next piece.
    ///
    /// After the last piece, it is one more than the number of bytes.
    private var start = 0

    fileprivate init(_ bytes: UnsafeRawBufferPointer, _ separator: UInt8) {
        (self.bytes, self.separator) = (bytes, separator)
    }

    mutating func next() -> Range<Int>? {
        guard start <= bytes.count else { return nil }
        let piece = start..<end
        start = piece.upperBound + 1
        return piece
    }

    private var end: Int {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = memchr(base + start, Int32(separator), bytes.count - start)
        else { return bytes.count }
        return UnsafeRawPointer(found) - base
    }
}

extension UnsafeRawBufferPointer {
    func pieces(separatedBy separator: UInt8) -> BytePieces { BytePieces(self, separator) }
}
