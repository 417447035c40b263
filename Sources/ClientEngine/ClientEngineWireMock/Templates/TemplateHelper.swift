import EngineHTTP
import EngineJSON
import EngineMocks
import EnginePatterns
import FoundationEssentials

enum TemplateHelper: String, Sendable, CaseIterable {
    case jsonPath, now, randomValue, randomInt, base64, urlEncode, upper, lower, eq
    case trim, substring, replace, join, size, math, capitalize, regexExtract

    private var signature: (arguments: ClosedRange<Int>, options: Set<String>) {
        switch self {
        case .now: (0...0, ["offset", "format", "timezone"])
        case .randomValue: (0...0, ["type", "length", "uppercase"])
        case .randomInt: (0...0, ["lower", "upper"])
        case .base64: (1...1, ["decode", "padding"])
        case .urlEncode: (1...1, ["decode"])
        case .capitalize: (1...1, ["fully"])
        case .upper, .lower, .trim, .size: (1...1, [])
        case .jsonPath: (2...2, ["default"])
        case .eq: (2...2, [])
        case .substring: (2...3, [])
        case .regexExtract: (2...3, ["default"])
        case .replace, .math: (3...3, [])
        case .join: (2...64, ["prefix", "suffix"])
        }
    }

    /// Indicates whether the first argument of the helper represents all values of a name.
    var takesCollections: Bool { self == .join || self == .size }

    /// Returns the names under which a call stores values.
    func names(_ arguments: [TemplateExpression]) -> [String] {
        guard self == .regexExtract, arguments.count == 3, case .literal(.string(let name)) = arguments[2]
        else { return [] }
        return [name]
    }

    func check(
        _ arguments: [TemplateExpression], _ options: [String: TemplateExpression]
    ) throws(MockError) {
        let (counts, optionNames) = signature
        guard counts.contains(arguments.count) else {
            let wanted =
                counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
            throw MockError("the template's helper “\(rawValue)” wants \(wanted) arguments.")
        }
        if let name = options.keys.sorted().first(where: { !optionNames.contains($0) }) {
            throw MockError("the template's helper “\(rawValue)” has no option “\(name)” here.")
        }
        if self == .jsonPath, case .literal(let path) = arguments[1] {
            _ = try JaywayPath(path.renderedText)
        }
        if self == .math, case .literal(let word) = arguments[1] {
            _ = try TemplateMath.operation(word.renderedText)
        }
        if self == .regexExtract, case .literal(let pattern) = arguments[1] {
            _ = try Pattern.ofMock(pattern.renderedText, options: [])
        }
        if self == .randomValue, case .literal(let length)? = options["length"] {
            _ = try Self.length(length)
        }
        if self == .now { try TemplateTime.check(options) }
    }

    /// Returns the cost of a call, in bytes that could be copied in the same time.
    func cost(of value: JSONValue?) -> Int {
        switch self {
        // Each call parses a pattern, and may read the file of a time zone.
        case .now: 16_384
        case .randomValue: TemplateScope.bytesPerStep + 8 * value.byteCount
        default: TemplateScope.bytesPerStep + value.byteCount
        }
    }

    func value(
        _ arguments: [JSONValue], _ options: [String: JSONValue], in scope: inout TemplateScope
    ) throws(MockError) -> JSONValue? {
        let text = arguments.first?.renderedText ?? ""
        switch self {
        case .upper: return .string(text.uppercased())
        case .lower: return .string(text.lowercased())
        case .eq: return .bool(arguments[0].renderedText == arguments[1].renderedText)
        case .jsonPath:
            return try Self.found(arguments[0], arguments[1].renderedText, &scope) ?? options["default"]
        case .now: return .string(try TemplateTime(options).text(scope.now))
        case .randomInt: return Self.number(options, scope.random)
        case .randomValue: return .string(try Self.randomText(options, scope.random))
        case .base64: return .string(Self.base64(text, options))
        case .urlEncode: return .string(Self.encoded(text, options))
        case .math: return try TemplateMath.value(arguments[0], arguments[1].renderedText, arguments[2])
        case .regexExtract: return try Self.extracted(text, arguments.dropFirst(), options, &scope)
        case .trim, .substring, .replace, .join, .size, .capitalize:
            return try changed(arguments, options)
        }
    }

    private static func found(
        _ source: JSONValue, _ path: String, _ scope: inout TemplateScope
    ) throws(MockError) -> JSONValue? {
        let spelled = try JaywayPath(path)
        guard let root = source.string.map({ try? JSONValue(parsing: $0) }) ?? source else { return nil }
        let values = try scope.values(at: spelled, in: root)
        if spelled.isDefinite { return values.first }
        guard !values.isEmpty || spelled.hasPlace(in: root) else { return nil }
        return .array(values)
    }

    private static func base64(_ text: String, _ options: [String: JSONValue]) -> String {
        if options["decode"]?.isTruthy == true {
            return Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        let encoded = Data(text.utf8).base64EncodedString()
        return options["padding"].map(\.isTruthy) == false ? encoded.replacing("=", with: "") : encoded
    }

    private static func encoded(_ text: String, _ options: [String: JSONValue]) -> String {
        if options["decode"]?.isTruthy == true {
            return Mock.Parameter.parameters(ofQuery: "a=" + text.replacing("&", with: "%26")).first?.value
                ?? ""
        }
        return ParameterEncoding(spaces: .plus).escaped(text)
    }
}
