/// The text of a command line outside of a shell's quotations and comments.
enum OpenText {
    /// Returns whether a byte there fulfils a condition on itself, the one before it and what follows.
    static func contains(
        _ line: String,
        where matches: (_ byte: UInt8, _ last: UInt8, _ rest: ArraySlice<UInt8>) -> Bool
    ) -> Bool {
        var rest = Array(line.utf8)[...]
        var last = UInt8(ascii: "\n")
        while let byte = rest.popFirst() {
            if matches(byte, last, rest) { return true }
            switch byte {
            case UInt8(ascii: "\\"): rest = rest.dropFirst()
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                let hasEscapes = byte == UInt8(ascii: "\"") || last == UInt8(ascii: "$")
                skipQuotation(byte, hasEscapes: hasEscapes, &rest)
            case UInt8(ascii: "#") where last.isBlank || last == 0x0A: rest = rest.drop { $0 != 0x0A }
            default: break
            }
            last = byte
        }
        return false
    }

    private static func skipQuotation(_ mark: UInt8, hasEscapes: Bool, _ rest: inout ArraySlice<UInt8>) {
        while let byte = rest.popFirst(), byte != mark {
            if hasEscapes, byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
        }
    }
}

/// Lines for PowerShell, which are not read: it quotes otherwise than other shells do.
enum PowerShell {
    static let instead = "“Copy as cURL (bash)” of the browser"

    /// Returns whether a text names its command, or joins lines as it alone does: with a backtick.
    static func isWritten(_ text: String) -> Bool {
        let lower = text.lowercased()
        if ["invoke-webrequest", "invoke-restmethod"].contains(where: lower.containsBytes) { return true }
        return text.utf8.contains(UInt8(ascii: "`"))
            && OpenText.contains(text) { byte, last, rest in
                byte == UInt8(ascii: "`") && last.isBlank && rest.startsWithLineEnd
            }
    }
}

extension ArraySlice<UInt8> {
    var startsWithLineEnd: Bool { first == 0x0A || starts(with: [0x0D, 0x0A]) }

    /// Takes a line end; returns `false`, and takes nothing, if there is none.
    mutating func takeLineEnd() -> Bool {
        guard startsWithLineEnd else { return false }
        if popFirst() == 0x0D { removeFirst() }
        return true
    }
}
