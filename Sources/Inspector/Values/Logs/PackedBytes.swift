// How numbers and bytes stand behind each other in a log: small numbers in one byte, as in LEB128 with the sign in the last bit.

extension [UInt8] {
    mutating func append(number: Int) {
        var rest = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Adds bytes behind their count.
    mutating func append(counted bytes: [UInt8]) {
        append(number: bytes.count)
        append(contentsOf: bytes)
    }
}

/// Reads what was packed, in the same order.
struct PackedReader {
    private let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int

    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
        end = bytes.count
    }

    var isAtEnd: Bool { position >= end }

    mutating func byte() -> UInt8 {
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number() -> Int {
        var (value, shift): (UInt, UInt) = (0, 0)
        while true {
            let byte = byte()
            value |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return Int(bitPattern: value >> 1) ^ -Int(bitPattern: value & 1)
    }

    mutating func counted() -> [UInt8] {
        let count = number()
        defer { position += count }
        return Array(bytes[position..<position + count])
    }
}
