/// Cuts a command line into words as a POSIX shell does, `$'…'` included; nothing is run.
///
/// In a template the variables of the shell become references: `$NAME` is `{{NAME}}`.
/// The one command that is understood is `"$(printf '…')"`, which ``CurlWriter`` writes for control characters.
struct ShellLexer {
    private(set) var words: [String] = []
    /// The index behind the first command; nil when nothing stands there.
    private(set) var restStart: Int?

    /// What a shell would replace, in the order of the line.
    private(set) var expansions: [ShellExpansion] = []

    private let isTemplate: Bool
    private let text: ArraySlice<UInt8>
    private var index: Int
    private var word: [UInt8]?

    init(_ line: String, isTemplate: Bool) throws(CurlCommand.SyntaxError) {
        try self.init(bytes: Array(line.utf8)[...], isTemplate: isTemplate)
    }

    init(bytes: ArraySlice<UInt8>, isTemplate: Bool) throws(CurlCommand.SyntaxError) {
        text = bytes
        self.isTemplate = isTemplate
        index = bytes.startIndex
        while index < text.endIndex, restStart == nil { try readNext() }
        endWord()
    }

    /// The text behind the first command, from the operator on, in one line; nil when there is none.
    var rest: String? {
        guard let restStart else { return nil }
        let left = String(decoding: text[restStart...], as: UTF8.self)
        let trimmed = left.split(separator: "\n").map { $0.trimmedBlanks }.joined(separator: " ")
            .trimmedBlanks
        return trimmed.isEmpty || trimmed == ";" ? nil : String(trimmed)
    }

