import EngineJSON

extension PathParser {
    /// One side of a comparison, a test, or an argument, before its type is checked.
    private enum Term {
        case literal(JSONValue)
        case query(PathQuery)
        case value(PathOperand)
        case logical(PathCondition)
    }

    /// Parses `a || b && c`.
    mutating func parseCondition() throws(JSONPathError) -> PathCondition {
        var alternatives: [PathCondition] = []
        repeat {
            var parts: [PathCondition] = []
            repeat {
                skipBlanks()
                parts.append(try parseTest())
                skipBlanks()
            } while consume("&&")
            alternatives.append(parts.count == 1 ? parts[0] : .all(parts))
        } while consume("||")
        return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    }

    private mutating func parseTest() throws(JSONPathError) -> PathCondition {
        let isNegated = consume("!")
        if isNegated { skipBlanks() }
        let test = try parsePositiveTest(mayCompare: !isNegated)
        return isNegated ? .not(test) : test
    }

    private mutating func parsePositiveTest(mayCompare: Bool) throws(JSONPathError) -> PathCondition {
        if consume("(") {
            let inner = try nested { parser throws(JSONPathError) in try parser.parseCondition() }
            guard consume(")") else { throw failure(expecting: "“)”, “&&” or “||”") }
            return inner
        }
        let start = position
        let left = try parseTerm()
        let end = position
        skipBlanks()
        if mayCompare, dialect == .jayway, let word = parseJaywayRelation() {
            return try parseCondition(word, on: try operand(left, at: start))
        }
        if mayCompare, let relation = parseRelation() {
            let leftOperand = try operand(left, at: start)
            skipBlanks()
            let rightStart = position
            let right = try parseTerm()
            return .comparison(leftOperand, relation, try operand(right, at: rightStart))
        }
        position = end
        switch left {
        case .query(let query): return .exists(query)
        case .logical(let condition): return condition
        case .literal: throw failure("A literal must be compared with something", .type, at: start)
        case .value: throw failure("The function’s value must be compared with something", .type, at: start)
        }
    }

    private mutating func parseRelation() -> PathCondition.Relation? {
        if consume("==") { return .equal }
        if consume("!=") { return .unequal }
        if consume("<=") { return .lessOrEqual }
        if consume(">=") { return .greaterOrEqual }
        if consume("<") { return .less }
        return consume(">") ? .greater : nil
    }

    private mutating func parseTerm() throws(JSONPathError) -> Term {
        switch peek() {
        case "$", "@":
            let start: PathQuery.Start = peek() == "$" ? .root : .current
            position += 1
            let query = PathQuery(start: start, segments: try parseSegments())
            return consumeSize() ? .value(.size(query)) : .query(query)
        case "'", "\"":
            return .literal(.string(try parseString()))
        case "-", .some("0"..."9"):
            return .literal(.number(try parseNumber()))
        case .some("a"..."z"):
            return try parseWord()
        default:
            throw failure(expecting: "“@”, “$”, a literal, a function or “(”")
        }
    }

    mutating func parseNumber() throws(JSONPathError) -> JSONNumber {
        let start = position
        while let byte = peek(), ("0"..."9").contains(byte) || "+-.eE".unicodeScalars.contains(byte) {
            position += 1
        }
        guard let number = JSONNumber(text: String(decoding: bytes[start..<position], as: UTF8.self)) else {
            throw failure("This is not a number", .syntax, at: start)
        }
        return number
    }

    private mutating func parseWord() throws(JSONPathError) -> Term {
        let start = position
        while let byte = peek(), ("a"..."z").contains(byte) || ("0"..."9").contains(byte) || byte == "_" {
            position += 1
        }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        if peek() == "(" { return try parseFunction(word, at: start) }
        switch word {
        case "true": return .literal(true)
        case "false": return .literal(false)
        case "null": return .literal(nil)
        default:
            throw failure("“\(word)” is not a literal; texts stand in quotation marks", .syntax, at: start)
        }
    }

    // MARK: Functions

    private mutating func parseFunction(_ name: String, at start: Int) throws(JSONPathError) -> Term {
        let arguments = try nested { parser throws(JSONPathError) in try parser.parseArguments() }
        let (first, second) = (arguments.first, arguments.dropFirst().first)
        switch (name, first, second, arguments.count) {
        case ("length", let argument?, nil, 1):
            return .value(.length(try operand(argument.term, at: argument.offset)))
        case ("count", let argument?, nil, 1):
            return .value(.count(try query(argument.term, at: argument.offset)))
        case ("value", let argument?, nil, 1):
            return .value(.value(try query(argument.term, at: argument.offset)))
        case ("match", let text?, let pattern?, 2), ("search", let text?, let pattern?, 2):
            return .logical(
                .matches(
                    text: try operand(text.term, at: text.offset),
                    pattern: try operand(pattern.term, at: pattern.offset),
                    extent: name == "match" ? .whole : .anywhere))
        case ("length", _, _, _), ("count", _, _, _), ("value", _, _, _):
            throw failure("\(name)() takes one argument", .type, at: start)
        case ("match", _, _, _), ("search", _, _, _):
            throw failure("\(name)() takes a text and a regular expression", .type, at: start)
        default:
            let known = "length, count, match, search and value"
            throw failure("There is no function \(name)(), only \(known)", .syntax, at: start)
        }
    }

    private mutating func parseArguments() throws(JSONPathError) -> [(term: Term, offset: Int)] {
        position += 1
        skipBlanks()
        if consume(")") { return [] }
        let arguments = try parseElements { parser throws(JSONPathError) in
            let start = parser.position
            return (term: try parser.parseTerm(), offset: start)
        }
        guard consume(")") else { throw failure(expecting: "“,” or “)”") }
        return arguments
    }

    // MARK: Types

    private func operand(_ term: Term, at offset: Int) throws(JSONPathError) -> PathOperand {
        switch term {
        case .literal(let value): return .literal(value)
        case .value(let operand): return operand
        case .query(let query):
            guard query.isSingular else {
                throw failure("This query may find several values; one is needed here", .type, at: offset)
            }
            return .query(query)
        case .logical:
            throw failure("What is true or false for this function cannot be compared", .type, at: offset)
        }
    }

    private func query(_ term: Term, at offset: Int) throws(JSONPathError) -> PathQuery {
        guard case .query(let query) = term else {
            throw failure("A query, such as @.name, is needed here", .type, at: offset)
        }
        return query
    }
}
