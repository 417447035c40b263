import ClientEngine
import EnginePatterns

enum Criterion: Sendable, Hashable {
    case text(TextField, String)
    case word(TextField, String)
    /// A regular expression over `METHOD URL`.
    case expression(Pattern)
    case parameter(name: String, value: String)
    case number(NumberField, Interval)
    case statusClass(Int)
    case state(TaskState.Name)
    case error(ClientError.Kind, Phase?)
    case flag(Filter.Flag)

    enum TextField: Sendable, Hashable { case methodAndURL, method, url, scheme, host, path, type, mock }

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

    /// Reads `key:value`.
    init(key: String, value: String, place: Place) throws(FilterError) {
        if key.hasPrefix("query."), key.count > 6 {
            self = .parameter(name: String(key.dropFirst(6)), value: value)
            return
        }
        guard let known = Filter.Key(rawValue: key.lowercased()) else {
            let near = SimilarNames(to: key, among: Filter.Key.allCases.map(\.rawValue)).names.first
            let hint = near.map { " Did you mean “\($0):”?" } ?? ""
            throw FilterError("Unknown word “\(key):”.\(hint)", at: place.key)
        }
        switch known {
        case .method: self = .word(.method, value)
        case .scheme: self = .word(.scheme, value)
        case .host: self = .text(.host, value)
        case .path: self = .text(.path, value)
        case .url: self = .text(.url, value)
        case .type: self = .text(.type, value)
        case .mock: self = .text(.mock, value)
        case .status: self = try Self.status(value, at: place.value)
        case .attempts: self = .number(.attempts, try Interval(value, .count, at: place.value))
        case .size: self = .number(.size, try Interval(value, .bytes, at: place.value))
        case .total: self = .number(.total, try Interval(value, .duration, at: place.value))
        case .ttfb: self = .number(.ttfb, try Interval(value, .duration, at: place.value))
        case .wait: self = .number(.wait, try Interval(value, .duration, at: place.value))
        case .since: self = .number(.age, try Interval("<=" + value, .duration, at: place.value - 2))
        case .state: self = try Self.state(value, at: place.value)
        case .error: self = try Self.error(value, at: place.value)
        case .is: self = try Self.flag(value, at: place.value)
        }
    }

    private static func status(_ value: String, at offset: Int) throws(FilterError) -> Criterion {
        let lowercased = value.lowercased()
        if lowercased.count == 3, lowercased.hasSuffix("xx"), let first = lowercased.first?.wholeNumberValue {
            return .statusClass(first)
        }
        return .number(.status, try Interval(value, .count, at: offset))
    }

    private static func state(_ value: String, at offset: Int) throws(FilterError) -> Criterion {
        .state(try known(value, "a state", at: offset))
    }

    private static func error(_ value: String, at offset: Int) throws(FilterError) -> Criterion {
        let parts = value.split(at: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let kind: ClientError.Kind = try known(parts[0], "a kind of error", at: offset)
        guard parts.count == 2 else { return .error(kind, nil) }
        return .error(kind, try known(parts[1], "a phase", at: offset + parts[0].utf8.count + 1))
    }

    private static func flag(_ value: String, at offset: Int) throws(FilterError) -> Criterion {
        guard let flag = Filter.Flag(rawValue: value.lowercased()) else {
            throw FilterError(
                "“is:\(value)” is not known; there are \(Filter.flags.joined(separator: ", ")).", at: offset)
        }
        return .flag(flag)
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
