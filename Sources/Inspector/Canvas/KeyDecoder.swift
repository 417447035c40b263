/// Decodes the bytes that a terminal sends into keys.
///
/// ```
///            ESC [ 200 ~                       ESC ] P X ^ _
///   paste ◂────────────── keys (one sequence ──────────────▸ string (dropped)
///         ──────────────▸  in `pending`)     ◂────────────── BEL, ESC \
///            ESC [ 201 ~             │    ▴
///                   66 bytes, no end ▾    │ its end
///                                 overlong (dropped)
/// ```
///
/// Bytes arrive in arbitrary pieces, so the decoder keeps an unfinished sequence. If `isPending` is `true` and no
/// input arrives for `patience` milliseconds, call `timeout()`. It decides whether ESC was a key, and no sequence
/// can block the input.
package struct KeyDecoder: Sendable {
    /// The maximum size of a paste in bytes: 1 MiB.
    package static let pasteLimit = 1 << 20

    enum Mode: Hashable {
        case keys
        case paste
        case string
        /// Within a control sequence that exceeds the length limit.
        case overlong
    }

    private let guessesPastes: Bool
    private var mode = Mode.keys
    private var pending: [UInt8] = []
    private var paste = PasteBuffer()
    /// The beginning of the string being read, with the byte that introduced it.
    private var string: [UInt8] = []

    /// Creates a decoder.
    ///
    /// With `guessesPastes`, eight or more printable bytes in one read are a paste, unless all are the same (a held
    /// key). This is for terminals without bracketed paste, where pasted text would otherwise run as commands.
    package init(guessesPastes: Bool = false) {
        self.guessesPastes = guessesPastes
    }

    /// Indicates whether a sequence is unfinished.
    package var isPending: Bool { mode != .keys || !pending.isEmpty }

    /// The number of milliseconds without input after which an unfinished sequence ends.
    ///
    /// ESC without further input is a key. A paste gets more time: it may stall on a slow line, and its rest must
    /// not run as commands.
    package var patience: Int {
        switch mode {
        case .keys, .overlong: 25
        case .paste, .string: 1000
        }
    }

    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
        let bytes = Array(bytes)
        if guessesPastes, !isPending, Self.looksPasted(bytes) {
            paste.append(bytes)
            return [.paste(paste.finished())]
        }
        var keys: [Key] = []
        var input = ArraySlice(pending + bytes)
        pending = []
        while !input.isEmpty {
            guard step(&input, &keys) else {
                pending = Array(input)
                break
            }
        }
        return keys
    }

    /// Ends an unfinished sequence and returns its keys.
    package mutating func timeout() -> [Key] {
        defer {
            mode = .keys
            pending = []
        }
        switch mode {
        case .string, .overlong: return []
        case .paste:
            paste.append(pending)
            return [.paste(paste.finished())]
        case .keys: return Self.abandoned(pending)
        }
    }

    private mutating func step(_ input: inout ArraySlice<UInt8>, _ keys: inout [Key]) -> Bool {
        switch mode {
        case .paste: return readPaste(&input, &keys)
        case .string: return readString(&input, &keys)
        case .overlong: return readOverlong(&input)
        case .keys: break
        }
        switch KeySequence(input) {
        case .unfinished:
            return false
        case .key(let key, let length):
            input = input.dropFirst(length)
            if let key { keys.append(key) }
        case .begin(let next, let length):
            string = Array(input.dropFirst().prefix(1))
            input = input.dropFirst(length)
            mode = next
        }
        return true
    }

    /// Returns the meaning of an unfinished sequence: ESC, or Alt and the character after it.
    private static func abandoned(_ bytes: [UInt8]) -> [Key] {
        guard bytes.first == 0x1B else { return [] }
        guard bytes.count > 1 else { return [.escape] }
        return bytes.count == 2 ? [.alt(Character(Unicode.Scalar(bytes[1])))] : []
    }

    // MARK: - Pastes, strings and overlong sequences

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private mutating func readPaste(_ input: inout ArraySlice<UInt8>, _ keys: inout [Key]) -> Bool {
        if let end = Self.lastRange(of: Self.pasteEnd, in: input) {
            paste.append(input[..<end.lowerBound])
            input = input[end.upperBound...]
            keys.append(.paste(paste.finished()))
            mode = .keys
            return true
        }
        let held = Self.heldBack(in: input, of: Self.pasteEnd)
        paste.append(input.dropLast(held))
        input = input.suffix(held)
        return false
    }

    /// Reads a string up to BEL or ESC \, or up to an ESC that begins another sequence.
    ///
    /// Of all strings, only answers to queries produce a key.
    private mutating func readString(_ input: inout ArraySlice<UInt8>, _ keys: inout [Key]) -> Bool {
        let end = input.firstIndex { $0 == 0x07 || $0 == 0x1B }
        string += input[..<(end ?? input.endIndex)].prefix(KeySequence.longest)
        string = Array(string.prefix(KeySequence.longest))
        guard let end else {
            input = []
            return true
        }
        input = input[end...]
        if input.first == 0x07 {
            input = input.dropFirst()
        } else if input.count == 1 {
            return false
        } else if input.dropFirst().first == 0x5C {
            input = input.dropFirst(2)
        }
        mode = .keys
        if let answer = TerminalTraits.Answer(String(decoding: string, as: UTF8.self)) {
            keys.append(.answer(answer))
        }
        return true
    }

    /// Discards a control sequence up to its end, so that no part of it is read as keys.
    private mutating func readOverlong(_ input: inout ArraySlice<UInt8>) -> Bool {
        input = input.drop(while: ControlSequence.isInside)
        guard let end = input.first else { return true }
        if ControlSequence.isFinal(end) { input = input.dropFirst() }
        mode = .keys
        return true
    }

    /// Returns the number of bytes at the end of the input that may be the beginning of `marker`.
    private static func heldBack(in input: ArraySlice<UInt8>, of marker: [UInt8]) -> Int {
        (1..<marker.count).reversed().first { input.count >= $0 && input.suffix($0) == marker.prefix($0) }
            ?? 0
    }

    /// Finds the last end marker in the input, so that a marker inside pasted text does not end the paste.
    private static func lastRange(of marker: [UInt8], in input: ArraySlice<UInt8>) -> Range<Int>? {
        guard input.count >= marker.count else { return nil }
        for start in (input.startIndex...(input.endIndex - marker.count)).reversed()
        where input[start] == 0x1B && input[start..<start + marker.count] == marker[...] {
            return start..<start + marker.count
        }
        return nil
    }

    private static func looksPasted(_ bytes: [UInt8]) -> Bool {
        let printable = bytes.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        guard printable.count >= 8, printable.count == bytes.count else { return false }
        return printable.contains { $0 != printable.first }
    }
}