    private mutating func readNext() throws(CurlCommand.SyntaxError) {
        switch text[index] {
        case UInt8(ascii: "\\"): readEscape()
        case UInt8(ascii: "'"): try readSingleQuoted()
        case UInt8(ascii: "\""): try readDoubleQuoted()
        case UInt8(ascii: "$") where peek(1) == UInt8(ascii: "'"): try readDollarQuoted()
        case UInt8(ascii: "#") where word == nil: skipComment()
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
            endWord()
            index += 1
        case UInt8(ascii: "\n"):
            endWord()
            index += 1
            if !words.isEmpty { restStart = index }
        case UInt8(ascii: "|"), UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: ">"), UInt8(ascii: "<"):
            endWord()
            restStart = index
        case let byte: if !readExpansion() { append(byte) }
        }
    }

    /// Takes what a shell would replace; returns `false`, and takes nothing, if there is nothing of the kind.
    private mutating func readExpansion() -> Bool {
        guard isTemplate, let (expansion, length) = ShellExpansion.read(text[index...]) else { return false }
        expansions.append(expansion)
        switch expansion {
        case .variable(let name): "{{\(name)}}".utf8.forEach { push($0) }
        case .other(let text): text.utf8.forEach { push($0) }
        }
        index += length
        return true
    }

    private func peek(_ offset: Int) -> UInt8? {
        index + offset < text.endIndex ? text[index + offset] : nil
    }

    private mutating func append(_ byte: UInt8) {
        push(byte)
        index += 1
    }

    /// Adds to the word in its place: copying it for every byte would take for ever.
    private mutating func push(_ byte: UInt8) {
        if word == nil { word = [] }
        word?.append(byte)
    }

    private mutating func endWord() {
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        word = nil
    }

    private mutating func skipComment() {
        while index < text.endIndex, text[index] != UInt8(ascii: "\n") { index += 1 }
    }

    /// A backslash joins lines, whichever terminator they have; before anything else it quotes one byte.
    private mutating func readEscape() {
        index += 1
        if index == text.endIndex { return }
        if text[index] == UInt8(ascii: "\r"), peek(1) == UInt8(ascii: "\n") {
            index += 2
        } else if text[index] == UInt8(ascii: "\n") {
            index += 1
        } else {
            append(text[index])
        }
    }

    private mutating func readSingleQuoted() throws(CurlCommand.SyntaxError) {
        word = word ?? []
        index += 1
        while let byte = peek(0), byte != UInt8(ascii: "'") { append(byte) }
        try closeQuote("'")
    }

    private mutating func readDoubleQuoted() throws(CurlCommand.SyntaxError) {
        word = word ?? []
        index += 1
        while let byte = peek(0), byte != UInt8(ascii: "\"") {
            let next = peek(1)
            if byte == UInt8(ascii: "$"),
                let (printed, length) = PrintfFormat.substitution(in: text[index...])
            {
                printed.forEach { push($0) }
                index += length
            } else if byte == UInt8(ascii: "\\"), let next, "\\\"$`\n".utf8.contains(next) {
                index += 1
                if next == UInt8(ascii: "\n") { index += 1 } else { append(next) }
            } else if !readExpansion() {
                append(byte)
            }
        }
        try closeQuote("\"")
    }

    private mutating func readDollarQuoted() throws(CurlCommand.SyntaxError) {
        word = word ?? []
        index += 2
        while let byte = peek(0), byte != UInt8(ascii: "'") {
            if byte == UInt8(ascii: "\\"), peek(1) != nil {
                index += 1
                readDollarEscape()
            } else {
                append(byte)
            }
        }
        try closeQuote("$'")
    }

    private mutating func readDollarEscape() {
        let letter = text[index]
        let named: [UInt8: UInt8] = [
            UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
            UInt8(ascii: "a"): 0x07,
            UInt8(ascii: "b"): 0x08, UInt8(ascii: "e"): 0x1B, UInt8(ascii: "E"): 0x1B,
            UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
        ]
        switch letter {
        case UInt8(ascii: "x"): appendNumber(digits: 2, radix: 16, isScalar: false)
        case UInt8(ascii: "u"): appendNumber(digits: 4, radix: 16, isScalar: true)
        case UInt8(ascii: "U"): appendNumber(digits: 8, radix: 16, isScalar: true)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            index -= 1
            appendNumber(digits: 3, radix: 8, isScalar: false)
        default:
            index += 1
            push(named[letter] ?? letter)
        }
    }

    /// Reads the digits behind the letter at the index; without any, the letter stands for itself.
    private mutating func appendNumber(digits: Int, radix: Int, isScalar: Bool) {
        let letter = text[index]
        index += 1
        let found = text[index...].prefix(digits).prefix {
            Character(Unicode.Scalar($0)).hexDigitValue.map { $0 < radix } ?? false
        }
        index += found.count
        guard let value = UInt32(String(decoding: found, as: UTF8.self), radix: radix) else {
            push(UInt8(ascii: "\\"))
            push(letter)
            return
        }
        guard isScalar else {
            push(UInt8(truncatingIfNeeded: value))
            return
        }
        appendScalar(value)
    }

    /// Browsers write what lies beyond the basic plane as two escapes, one per surrogate.
    private mutating func appendScalar(_ value: UInt32) {
        var value = value
        let tail = text[index...].prefix(6)
        if (0xD800..<0xDC00).contains(value), tail.count == 6, tail.starts(with: "\\u".utf8),
            let low = UInt32(String(decoding: tail.dropFirst(2), as: UTF8.self), radix: 16),
            (0xDC00..<0xE000).contains(low)
        {
            index += 6
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        String(Character(scalar)).utf8.forEach { push($0) }
    }

    private mutating func closeQuote(_ quote: String) throws(CurlCommand.SyntaxError) {
        guard index < text.endIndex else {
            throw CurlCommand.SyntaxError(
                message: "The command line ends inside a quotation that begins with \(quote).")
        }
        index += 1
    }
}

/// The words of a simple command.
public enum ShellCommand {
    /// Cuts a line as a POSIX shell does; nothing in it is expanded or run.
    ///
    /// Nil where a quotation mark does not end, or more than one command stands there.
    public static func words(of line: String) -> [String]? {
        guard let cut = try? ShellLexer(line, isTemplate: false), cut.rest == nil, !cut.words.isEmpty else {
            return nil
        }
        return cut.words
    }
}
