/// Reads CSI sequences: `ESC [`, parameters, one final byte (ECMA-48, 5.4).
struct ControlSequence {
    private let prefix: UInt8?
    private let parameters: [Int]
    private let final: UInt8

    /// Reads the sequence at the front of `input`, which begins with `ESC [`.
    static func read(_ input: ArraySlice<UInt8>) -> KeySequence {
        let body = input.dropFirst(2)
        guard let first = body.first else { return .unfinished }
        if first == UInt8(ascii: "M") { return oldMouse(body) }
        if first == UInt8(ascii: "[") { return linuxFunctionKey(body) }
        // The limit applies even if the end is already there. Otherwise the result would depend on how the input is
        // split.
        let parameters = body.prefix(KeySequence.longest).prefix(while: isInside)
        guard parameters.count < KeySequence.longest else {
            return .begin(.overlong, length: parameters.count + 2)
        }
        let end = parameters.endIndex
        guard end < body.endIndex else { return .unfinished }
        let length = end - input.startIndex
        guard isFinal(body[end]) else { return .key(nil, length: length) }
        let sequence = ControlSequence(body[..<end], final: body[end])
        if sequence.isPasteStart { return .begin(.paste, length: length + 1) }
        return .key(sequence.key, length: length + 1)
    }

    /// Returns whether a byte is a parameter or intermediate byte, between `ESC [` and the final byte.
    static func isInside(_ byte: UInt8) -> Bool { 0x20..<0x40 ~= byte }

    static func isFinal(_ byte: UInt8) -> Bool { 0x40..<0x7F ~= byte }

    private init(_ bytes: ArraySlice<UInt8>, final: UInt8) {
        prefix = bytes.first.flatMap { 0x3C..<0x40 ~= $0 ? $0 : nil }
        let digits = prefix == nil ? bytes : bytes.dropFirst()
        parameters = digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            field in
            // A colon begins a sub-parameter (the event type in CSI u), which has no meaning here.
            let number = field.prefix { $0 != UInt8(ascii: ":") }
            return Int(String(decoding: number, as: UTF8.self)) ?? 0
        }
        self.final = final
    }

    private var isPasteStart: Bool { prefix == nil && final == UInt8(ascii: "~") && parameter(0) == 200 }

    private var key: Key? {
        if prefix == UInt8(ascii: "<") { return mouse }
        if let answer = TerminalTraits.Answer(prefix: prefix, parameters, final: final) {
            return .answer(answer)
        }
        guard prefix == nil else { return nil }
        return switch final {
        case UInt8(ascii: "~"):
            parameter(0) == 27 ? character(parameter(2)) : modified(Self.numberedKey(parameter(0)))
        case UInt8(ascii: "u"): character(parameter(0))
        case UInt8(ascii: "I"): .focus(true)
        case UInt8(ascii: "O"): .focus(false)
        case UInt8(ascii: "Z"): .backTab
        // With two parameters this is a cursor position report, not F3.
        case UInt8(ascii: "R") where parameters.count > 1: nil
        default: modified(Self.letterKey(final))
        }
    }

    /// Applies the modifiers Shift, Ctrl and Alt to a key that moves a text cursor.
    private func modified(_ key: Key?) -> Key? {
        let modifiers = max(0, parameter(1) - 1)
        let isWord = modifiers & 6 != 0
        guard modifiers & 1 != 0 else {
            return switch key {
            case .left where isWord: .alt("b")
            case .right where isWord: .alt("f")
            case .delete where isWord: .alt("d")
            default: key
            }
        }
        return switch key {
        case .up: .shift(.up)
        case .down: .shift(.down)
        case .left: .shift(isWord ? .wordLeft : .left)
        case .right: .shift(isWord ? .wordRight : .right)
        case .home: .shift(.home)
        case .end: .shift(.end)
        default: key
        }
    }

    private func parameter(_ index: Int) -> Int {
        index < parameters.count ? parameters[index] : 0
    }

    /// Decodes a key reported by its code point and modifiers: `CSI code ; modifiers u`.
    private func character(_ code: Int) -> Key? {
        let modifiers = max(0, parameter(1) - 1)
        let isControl = modifiers & 4 != 0
        let isAlt = modifiers & 2 != 0
        switch code {
        case 9: return modifiers & 1 != 0 ? .backTab : .tab
        case 13: return .enter
        case 27: return .escape
        case 8, 127: return isAlt ? .alt("\u{8}") : .backspace
        default: break
        }
        guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init), code >= 0x20,
            !(0x7F..<0xA0).contains(code), !(0xE000..<0xF900).contains(code)
        else { return nil }
        let character = Character(scalar)
        if isControl { return .control(character.lowercased().first ?? character) }
        return isAlt ? .alt(character) : .character(character)
    }

    // MARK: - Tables

    /// Decodes the last letter of `ESC [ A` and `ESC O A`.
    static func letterKey(_ letter: UInt8) -> Key? {
        switch letter {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter - UInt8(ascii: "P")) + 1)
        default: nil
        }
    }

    /// Decodes the number of `ESC [ 5 ~`.
    private static func numberedKey(_ number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...24: .function(number - 12)
        default: nil
        }
    }

    /// Reads `ESC [ [ A` … `ESC [ [ E`, F1 to F5 of the Linux console.
    private static func linuxFunctionKey(_ body: ArraySlice<UInt8>) -> KeySequence {
        guard let letter = body.dropFirst().first else { return .unfinished }
        guard UInt8(ascii: "A")...UInt8(ascii: "E") ~= letter else { return .key(nil, length: 3) }
        return .key(.function(Int(letter - UInt8(ascii: "A")) + 1), length: 4)
    }

    // MARK: - Mouse

    /// Decodes `CSI < button ; column ; row M` or `m`.
    private var mouse: Key? {
        guard parameters.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else {
            return nil
        }
        let isRelease = final == UInt8(ascii: "m")
        return Self.mouse(
            button: parameters[0], column: parameters[1], row: parameters[2], isRelease: isRelease)
    }

    /// Reads `CSI M` and three bytes, each 32 above its value.
    private static func oldMouse(_ body: ArraySlice<UInt8>) -> KeySequence {
        let bytes = Array(body.dropFirst().prefix(3))
        guard bytes.count == 3 else { return .unfinished }
        guard bytes.allSatisfy({ $0 >= 32 }) else { return .key(nil, length: 3) }
        let button = Int(bytes[0]) - 32
        let key = mouse(
            button: button, column: Int(bytes[1]) - 32, row: Int(bytes[2]) - 32, isRelease: button & 0x43 == 3
        )
        return .key(key, length: 6)
    }

    private static func mouse(button: Int, column: Int, row: Int, isRelease: Bool) -> Key? {
        guard (1...0xFFFF).contains(column), (1...0xFFFF).contains(row) else { return nil }
        let position = Point(x: column - 1, y: row - 1)
        let action: Key.Mouse.Action
        switch button & 0x63 {
        case 64: action = .scrollUp
        case 65: action = .scrollDown
        case 66...: return nil
        case _ where isRelease: action = .release
        case 32...: action = .drag
        case 3: action = .release
        default: action = .press((button & 3) + 1)
        }
        return .mouse(Key.Mouse(action: action, position: position))
    }
}
