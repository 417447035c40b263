import ClientEngine
import EngineJSON

/// The value that a comparison expects.
enum ExpectedValue: Sendable, Hashable {
    /// As it stands in a line, references filled in; it may be meant as text or as JSON.
    case written(String)
    /// A literal of a script, which has a type.
    case literal(JSONValue)

    var text: String {
        switch self {
        case .written(let text): text
        case .literal(.string(let text)): text
        case .literal(let value): value.serialized()
        }
    }

    var plainText: String {
        guard case .written(let text) = self else { return self.text }
        return Self.unquoted(text) ?? text
    }

    /// The text of a regular expression, without the slashes or quotation marks around it.
    var expression: String {
        guard text.count > 1, text.hasPrefix("/"), text.hasSuffix("/") else { return plainText }
        return String(text.dropFirst().dropLast())
    }

    /// The number, or the milliseconds of a duration with a unit.
    var number: Double? {
        if let number = Double(text.trimmedBlanks) { return number }
        guard case .written(let text) = self, let word = DurationFormat(text), word.hasUnit else {
            return nil
        }
        return word.duration.milliseconds
    }

    func equals(_ value: ResponseValue, isStrict: Bool) -> Bool {
        switch self {
        case .written(let text): Self.equals(value, written: text)
        case .literal(let literal): Self.equals(value, literal, isStrict: isStrict)
        }
    }

    private static func equals(_ value: ResponseValue, written text: String) -> Bool {
        if case .missing = value { return text == "undefined" }
        let hasSameText = { (other: String) in value.text.utf8.elementsEqual(other.utf8) }
        if hasSameText(text) { return true }
        if let plain = unquoted(text), hasSameText(plain) { return true }
        guard let expected = try? JSONValue(parsing: text) else { return false }
        switch value {
        // A string is compared as text: "007" is not 7.
        case .json(.string), .text, .missing: return false
        case .json, .octets: return value.json?.isEquivalent(to: expected) ?? false
        }
    }

    private static func equals(_ value: ResponseValue, _ literal: JSONValue, isStrict: Bool) -> Bool {
        guard let actual = value.json else { return literal.isNull && !isStrict }
        if actual.isEquivalent(to: literal) { return true }
        guard !isStrict else { return false }
        // What `==` of JavaScript does with a text and a number.
        switch (actual, literal) {
        case (.string(let text), .number(let number)), (.number(let number), .string(let text)):
            return JSONNumber(text: text)?.isEquivalent(to: number) ?? false
        default: return false
        }
    }

    private static func unquoted(_ text: String) -> String? {
        if case .string(let plain)? = try? JSONValue(parsing: text) { return plain }
        guard text.count > 1, text.hasPrefix("'"), text.hasSuffix("'") else { return nil }
        return String(text.dropFirst().dropLast())
    }
}
