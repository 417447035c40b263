import EngineJSON
import EnginePatterns

/// An expected JSON value with parsed placeholders.
///
/// A text `${json-unit.…}`, or with `#` instead of `$`, is a placeholder: `any-string`, `any-number`, `any-boolean`,
/// `ignore`, `ignore-element`, or `regex` with a pattern after its brace.
package struct JSONExpectation: Sendable {
    package enum Placeholder: Sendable {
        case string
        case number
        case boolean
        case ignored
        /// Accepts any value, and a missing one.
        case optional
        case pattern(Pattern)

        /// Returns whether the placeholder accepts a value, or `nil` if that takes too long.
        package func accepts(_ value: JSONValue) -> Bool? {
            switch self {
            case .string: value.string != nil
            case .number: value.number != nil
            case .boolean: value.bool != nil
            case .ignored, .optional: true
            case .pattern(let pattern): value.string.map { pattern.accepts($0) } ?? false
            }
        }
    }

    package let body: Mock.JSONBody
    private var placeholders: [String: Placeholder] = [:]

    init(_ body: Mock.JSONBody) throws(MockError) {
        self.body = body
        guard body.hasPlaceholders else { return }
        for text in body.value.placeholders { placeholders[text] = try Self.placeholder(text) }
    }

    /// Returns the placeholder that a value is, or `nil` for any other value.
    package func placeholder(_ value: JSONValue) -> Placeholder? {
        guard !placeholders.isEmpty, let text = value.string else { return nil }
        return placeholders[text]
    }

    package func accepts(_ value: JSONValue) -> Bool {
        var comparison = JSONComparison(self)
        return comparison.accepts(value)
    }

    private static func placeholder(_ text: String) throws(MockError) -> Placeholder {
        guard let (head, tail) = text.cut(at: "}") else {
            throw MockError("the placeholder “\(text)” has no end.")
        }
        let behind = String(tail)
        switch head.dropFirst("${json-unit.".count) {
        case "any-string" where behind.isEmpty: return .string
        case "any-number" where behind.isEmpty: return .number
        case "any-boolean" where behind.isEmpty: return .boolean
        case "ignore" where behind.isEmpty: return .ignored
        case "ignore-element" where behind.isEmpty: return .optional
        case "regex": return .pattern(try .ofMock(behind))
        default: throw MockError("the placeholder “\(text)” is not supported.")
        }
    }
}

extension Mock.JSONBody {
    /// Indicates whether the value contains a placeholder, such as `${json-unit.any-string}`.
    public var hasPlaceholders: Bool { !value.placeholders.isEmpty }
}

extension JSONValue {
    fileprivate var placeholders: [String] {
        switch self {
        case .string(let text): text.isPlaceholder ? [text] : []
        case .array(let elements): elements.flatMap(\.placeholders)
        case .object(let object): object.members.flatMap(\.value.placeholders)
        case .null, .bool, .number: []
        }
    }
}

extension String {
    fileprivate var isPlaceholder: Bool { hasPrefix("${json-unit.") || hasPrefix("#{json-unit.") }
}
