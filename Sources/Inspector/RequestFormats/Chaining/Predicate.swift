import ClientEngine
import EngineJSON
import EnginePatterns
import FoundationEssentials

/// The comparison that an assertion makes; the words are httpyac's.
public enum Predicate: Sendable, Hashable {
    /// The ways to be asked for a kind of value.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A JSON number.
        case number = "isNumber"
        /// A text.
        case string = "isString"
        /// `true` or `false`.
        case boolean = "isBoolean"
        /// A JSON array.
        case array = "isArray"
    }

    /// The comparisons that have an order.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        /// `>`
        case greater = ">"
        /// `>=`
        case greaterOrEqual = ">="
        /// `<`
        case less = "<"
        /// `<=`
        case lessOrEqual = "<="
    }

    /// The questions about texts.
    public enum TextTest: String, Sendable, Hashable, CaseIterable {
        /// The text begins with the expected one.
        case startsWith
        /// The text ends with the expected one.
        case endsWith
        /// It holds that; of an array: an element is that.
        case contains
        /// A regular expression is found in it.
        case matches
    }

    /// Is that; with `isStrict`, without turning texts into numbers.
    case equals(isStrict: Bool)
    /// The value is another one.
    case differs(isStrict: Bool)
    /// The value comes before or behind the expected one.
    case order(Order)
    /// The value is a text of that form.
    case text(TextTest)
    /// Is there, and not null.
    case exists
    /// Is what JavaScript takes for true.
    case isTrue
    /// Is what JavaScript takes for false; what is not there counts.
    case isFalse
    /// The value is of that kind.
    case kind(Kind)
    /// Has that digest, in hexadecimal digits or Base64.
    case digest(String)

    /// Reads a predicate from the beginning of a text and takes it away; nil where none stands there.
    static func read(from text: inout Substring) -> Predicate? {
        let rest = text.trimmedBlanks
        let word = rest.prefix { !$0.isWhitespace }
        var behind = rest[word.endIndex...]
        var name = word.lowercased()
        if name == "not" {
            behind = behind.trimmedBlanks
            let next = behind.prefix { !$0.isWhitespace }
            behind = behind[next.endIndex...]
            name += " " + next.lowercased()
        }
        guard let predicate = byName[name] else { return nil }
        text = behind
        return predicate
    }

    static func isBeginning(_ word: Substring) -> Bool { word == "not" || byName[word.lowercased()] != nil }

    var takesValue: Bool {
        switch self {
        case .equals, .differs, .order, .text, .digest: true
        case .exists, .isTrue, .isFalse, .kind: false
        }
    }

    private static let byName: [String: Predicate] = {
        var names: [String: Predicate] = [
            // In a line of text nothing has a type: `===` says no more than `==`.
            "==": .equals(isStrict: false), "===": .equals(isStrict: false),
            "equals": .equals(isStrict: false), "!=": .differs(isStrict: false),
            "!==": .differs(isStrict: false), "not equals": .differs(isStrict: false),
            "includes": .text(.contains), "exists": .exists, "istrue": .isTrue, "isfalse": .isFalse,
        ]
        for order in Order.allCases { names[order.rawValue] = .order(order) }
        for test in TextTest.allCases { names[test.rawValue.lowercased()] = .text(test) }
        for kind in Kind.allCases { names[kind.rawValue.lowercased()] = .kind(kind) }
        for digest in ContentDigest.allCases { names[digest.rawValue] = .digest(digest.rawValue) }
        return names
    }()
}

extension Predicate {
    /// Asks the question of a value.
    ///
    /// - Throws: a `EvaluationError` where it has no answer: a regular expression that is none, text where a number is needed.
    func holds(for value: ResponseValue, _ expected: ExpectedValue) throws(EvaluationError) -> Bool {
        switch self {
        case .equals(let isStrict): return expected.equals(value, isStrict: isStrict)
        case .differs(let isStrict): return !expected.equals(value, isStrict: isStrict)
        case .order(let order): return try order.holds(for: value, expected)
        case .text(let test): return try test.holds(for: value, expected)
        case .exists:
            if case .json(.null) = value { return false }
            return !value.isMissing
        case .isTrue: return value.isTruthy
        case .isFalse: return !value.isTruthy
        case .kind(let kind): return kind.isKind(of: value)
        case .digest(let name): return try Self.digest(name, of: value, is: expected.text)
        }
    }

    /// Says why a question has no answer, in words that follow “is”.
    struct EvaluationError: Error {
        var message: String
    }

    private static func digest(
        _ name: String, of value: ResponseValue, is expected: String
    ) throws(EvaluationError) -> Bool {
        guard !value.isMissing else { return false }
        guard let bytes = ContentDigest(rawValue: name)?.bytes(of: value.octets) else {
            throw EvaluationError(message: "a value whose \(name) OpenSSL does not compute here")
        }
        return expected.lowercased() == bytes.hexadecimal || expected == Data(bytes).base64EncodedString()
    }
}

extension Predicate.Order {
    func holds(for value: ResponseValue, _ expected: ExpectedValue) throws(Predicate.EvaluationError) -> Bool
    {
        guard !value.isMissing else { return false }
        guard let left = Double(value.text.trimmedBlanks) else {
            throw Predicate.EvaluationError(message: "\(value.summary), which is not a number")
        }
        guard let right = expected.number else {
            throw Predicate.EvaluationError(
                message: "compared with “\(expected.text)”, which is not a number")
        }
        return switch self {
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .less: left < right
        case .lessOrEqual: left <= right
        }
    }
}

extension Predicate.TextTest {
    func holds(for value: ResponseValue, _ expected: ExpectedValue) throws(Predicate.EvaluationError) -> Bool
    {
        guard !value.isMissing else { return false }
        switch self {
        case .startsWith: return value.text.utf8.starts(with: expected.plainText.utf8)
        case .endsWith: return value.text.utf8.reversed().starts(with: expected.plainText.utf8.reversed())
        case .contains:
            if case .json(.array(let elements)) = value {
                return elements.contains { expected.equals(.json($0), isStrict: false) }
            }
            return value.text.isEmpty ? expected.plainText.isEmpty : value.text.contains(expected.plainText)
        case .matches:
            do throws(PatternError) {
                return try Pattern(expected.expression).contains(in: value.text)
            } catch {
                throw Predicate.EvaluationError(message: "not asked: \(error)")
            }
        }
    }
}

extension Predicate.Kind {
    func isKind(of value: ResponseValue) -> Bool {
        switch (self, value) {
        case (.string, .text): return true
        case (_, .octets), (_, .json): break
        default: return false
        }
        switch (self, value.json) {
        case (.number, .some(.number)), (.boolean, .some(.bool)), (.array, .some(.array)),
            (.string, .some(.string)):
            return true
        default: return false
        }
    }
}
