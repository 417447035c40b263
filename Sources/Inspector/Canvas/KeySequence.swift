enum KeySequence {
    case unfinished
    /// A complete sequence of `length` bytes.
    ///
    /// The key is `nil` for a sequence without meaning to the program.
    case key(Key?, length: Int)
    /// The beginning of a paste, of a string, or of a sequence that exceeds the length limit.
    case begin(KeyDecoder.Mode, length: Int)

    /// The maximum length of a control sequence in bytes, so that garbage does not accumulate.
    static let longest = 64

    init(_ input: ArraySlice<UInt8>) {
        guard let first = input.first else {
            self = .unfinished
            return
        }
        switch first {
        case 0x1B: self = Self.escape(input)
        case 0x00..<0x20, 0x7F: self = .key(Self.control(first), length: 1)
        case 0x20..<0x7F: self = .key(.character(Character(Unicode.Scalar(first))), length: 1)
        default: self = Self.scalar(input)
        }
    }

    private static func control(_ byte: UInt8) -> Key {
        switch byte {
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x00: .control(" ")
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        default: .control(Character(Unicode.Scalar(byte + 0x40)))
        }
    }

    /// Reads one character of several bytes.
    ///
    /// Invalid bytes and invisible controls produce no key.
    private static func scalar(_ input: ArraySlice<UInt8>) -> KeySequence {
        guard let lead = input.first, let shape = UTF8Shape(lead: lead) else { return .key(nil, length: 1) }
        var value = UInt32(lead) & shape.leadMask
        var allowed = shape.second
        for (index, byte) in input.dropFirst().prefix(shape.continuations).enumerated() {
            guard allowed.contains(byte) else { return .key(nil, length: index + 1) }
            value = value << 6 | UInt32(byte & 0x3F)
            allowed = 0x80...0xBF
        }
        guard input.count > shape.continuations else { return .unfinished }
        let typed = Unicode.Scalar(value).flatMap { $0.value < 0xA0 ? nil : Key.character(Character($0)) }
        return .key(typed, length: shape.continuations + 1)
    }

    private static func escape(_ input: ArraySlice<UInt8>) -> KeySequence {
        guard let second = input.dropFirst().first else { return .unfinished }
        switch second {
        case UInt8(ascii: "["): return ControlSequence.read(input)
        case UInt8(ascii: "O"): return functionKey(input)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            return input.count > 2 ? .begin(.string, length: 2) : .unfinished
        case 0x08, 0x7F: return .key(.alt("\u{8}"), length: 2)
        case 0x00..<0x20: return .key(.escape, length: 1)
        default: return alt(input)
        }
    }

    private static func alt(_ input: ArraySlice<UInt8>) -> KeySequence {
        switch KeySequence(input.dropFirst()) {
        case .key(.character(let character), let length): .key(.alt(character), length: length + 1)
        case .key(_, let length): .key(nil, length: length + 1)
        case .unfinished, .begin: .unfinished
        }
    }

    /// Reads an SS3 sequence such as `ESC O A`.
    private static func functionKey(_ input: ArraySlice<UInt8>) -> KeySequence {
        guard let third = input.dropFirst(2).first else { return .unfinished }
        switch third {
        case 0x00..<0x20, 0x7F...: return .key(.alt("O"), length: 2)
        case UInt8(ascii: "M"): return .key(.enter, length: 3)
        default: return .key(ControlSequence.letterKey(third), length: 3)
        }
    }
}
