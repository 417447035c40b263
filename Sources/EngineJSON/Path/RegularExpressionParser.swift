/// What an expression of RFC 9485 means.
indirect enum RegularExpressionTree: Sendable {
    case scalar(ScalarSet)
    case start
    case end
    case sequence([RegularExpressionTree])
    case choice([RegularExpressionTree])
    /// Without a maximum: any number of times.
    case repeated(RegularExpressionTree, least: Int, most: Int?)
}

/// Reads regular expressions by the grammar of RFC 9485, section 3.
struct RegularExpressionParser {
    private let scalars: [Unicode.Scalar]
    private let ignoringCase: Bool
    private var position = 0
    private var depth = 0

    private static let deepestNesting = 64
    private static let mostRepetitions = 1_000
    private static let largestClass = 64

    init(_ text: String, ignoringCase: Bool) {
        scalars = Array(text.unicodeScalars)
        self.ignoringCase = ignoringCase
    }

    /// Returns nil for a text that is no expression.
    mutating func parse() -> RegularExpressionTree? {
        guard let tree = parseChoice(), position == scalars.count else { return nil }
        return tree
    }

    private mutating func parseChoice() -> RegularExpressionTree? {
        var branches: [RegularExpressionTree] = []
        repeat {
            var parts: [RegularExpressionTree] = []
            while let next = peek(), next != "|", next != ")" {
                guard let piece = parsePiece() else { return nil }
                parts.append(piece)
            }
            branches.append(.sequence(parts))
        } while consume("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func parsePiece() -> RegularExpressionTree? {
        guard let atom = parseAtom() else { return nil }
        if consume("*") { return .repeated(atom, least: 0, most: nil) }
        if consume("+") { return .repeated(atom, least: 1, most: nil) }
        if consume("?") { return .repeated(atom, least: 0, most: 1) }
        guard consume("{") else { return atom }
        guard let least = parseCount() else { return nil }
        var most: Int? = least
        if consume(",") { most = peek() == "}" ? nil : parseCount() ?? -1 }
        guard consume("}"), most.map({ $0 >= least }) ?? true else { return nil }
        return .repeated(atom, least: least, most: most)
    }

    private mutating func parseCount() -> Int? {
        let start = position
        while let next = peek(), ("0"..."9").contains(next) { position += 1 }
        var digits = String.UnicodeScalarView()
        digits.append(contentsOf: scalars[start..<position])
        guard let count = Int(String(digits)), count <= Self.mostRepetitions else { return nil }
        return count
    }

    private mutating func parseAtom() -> RegularExpressionTree? {
        guard let next = popFirst() else { return nil }
        switch next {
        case "(":
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.deepestNesting, let inner = parseChoice(), consume(")") else { return nil }
            return inner
        case ".": return .scalar(.anyButLineEnds)
        case "^": return .start
        case "$": return .end
        case "[": return parseClass().map { .scalar($0) }
        case "\\": return parseEscape().map { .scalar($0) }
        case ")", "*", "+", "?", "]", "{", "}", "|": return nil
        default:
            var set = ScalarSet(next)
            if ignoringCase { set.insertOtherCase(of: next...next) }
            return .scalar(set)
        }
    }

    // MARK: Classes

    private mutating func parseClass() -> ScalarSet? {
        let isNegated = consume("^")
        var set = ScalarSet()
        if consume("-") { set.insert("-"..."-") }
        while set.partCount <= Self.largestClass, let next = popFirst() {
            switch next {
            case "]": return set.isEmpty ? nil : isNegated ? set.inverted : set
            case "-":
                guard consume("]") else { return nil }
                set.insert("-"..."-")
                return isNegated ? set.inverted : set
            case "[": return nil
            default: guard parseMember(next, into: &set) else { return nil }
            }
        }
        return nil
    }

    /// Reads one scalar, a range or an escape within brackets.
    private mutating func parseMember(_ first: Unicode.Scalar, into set: inout ScalarSet) -> Bool {
        var first = first
        if first == "\\" {
            guard let escaped = parseEscape() else { return false }
            guard let scalar = escaped.onlyScalar else {
                set.insert(escaped)
                return true
            }
            first = scalar
        }
        guard peek() == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
            insert(first...first, into: &set)
            return true
        }
        position += 1
        guard var last = popFirst(), last != "[", last != "-" else { return false }
        if last == "\\" {
            guard let scalar = parseEscape()?.onlyScalar else { return false }
            last = scalar
        }
        guard first <= last else { return false }
        insert(first...last, into: &set)
        return true
    }

    private func insert(_ range: ClosedRange<Unicode.Scalar>, into set: inout ScalarSet) {
        set.insert(range)
        if ignoringCase { set.insertOtherCase(of: range) }
    }

    private mutating func parseEscape() -> ScalarSet? {
        guard let next = popFirst() else { return nil }
        switch next {
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}", "$":
            return ScalarSet(next)
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "t": return ScalarSet("\t")
        case "p": return parseProperty()
        case "P": return parseProperty()?.inverted
        case "d": return .digits
        case "D": return ScalarSet.digits.inverted
        case "s": return .blanks
        case "S": return ScalarSet.blanks.inverted
        case "w": return .wordCharacters
        case "W": return ScalarSet.wordCharacters.inverted
        default: return nil
        }
    }

    /// Reads `{Lu}`, the name of a category or of a group of categories.
    private mutating func parseProperty() -> ScalarSet? {
        guard consume("{") else { return nil }
        var name = ""
        while let next = popFirst(), next != "}" { name.unicodeScalars.append(next) }
        guard scalars[position - 1] == "}" else { return nil }
        let named = Unicode.GeneralCategory.byName.filter { $0.key == name || $0.key.prefix(1) == name }
        return named.isEmpty ? nil : ScalarSet(categories: Set(named.values))
    }

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
