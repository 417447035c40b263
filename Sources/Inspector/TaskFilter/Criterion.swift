import ClientEngine
import EnginePatterns
import EngineSupport

enum Criterion: Sendable, Hashable {
    case text(TextField, String)
    case word(TextField, String)
    /// A regular expression over `METHOD URL`.
    case expression(Pattern)
    case parameter(name: String, value: String)
    case route(String)
    case number(NumberField, Interval)
    case statusClass(Int)
    case state(TaskState.Name)
    case error(ClientError.Kind, Phase?)
    case flag(Filter.Flag)
    case assertions(Filter.Assertions)
    /// Slower than usual.
    ///
    /// With a number, at least that many times slower.
    case slow(Double?)

    enum TextField: Sendable, Hashable {
        case methodAndURL, method, url, scheme, host, path, type, mock, program
    }

    enum NumberField: Sendable, Hashable { case status, attempts, size, total, ttfb, wait, age }

    struct Place {
        var key: Int
        var value: Int
    }

    static func pattern(_ source: String, at offset: Int) throws(FilterError) -> Criterion {
        do throws(PatternError) {
            return .expression(try Pattern(source, options: .caseInsensitive))
        } catch {
            if case .invalid(let message, let place) = error {
                throw FilterError("The regular expression is wrong: \(message).", at: offset + place)
            }
            throw FilterError(error.description, at: offset)
        }
    }

    /// Parses `key:value`.
    init(key: String, value: String, place: Place) throws(FilterError) {
        if key.hasPrefix("query."), key.count > 6 {
            self = .parameter(name: String(key.dropFirst(6)), value: value)
            return
        }
        guard let known = Filter.Key(rawValue: key.lowercased()) else {
            if let part = SearchedPart(rawValue: key.lowercased()) {
                throw FilterError(
                    "“\(part.rawValue):” is looked for in lists alone, outside of parentheses.", at: place.key
                )
            }
            let near = SimilarNames(to: key, among: Filter.Key.allCases.map(\.rawValue)).names.first
            let hint = near.map { " Did you mean “\($0):”?" } ?? ""
            throw FilterError("Unknown word “\(key):”.\(hint)", at: place.key)
        }
        self = try Self.known(known, value, at: place.value)
    }

    /// Parses the value of a key.
    static func known(_ key: Filter.Key, _ value: String, at offset: Int) throws(FilterError) -> Criterion {
        switch key {
        case .method: .word(.method, value)
        case .scheme: .word(.scheme, value)
        case .host: .text(.host, value)
        case .path: .text(.path, value)
        case .url: .text(.url, value)
        case .type: .text(.type, value)
        case .mock: .text(.mock, value)
        case .program: .text(.program, value)
        case .route: .route(value)
        case .status: try status(value, at: offset)
        case .attempts: .number(.attempts, try Interval(value, .count, as: key, at: offset))
        case .size: .number(.size, try Interval(value, .bytes, as: key, at: offset))
        case .total: .number(.total, try Interval(value, .duration, as: key, at: offset))
        case .ttfb: .number(.ttfb, try Interval(value, .duration, as: key, at: offset))
        case .wait: .number(.wait, try Interval(value, .duration, as: key, at: offset))
        case .since: .number(.age, try Interval("<=" + value, .duration, as: key, at: offset - 2))
        case .state: .state(try known(value, "a state", at: offset))
        case .error: try error(value, at: offset)
        case .is: .flag(try known(value, "a property", at: offset))
        case .assert: .assertions(try known(value, "a result of assertions", at: offset))
        case .slow: try slow(value, at: offset)
        }
    }

    private static func status(_ value: String, at offset: Int) throws(FilterError) -> Criterion {
        let lowercased = value.lowercased()
        if lowercased.count == 3, lowercased.hasSuffix("xx"), let first = lowercased.first?.wholeNumberValue {
            return .statusClass(first)
        }
        return .number(.status, try Interval(value, .count, as: .status, at: offset))
    }

    /// Parses the factor of `slow:`.
    ///
    /// An empty value selects the default factor.
    private static func slow(_ value: String, at offset: Int) throws(FilterError) -> Criterion {
        if value.isEmpty { return .slow(nil) }
        guard let times = Double(value), times.isFinite, times >= 1 else {
            let example = Filter.Key.slow.example
            throw FilterError("“\(value)” is not a number of times; try \(example).", at: offset)
        }
        return .slow(times)
    }

    private static func error(_ value: String, at offset: Int) throws(FilterError) -> Criterion {
        let parts = value.split(at: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let kind: ClientError.Kind = try known(parts[0], "a kind of error", at: offset)
        guard parts.count == 2 else { return .error(kind, nil) }
        return .error(kind, try known(parts[1], "a phase", at: offset + parts[0].utf8.count + 1))
    }

    private static func known<Value: CaseIterable & RawRepresentable<String>>(
        _ word: some StringProtocol, _ noun: String, at offset: Int
    ) throws(FilterError) -> Value {
        if let value = Value.allCases.first(where: { $0.rawValue.lowercased() == word.lowercased() }) {
            return value
        }
        let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw FilterError("“\(word)” is not \(noun); there are \(names).", at: offset)
    }
}
