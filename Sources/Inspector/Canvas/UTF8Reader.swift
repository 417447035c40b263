/// Decodes UTF-8 one scalar at a time.
///
/// Each invalid part becomes one U+FFFD, as the Unicode standard recommends.
struct UTF8Reader {
    struct Step {
        let scalar: Unicode.Scalar
        let isRepaired: Bool
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func next() -> Step? {
        guard position < bytes.count else { return nil }
        let lead = bytes[position]
        position += 1
        if lead < 0x80 { return Step(scalar: Unicode.Scalar(lead), isRepaired: false) }
        guard let shape = UTF8Shape(lead: lead) else { return .broken }
        var value = UInt32(lead) & shape.leadMask
        var allowed = shape.second
        for _ in 0..<shape.continuations {
            guard position < bytes.count, allowed.contains(bytes[position]) else { return .broken }
            value = value << 6 | UInt32(bytes[position] & 0x3F)
            position += 1
            allowed = 0x80...0xBF
        }
        return Unicode.Scalar(value).map { Step(scalar: $0, isRepaired: false) } ?? .broken
    }

    mutating func skip(_ count: Int) {
        position += count
    }
}

extension UTF8Reader.Step {
    static let broken = UTF8Reader.Step(scalar: "\u{FFFD}", isRepaired: true)
}

/// The shape of a UTF-8 sequence, given by its lead byte (Unicode, table 3-7).
struct UTF8Shape {
    let continuations: Int
    let leadMask: UInt32
    /// The allowed second bytes, which exclude overlong forms, surrogates and values above U+10FFFF.
    let second: ClosedRange<UInt8>

    init?(lead: UInt8) {
        switch lead {
        case 0xC2...0xDF: (continuations, leadMask, second) = (1, 0x1F, 0x80...0xBF)
        case 0xE0: (continuations, leadMask, second) = (2, 0x0F, 0xA0...0xBF)
        case 0xED: (continuations, leadMask, second) = (2, 0x0F, 0x80...0x9F)
        case 0xE1...0xEF: (continuations, leadMask, second) = (2, 0x0F, 0x80...0xBF)
        case 0xF0: (continuations, leadMask, second) = (3, 0x07, 0x90...0xBF)
        case 0xF1...0xF3: (continuations, leadMask, second) = (3, 0x07, 0x80...0xBF)
        case 0xF4: (continuations, leadMask, second) = (3, 0x07, 0x80...0x8F)
        default: return nil
        }
    }
}
