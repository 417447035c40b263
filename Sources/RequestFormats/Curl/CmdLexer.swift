/// Cuts a command line into words as the Windows command prompt and the programs it starts do.
///
/// Browsers write such lines: `curl ^"https://…^" ^`.
struct CmdLexer {
    private(set) var words: [String] = []

    /// Returns whether a line is written for the command prompt rather than for a shell: a caret stands at the end of a
    /// line or before a quotation, where for a shell nothing is quoted.
    static func isWritten(_ line: String) -> Bool {
        OpenText.contains(line) { byte, last, rest in
            byte == UInt8(ascii: "^")
                && (rest.startsWithLineEnd || last.isBlank && rest.first == UInt8(ascii: "\""))
        }
    }

    init(_ line: String) throws(CurlCommand.SyntaxError) {
        try split(Self.withoutCarets(Array(line.utf8)))
    }

    /// Returns the line that the prompt hands on: a caret outside of quotes takes its meaning from the next character.
    private static func withoutCarets(_ line: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var isQuoted = false
        var index = 0
        while index < line.count {
            let byte = line[index]
            if byte == UInt8(ascii: "^"), !isQuoted, index + 1 < line.count {
                index += 1
                let isBreak = line[index...].startsWithLineEnd
                if isBreak { index += line[index] == 0x0D ? 2 : 1 }
                // Behind a continued line the first character stands for itself: this is how a line break is written.
                guard index < line.count, !isBreak || line[index...].startsWithLineEnd else { continue }
                if isBreak, line[index] == 0x0D { index += 1 }
                output.append(line[index])
            } else {
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                if byte == 0x0A { break }
                output.append(byte)
            }
            index += 1
        }
        return output
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
                isQuoted.toggle()
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
