import EngineJSON

/// Translates an expression of RFC 9485 to the syntax of PCRE2 (section 5.4 of the RFC), and rejects any other
/// expression.
///
/// In addition to the RFC, `^` and `$` match at the ends of the text, and `\d`, `\s`, `\w` and their opposites match
/// ASCII digits, blanks and word characters.
struct RegularExpressionTranslation {
    private enum Atom {
        case scalar(Unicode.Scalar)
        /// Scalars as they are written between brackets.
        case members(String)
    }

    private let scalars: [Unicode.Scalar]
    private let ignoringCase: Bool
    private var position = 0

    private static let deepestNesting = 64
    private static let mostRepetitions = 1_000

    init(_ text: String, ignoringCase: Bool) {
        scalars = Array(text.unicodeScalars)
        self.ignoringCase = ignoringCase
    }

    mutating func source() -> String? {
        var source = ""
        var depth = 0
        // Indicates whether the previous item may be repeated.
        var isRepeatable = false
        while let next = popFirst() {
            switch next {
            case "(":
                depth += 1
                source += "(?:"
            case ")":
                depth -= 1
                source += ")"
            case "|": source += "|"
            case "*", "+", "?":
                guard isRepeatable else { return nil }
                source.unicodeScalars.append(next)
            case "{":
                guard isRepeatable, let counts = repetitions() else { return nil }
                source += counts
            case ".": source += "[^\\n\\r]"
            case "^": source += "(?:\\A)"
            case "$": source += "(?:\\z)"
            case "[":
                guard let members = bracketed() else { return nil }
                source += members
            case "\\":
                guard let atom = escaped() else { return nil }
                source += written(atom)
            case "]", "}": return nil
            default: source += written(.scalar(next))
            }
            guard (0...Self.deepestNesting).contains(depth) else { return nil }
            isRepeatable = !"(|*+?{".unicodeScalars.contains(next)
        }
        return depth == 0 ? source : nil
    }

    private func written(_ atom: Atom) -> String {
        switch atom {
        case .members(let members): return "[\(members)]"
        case .scalar(let scalar):
            let other = ignoringCase ? scalar.otherCase : nil
            return other.map { "[\(scalar)\($0)]" } ?? scalar.literal
        }
    }

    /// Parses `2}`, `2,}` or `2,3}`.
    private mutating func repetitions() -> String? {
        guard let least = count() else { return nil }
        guard consume(",") else { return consume("}") ? "{\(least)}" : nil }
        if consume("}") { return "{\(least),}" }
        guard let most = count(), most >= least, consume("}") else { return nil }
        return "{\(least),\(most)}"
    }

    private mutating func count() -> Int? {
        var digits = ""
        while let next = peek(), ("0"..."9").contains(next) {
            position += 1
            digits.unicodeScalars.append(next)
        }
        return Int(digits).flatMap { $0 <= Self.mostRepetitions ? $0 : nil }
    }

    // MARK: Brackets

    /// Parses the text after `[`.
    private mutating func bracketed() -> String? {
        let start = consume("^") ? "[^" : "["
        var members = consume("-") ? "\\-" : ""
        while let next = popFirst() {
            switch next {
            case "]": return members.isEmpty ? nil : start + members + "]"
            case "-": return consume("]") ? start + members + "\\-]" : nil
            case "[": return nil
            default:
                guard let member = member(next) else { return nil }
                members += member
            }
        }
        return nil
    }

    private mutating func member(_ next: Unicode.Scalar) -> String? {
        guard let atom = next == "\\" ? escaped() : .scalar(next) else { return nil }
        guard case .scalar(let first) = atom else {
            guard case .members(let members) = atom else { return nil }
            return members
        }
        guard peek() == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
            return range(first, first)
        }
        position += 1
        guard let behind = popFirst(), behind != "[", behind != "-" else { return nil }
        guard case .scalar(let last)? = behind == "\\" ? escaped() : .scalar(behind), first <= last else {
            return nil
        }
        return range(first, last)
    }

    private func range(_ first: Unicode.Scalar, _ last: Unicode.Scalar) -> String {
        let written = "\(first.literal)-\(last.literal)"
        guard ignoringCase else { return written }
        let letters: [ClosedRange<Unicode.Scalar>] = ["A"..."Z", "a"..."z"]
        return letters.filter((first...last).overlaps).reduce(written) { written, letters in
            let part = (first...last).clamped(to: letters)
            guard let first = part.lowerBound.otherCase, let last = part.upperBound.otherCase else {
                return written
            }
            return written + "\(first)-\(last)"
        }
    }

    // MARK: Escapes

    /// Parses the text after a backslash.
    private mutating func escaped() -> Atom? {
        guard let next = popFirst() else { return nil }
        switch next {
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}", "$": return .scalar(next)
        case "n": return .scalar("\n")
        case "r": return .scalar("\r")
        case "t": return .scalar("\t")
        case "p", "P": return category().map { .members("\\\(next){\($0)}") }
        case "d": return .members("0-9")
        case "D": return .members("\\x{0}-/:-\\x{10FFFF}")
        case "s": return .members("\\t-\\r\\x{20}")
        case "S": return .members("\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{10FFFF}")
        case "w": return .members("0-9A-Z_a-z")
        case "W": return .members("\\x{0}-/:-@\\[-\\^`{-\\x{10FFFF}")
        default: return nil
        }
    }

    /// Parses `{Lu}`: the name of a general category or of a group of categories.
    private mutating func category() -> String? {
        guard consume("{") else { return nil }
        var name = ""
        while let next = popFirst(), next != "}" { name.unicodeScalars.append(next) }
        return scalars[position - 1] == "}" && Self.categories.contains(name) ? name : nil
    }

    /// The categories of the Unicode Standard.
    ///
    /// RFC 9485 excludes `Cs`, which no scalar belongs to.
    private static let categories = Set(
        ["C cfno", "L lmotu", "M cen", "N dlo", "P cdefios", "S ckmo", "Z lps"].flatMap { line in
            let group = line.prefix(1)
            return [String(group)] + line.dropFirst(2).map { "\(group)\($0)" }
        })

    // MARK: Scalars

    private func peek() -> Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func popFirst() -> Unicode.Scalar? {
        guard let next = peek() else { return nil }
        position += 1
        return next
    }

    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        position += 1
        return true
    }
}

extension Unicode.Scalar {
    private var isLetter: Bool { ("A"..."Z").contains(self) || ("a"..."z").contains(self) }

    fileprivate var otherCase: Unicode.Scalar? {
        isLetter ? Unicode.Scalar(UInt8(truncatingIfNeeded: value) ^ 0x20) : nil
    }

    /// The scalar escaped for PCRE2, inside and outside brackets.
    fileprivate var literal: String {
        isASCII && !isLetter && !("0"..."9").contains(self) ? "\\\(self)" : "\(self)"
    }
}
