enum JSONDocument: Sendable {
    case string(String)
    case number(Int)
    case bool(Bool)
    case array([JSONDocument])
    case object([(String, JSONDocument)])

    var text: String {
        switch self {
        case .string(let string): Self.quoted(string)
        case .number(let number): "\(number)"
        case .bool(let bool): "\(bool)"
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0)):\($1.text)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension JSONDocument: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
    init(dictionaryLiteral elements: (String, JSONDocument)...) { self = .object(elements) }
    init(stringLiteral value: String) { self = .string(value) }
}
