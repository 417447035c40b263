/// Cuts a command line into words as the Windows command prompt and the programs it starts do.
///
/// Browsers write such lines: `curl ^"https://…^" ^`.
struct CmdLexer {
    private(set) var words: [String] = []
    /// What follows the first command: the text after its line, or after an `&`.
    private(set) var rest: ArraySlice<UInt8>

    /// Returns whether a line is written for the command prompt rather than for a shell.
    ///
    /// A caret at the end of a line or before a quotation says so. So does a doubled quotation mark within a word, as in
    /// `"{""a"": 1}"`, in a text that has nothing of a shell: no apostrophe, and no backslash at the end of a line.
    static func isWritten(_ line: String) -> Bool {
        var (hasDoubledMark, isForShell) = (false, false)
        let hasCaret = OpenText.contains(line) { byte, last, rest in
            switch byte {
            case UInt8(ascii: "^"):
                return rest.startsWithLineEnd || last.isBlank && rest.first == UInt8(ascii: "\"")
            case UInt8(ascii: "\""): hasDoubledMark = hasDoubledMark || last == byte
            case UInt8(ascii: "'"): isForShell = true
            case UInt8(ascii: "\\"): isForShell = isForShell || rest.startsWithLineEnd
            default: break
            }
            return false
        }
        return hasCaret || hasDoubledMark && !isForShell
    }

    init(_ text: ArraySlice<UInt8>) throws(CurlCommand.SyntaxError) {
        let (line, rest) = Self.withoutCarets(text)
        self.rest = rest
        try split(line)
    }

    /// Returns the command that the prompt hands on, and the rest: a caret outside of quotes takes its meaning from the next
    /// character.
    private static func withoutCarets(_ text: ArraySlice<UInt8>) -> (line: [UInt8], rest: ArraySlice<UInt8>) {
        var output: [UInt8] = []
        var isQuoted = false
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "^"), !isQuoted, !rest.isEmpty {
                let isBreak = rest.takeLineEnd()
                // Behind a continued line the first character stands for itself: this is how a line break is written.
                if isBreak, rest.takeLineEnd() { output.append(0x0A) }
                if !isBreak, let next = rest.popFirst() { output.append(next) }
            } else {
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                if byte == 0x0A || byte == UInt8(ascii: "&") && !isQuoted { break }
                output.append(byte)
            }
        }
        return (output, rest)
    }

    /// Cuts a line as the program does: backslashes count only before a quotation mark.
    private mutating func split(_ line: [UInt8]) throws(CurlCommand.SyntaxError) {
        var word: [UInt8]?
        var isQuoted = false
        var index = 0
        while index < line.count {
            let slashes = line[index...].prefix { $0 == UInt8(ascii: "\\") }.count
            index += slashes
            let isQuote = index < line.count && line[index] == UInt8(ascii: "\"")
            if slashes > 0 {
                if word == nil { word = [] }
                word?.append(
                    contentsOf: repeatElement(UInt8(ascii: "\\"), count: isQuote ? slashes / 2 : slashes))
            }
            guard index < line.count else { break }
            let byte = line[index]
            index += 1
            if isQuote, slashes % 2 == 0 {
                word = word ?? []
                // Within quotes, two marks are one that is meant.
                if isQuoted, index < line.count, line[index] == byte {
                    word?.append(byte)
                    index += 1
                } else {
                    isQuoted.toggle()
                }
            } else if !isQuoted, byte == 0x20 || byte == 0x09 || byte == 0x0D {
                if let word { words.append(String(decoding: word, as: UTF8.self)) }
                word = nil
            } else {
                if word == nil { word = [] }
                word?.append(byte)
            }
        }
        if isQuoted {
            throw CurlCommand.SyntaxError(message: "The command line ends inside a quotation.")
        }
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
    }
}
