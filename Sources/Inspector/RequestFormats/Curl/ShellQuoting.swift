// Words for a POSIX shell, which stand for exactly one text: as an argument, and when somebody pastes the line.
//
// A terminal hands pasted text to the line editor of the shell as if it were typed, and where that does not ask for
// brackets around it, ESC, ^C, ^U, a tab or a backspace between quotes still do what these keys do. So no control
// character stands in a word as it is, but line feeds: between quotes they end nothing. Nor does what turns or hides the text
// around it: what is read must be what is run.

import ClientEngine
import EngineJSON

extension String {
    /// The text as one word, without quotes where it needs none; a NUL cannot stand in a word.
    package var shellQuoted: String {
        if !isEmpty, utf8.allSatisfy(\.isPlainInShell) { return self }
        guard !isPastedSafely else { return singleQuoted }
        // The shell takes line feeds off the end of what a command prints.
        let lineFeeds = utf8.reversed().prefix { $0 == 0x0A }.count
        let word = "\"$(printf \(unicodeScalars.dropLast(lineFeeds).printfFormat))\""
        return lineFeeds == 0 ? word : word + String(repeating: "\n", count: lineFeeds).singleQuoted
    }

    private var singleQuoted: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// Indicates whether the text may be pasted between apostrophes.
    ///
    /// Shells whose line editor looks at one line alone (bash 3) do not know that the second line of a word is quoted:
    /// there `!` and a `^` in front recall older commands.
    private var isPastedSafely: Bool {
        let isMultiline = utf8.contains(0x0A)
        var isLineStart = false
        for scalar in unicodeScalars {
            let recalls = scalar == "!" || scalar == "^" && isLineStart
            if scalar != "\n" && scalar.isControl || scalar.isInvisible || isMultiline && recalls {
                return false
            }
            isLineStart = scalar == "\n"
        }
        return true
    }
}

extension Sequence<Unicode.Scalar> {
    /// The scalars as a quoted format of `printf`.
    fileprivate var printfFormat: String {
        var format = "'"
        for scalar in self {
            switch scalar {
            case "\n": format += "\\n"
            case "\t": format += "\\t"
            case "\r": format += "\\r"
            // An octal escape ends behind three digits; a hyphen in front would begin an option.
            case "\\", "%", "'", "!": format += scalar.utf8.octalEscapes
            case "-" where format == "'": format += scalar.utf8.octalEscapes
            case _ where scalar.isControl || scalar.isInvisible: format += scalar.utf8.octalEscapes
            default: format.unicodeScalars.append(scalar)
            }
        }
        return format + "'"
    }
}

extension Sequence<UInt8> {
    /// The bytes as a quoted format of `printf`: everything but letters and digits as three octal digits.
    var printfFormat: String {
        "'" + map { $0.isASCIIAlphanumeric ? String(Unicode.Scalar($0)) : [$0].octalEscapes }.joined() + "'"
    }

    fileprivate var octalEscapes: String {
        map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }
}

extension Unicode.Scalar {
    /// C0, DEL and C1.
    var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}

extension UInt8 {
    /// Indicates whether the byte means nothing to a shell, wherever it stands.
    var isPlainInShell: Bool { isASCIIAlphanumeric || "-_./:,+@".utf8.contains(self) }
}
