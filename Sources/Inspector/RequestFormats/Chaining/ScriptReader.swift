import EngineJSON

/// Recognises the response handlers that say no more than captures, assertions and logs do.
///
///     statement = client.global.set("name", VALUE)  /  client.assert(TEST [, "text"])
///               / client.test("text", function () { statement… })
///               / client.log(VALUE…)  /  console.log(VALUE…)  /  const name = PLACE
///     TEST      = one or more of PLACE, PLACE == LITERAL, Array.isArray(PLACE), joined by &&
///     PLACE     = response.status  /  response.body.a["b"][0]  /  response.headers.valueOf("h")
///               / response.headers.valuesOf("h")[0]  /  name of a const, and what is below it
///
/// Nothing is executed. A handler that holds anything else is not recognised at all, so that no half of it passes.
struct ScriptReader {
    var rest: ArraySlice<ScriptToken>
    var constants: [String: ResponsePart] = [:]
    private var steps: [ResponseActions.Step] = []
    private var depth = 0
    private let line: Int

    private static let longestScript = 65_536

    /// Returns the actions of a handler; nil when it is not recognised.
    static func steps(of handler: String, line: Int) -> [ResponseActions.Step]? {
        guard handler.utf8.count <= longestScript,
            let start = handler.unicodeScalars.firstRange(of: "{%".unicodeScalars),
            let end = handler.unicodeScalars.ranges(of: "%}".unicodeScalars).last,
            start.upperBound <= end.lowerBound,
            let tokens = ScriptToken.tokens(of: handler[start.upperBound..<end.lowerBound])
        else { return nil }
        var reader = ScriptReader(tokens, line: line)
        guard reader.readStatements(named: nil), reader.rest.isEmpty else { return nil }
        return reader.steps
    }

    private init(_ tokens: [ScriptToken], line: Int) {
        rest = tokens[...]
        self.line = line
    }

    // MARK: Statements

    /// Reads statements up to the end or a closing brace.
    private mutating func readStatements(named test: String?) -> Bool {
        while true {
            while consume(.mark(";")) || consume(.lineBreak) {}
            if rest.isEmpty || rest.first == .mark("}") { return true }
            guard readStatement(named: test) else { return false }
            let isEnded = rest.isEmpty || [.mark(";"), .lineBreak, .mark("}")].contains(rest.first)
            guard isEnded else { return false }
        }
    }

    private mutating func readStatement(named test: String?) -> Bool {
        guard let word = consumeName() else { return false }
        switch word {
        case "const", "let", "var": return readConstant()
        case "console": return consume(".", "log") && readLog()
        case "client":
            if consume(".", "global", ".", "set") { return readCapture() }
            if consume(".", "assert") { return readAssertion(named: test) }
            if consume(".", "test") { return readTest() }
            return consume(".", "log") && readLog()
        default: return false
        }
    }

    private mutating func readConstant() -> Bool {
        guard let name = consumeName(), constants[name] == nil, consume("="), let part = readPlace() else {
            return false
        }
        constants[name] = part
        return true
    }

    private mutating func readCapture() -> Bool {
        guard consume("("), case .string(let name)? = rest.popFirst(), consume(","),
            name.utf8.allSatisfy(\.isVariableName), !name.isEmpty
        else { return false }
        guard let source = readOperand() else { return false }
        let text =
            switch source {
            case .part(let part): "capture \(name) = \(part)"
            case .literal(let value): "capture \(name) = \(value)"
            }
        steps.append(.capture(Capture(name, source, text: text, line: line)))
        return consume(")")
    }

    private mutating func readAssertion(named test: String?) -> Bool {
        guard consume("(") else { return false }
        var conditions: [Assertion.Condition] = []
        repeat {
            skipBreaks()
            guard let condition = readCondition() else { return false }
            conditions.append(condition)
            skipBreaks()
        } while consume("&&")
        var text = test ?? conditions.map(\.text).joined(separator: " and ")
        if consume(",") {
            skipBreaks()
            guard case .string(let message)? = rest.popFirst() else { return false }
            text = test.map { "\($0): \(message)" } ?? message
        }
        skipBreaks()
        steps.append(.assertion(Assertion(text, line: line, conditions: conditions)))
        return consume(")")
    }

    private mutating func readTest() -> Bool {
        guard consume("("), case .string(let name)? = rest.popFirst(), consume(",") else { return false }
        skipBreaks()
        let isFunction = consume("function")
        guard consume("("), consume(")"), isFunction || consume("=>"), consume("{") else { return false }
        depth += 1
        defer { depth -= 1 }
        // What is declared inside is seen inside only.
        let outer = constants
        defer { constants = outer }
        guard depth < 8, readStatements(named: name), consume("}") else { return false }
        skipBreaks()
        return consume(")")
    }

    private mutating func readOperand() -> ResponseActions.Operand? {
        consumeLiteral().map { .literal($0) } ?? readPlace().map { .part($0) }
    }

    private mutating func readLog() -> Bool {
        guard consume("(") else { return false }
        var pieces: [ResponseActions.Operand] = []
        repeat {
            skipBreaks()
            guard let piece = readOperand() else { return false }
            pieces.append(piece)
            skipBreaks()
            if rest.first == .mark(",") { pieces.append(.literal(" ")) }
        } while consume(",") || consume("+")
        steps.append(.log(pieces, line: line))
        return consume(")")
    }
}
