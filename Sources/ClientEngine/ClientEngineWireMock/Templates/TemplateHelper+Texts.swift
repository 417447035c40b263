import EngineJSON
import EngineMocks
import EnginePatterns

extension TemplateHelper {
    /// Returns the first argument as changed by a text helper.
    ///
    /// If that argument is falsy, most helpers return the text of the second one, as in WireMock.
    func changed(
        _ arguments: [JSONValue], _ options: [String: JSONValue]
    ) throws(MockError) -> JSONValue? {
        let subject = arguments[0]
        switch self {
        case .size: return subject.size
        case .trim: return .string(subject.renderedText.trimmedOfControls)
        case .join: return .string(Self.joined(arguments, options))
        default: break
        }
        guard subject.isTruthy else { return .string(arguments.count > 1 ? arguments[1].renderedText : "") }
        let text = subject.renderedText
        switch self {
        case .capitalize:
            let isWhole = options["fully"]?.isTruthy ?? false
            return .string((isWhole ? text.lowercased() : text).withCapitals)
        case .replace:
            return .string(
                text.replacingLiterally(arguments[1].renderedText, with: arguments[2].renderedText))
        default: return .string(try Self.part(of: text, arguments.dropFirst()))
        }
    }

    private static func joined(_ arguments: [JSONValue], _ options: [String: JSONValue]) -> String {
        let elements: [JSONValue]
        let separator: String
        if case .array(let list) = arguments[0] {
            (elements, separator) = (list, arguments[1].renderedText)
        } else {
            guard arguments[0].isTruthy || arguments.count > 2 && !arguments[0].isNull else { return "" }
            (elements, separator) = (arguments.dropLast(), arguments.last?.renderedText ?? "")
        }
        let text = elements.map(\.listedText).joined(separator: separator)
        return (options["prefix"]?.renderedText ?? "") + text + (options["suffix"]?.renderedText ?? "")
    }

    /// Returns a part of a text.
    ///
    /// As in Java, the bounds count UTF-16 units.
    private static func part(of text: String, _ bounds: ArraySlice<JSONValue>) throws(MockError) -> String {
        let units = Array(text.utf16)
        let numbers = bounds.compactMap { $0.number.flatMap { Int($0.text) } }
        guard numbers.count == bounds.count, let start = numbers.first else {
            throw MockError("the template's “substring” wants whole numbers.")
        }
        let end = numbers.count > 1 ? numbers[1] : units.count
        guard 0 <= start, start <= end, end <= units.count else {
            throw MockError(
                "the template's “substring” reaches from \(start) to \(end) in a text of \(units.count).")
        }
        return String(decoding: units[start..<end], as: UTF16.self)
    }

    /// Returns the first match of a pattern.
    ///
    /// With a name, it stores the groups of all matches under that name.
    static func extracted(
        _ text: String, _ arguments: ArraySlice<JSONValue>, _ options: [String: JSONValue],
        _ scope: inout TemplateScope
    ) throws(MockError) -> JSONValue? {
        let source = arguments.first?.renderedText ?? ""
        let pattern = try Pattern.ofMock(source, options: [])
        try scope.charge(text.utf8.count + source.utf8.count)
        let found: [[String?]]
        do {
            found =
                try arguments.count > 1
                ? pattern.groups(in: text) : pattern.firstGroups(in: text).map { [$0] } ?? []
        } catch {
            throw TemplateScope.tooLong
        }
        guard let first = found.first else {
            return options["default"] ?? .string("[ERROR: Nothing matched \(source)]")
        }
        guard arguments.count > 1, let name = arguments.last?.renderedText else {
            return .string((first.first ?? nil) ?? "")
        }
        var groups: [JSONValue] = []
        for group in found.flatMap({ $0.dropFirst() }) {
            try scope.charge(TemplateScope.bytesPerStep + (group?.utf8.count ?? 0))
            groups.append(group.map { .string($0) } ?? .null)
        }
        scope.variables[name] = .array(groups)
        return .string("")
    }
}

extension JSONValue {
    /// The number of elements, members or UTF-16 units, 0 for `null`, or `nil` for other values.
    fileprivate var size: JSONValue? {
        switch self {
        case .array(let elements): .number(JSONNumber(elements.count))
        case .object(let object): .number(JSONNumber(object.count))
        case .string(let text): .number(JSONNumber(text.utf16.count))
        case .null: 0
        case .bool, .number: nil
        }
    }
}

extension String {
    /// The text without blanks and control characters at both ends, as Java's `trim` removes them.
    fileprivate var trimmedOfControls: String {
        let kept = unicodeScalars.drop { $0.value <= 0x20 }
        let end = kept.lastIndex { $0.value > 0x20 }.map(kept.index(after:)) ?? kept.startIndex
        return String(kept[..<end])
    }

    /// The text with a capital letter at the start and after blanks.
    fileprivate var withCapitals: String {
        var isStart = true
        var output = ""
        for scalar in unicodeScalars {
            if scalar.properties.isWhitespace {
                isStart = true
                output.unicodeScalars.append(scalar)
            } else {
                output += isStart ? scalar.properties.titlecaseMapping : String(scalar)
                isStart = false
            }
        }
        return output
    }

    /// Returns the text with a text replaced.
    ///
    /// Replacing the empty text inserts the other one around all characters.
    fileprivate func replacingLiterally(_ text: String, with other: String) -> String {
        guard text.isEmpty else {
            return String(unicodeScalars.replacing(text.unicodeScalars, with: other.unicodeScalars))
        }
        return other + unicodeScalars.map { String($0) + other }.joined()
    }
}
