import EngineJSON

extension PathParser {
    /// A comparison that only Jayway's dialect has.
    enum JaywayRelation {
        case agrees, isIn, isNotIn
    }

    var isAtSize: Bool {
        var copy = self
        return copy.consumeSize()
    }

    /// Consumes `.length()` or `.size()`.
    ///
    /// Returns `false` if there is neither, and in the standard dialect.
    mutating func consumeSize() -> Bool {
        dialect == .jayway && (consume(".length()") || consume(".size()"))
    }

    mutating func parseJaywayRelation() -> JaywayRelation? {
        if consume("=~") { return .agrees }
        let start = position
        for (word, relation) in [("nin", JaywayRelation.isNotIn), ("in", .isIn)] {
            guard consume(ignoringCase: word) else { continue }
            if let next = peek(), " [@$".unicodeScalars.contains(next) { return relation }
            position = start
        }
        return nil
    }

    mutating func parseCondition(
        _ relation: JaywayRelation, on operand: PathOperand
    ) throws(JSONPathError) -> PathCondition {
        skipBlanks()
        switch relation {
        case .agrees: return .agrees(operand, try parsePattern())
        case .isIn: return .isIn(operand, try parseList())
        case .isNotIn: return .not(.isIn(operand, try parseList()))
        }
    }

    private mutating func parseList() throws(JSONPathError) -> PathList {
        if let mark = peek(), mark == "@" || mark == "$" {
            position += 1
            let start = position - 1
            let query = PathQuery(start: mark == "$" ? .root : .current, segments: try parseSegments())
            guard query.isSingular else { throw failure("One list is needed here", .type, at: start) }
            return .query(query)
        }
        guard consume("[") else { throw failure(expecting: "a list, such as [1, 2]") }
        skipBlanks()
        if consume("]") { return .literals([]) }
        let elements = try parseElements { parser throws(JSONPathError) in try parser.parseLiteral() }
        guard consume("]") else { throw failure(expecting: "“,” or “]”") }
        return .literals(elements)
    }

    private mutating func parseLiteral() throws(JSONPathError) -> JSONValue {
        switch peek() {
        case "'", "\"": return .string(try parseString())
        case "-", .some("0"..."9"): return .number(try parseNumber())
        default: break
        }
        if consume("true") { return true }
        if consume("false") { return false }
        if consume("null") { return nil }
        throw failure(expecting: "a text, a number, true, false or null")
    }

    /// Parses `/pattern/` or `/pattern/i`.
    private mutating func parsePattern() throws(JSONPathError) -> RegularExpression {
        let start = position
        guard consume("/") else { throw failure(expecting: "“/” and a pattern") }
        var pattern: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "/") {
            // A slash in the pattern is escaped with a backslash, which the pattern itself does not need.
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count {
                if bytes[position + 1] != UInt8(ascii: "/") { pattern.append(bytes[position]) }
                position += 1
            }
            pattern.append(bytes[position])
            position += 1
        }
        guard consume("/") else { throw failure(expecting: "“/” behind the pattern") }
        let ignoresCase = consume("i")
        if let flag = peek(), flag.properties.isAlphabetic {
            throw failure("The flag “\(flag)” behind a pattern is not supported", .syntax, at: position)
        }
        let text = String(decoding: pattern, as: UTF8.self)
        guard let expression = RegularExpression(text, ignoringCase: ignoresCase) else {
            throw failure("“\(text)” is not a regular expression of RFC 9485", .syntax, at: start)
        }
        return expression
    }

    private mutating func consume(ignoringCase word: String) -> Bool {
        let end = position + word.utf8.count
        guard end <= bytes.count,
            bytes[position..<end].elementsEqual(word.utf8, by: { $0 | 0x20 == $1 })
        else { return false }
        position = end
        return true
    }
}
