import EngineJSON
import EngineJSONPath

// The expressions of scripts, and the words they are made of.
extension ScriptReader {
    mutating func readCondition() -> Assertion.Condition? {
        if consume("Array", ".", "isArray", "(") {
            guard let part = readPlace(), consume(")") else { return nil }
            return Assertion.Condition(part: part, predicate: .kind(.array), expected: .written(""))
        }
        guard let part = readPlace() else { return nil }
        guard case .mark(let mark)? = rest.first, let predicate = Self.predicates[mark] else {
            return Assertion.Condition(part: part, predicate: .isTrue, expected: .written(""))
        }
        rest.removeFirst()
        guard let literal = consumeLiteral() else { return nil }
        return Assertion.Condition(part: part, predicate: predicate, expected: .literal(literal))
    }

    private static let predicates: [String: Predicate] = [
        "==": .equals(isStrict: false), "===": .equals(isStrict: true), "!=": .differs(isStrict: false),
        "!==": .differs(isStrict: true), ">": .order(.greater), ">=": .order(.greaterOrEqual),
        "<": .order(.less), "<=": .order(.lessOrEqual),
    ]

    mutating func readPlace() -> ResponsePart? {
        guard let name = consumeName() else { return nil }
        var part: ResponsePart?
        if name == "response" {
            guard consumeDot(), let property = consumeName() else { return nil }
            switch property {
            case "status": part = ResponsePart(.status)
            case "body": part = ResponsePart(.body(.whole))
            case "headers": part = readHeader()
            default: break
            }
        } else {
            part = constants[name]
        }
        guard let part, let steps = readSteps() else { return nil }
        guard case .body(let path) = part.property else { return steps.isEmpty ? part : nil }
        return ResponsePart(.body(path.appending(steps)))
    }

    private mutating func readHeader() -> ResponsePart? {
        guard consumeDot(), let method = consumeName(), method == "valueOf" || method == "valuesOf",
            consume("("),
            case .string(let name)? = rest.popFirst(), consume(")")
        else { return nil }
        if method == "valuesOf" {
            guard consume("["), consumeLiteral() == JSONValue(0), consume("]") else { return nil }
        }
        return ResponsePart(.header(name))
    }

    /// Reads `.a["b"][0]`; nil where something else follows, such as a call.
    private mutating func readSteps() -> [JSONPath.Location.Step]? {
        var steps: [JSONPath.Location.Step] = []
        while true {
            if consume("[") || consume("?.", "[") {
                switch consumeLiteral() {
                case .some(.string(let name)): steps.append(.name(name))
                case .some(.number(let number)):
                    guard let index = number.int, index >= 0 else { return nil }
                    steps.append(.index(index))
                default: return nil
                }
                guard consume("]") else { return nil }
            } else if consumeDot() {
                guard let name = consumeName() else { return nil }
                steps.append(.name(name))
            } else {
                return rest.first == .mark("(") ? nil : steps
            }
        }
    }

    // MARK: Tokens

    mutating func consume(_ token: ScriptToken) -> Bool {
        guard rest.first == token else { return false }
        rest.removeFirst()
        return true
    }

    mutating func consume(_ words: String...) -> Bool {
        guard rest.count >= words.count else { return false }
        for (token, word) in zip(rest, words) where token != .name(word) && token != .mark(word) {
            return false
        }
        rest = rest.dropFirst(words.count)
        return true
    }

    private mutating func consumeDot() -> Bool { consume(.mark(".")) || consume(.mark("?.")) }

    mutating func consumeName() -> String? {
        guard case .name(let name)? = rest.first else { return nil }
        rest.removeFirst()
        return name
    }

    mutating func consumeLiteral() -> JSONValue? {
        let value: JSONValue
        switch rest.first {
        case .string(let text): value = .string(text)
        case .number(let number): value = .number(number)
        case .name("true"): value = true
        case .name("false"): value = false
        case .name("null"): value = .null
        default: return .none
        }
        rest.removeFirst()
        return value
    }

    mutating func skipBreaks() {
        while consume(.lineBreak) {}
    }
}

extension Assertion.Condition {
    var text: String {
        let word =
            switch predicate {
            case .equals: "=="
            case .differs: "!="
            case .order(let order): order.rawValue
            case .kind(let kind): kind.rawValue
            default: "isTrue"
            }
        return predicate.takesValue ? "\(part) \(word) \(expected.text)" : "\(part) \(word)"
    }
}
