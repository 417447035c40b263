import EngineMocks
import FoundationEssentials

extension CompiledMatcher {
    /// Returns the distance of a value from an accepted one: 0 if it is accepted, 1 if no part matches.
    func distance(to value: inout MatchedValue?, at now: Date) -> Double {
        if accepts(&value, at: now) { return 0 }
        switch self {
        case .equalTo(let expected, _):
            guard let text = value?.text else { return 1 }
            return TextDistance.share(expected, text)
        case .json(let expectation):
            return value?.json.map { JSONDifference.share(expectation, $0) } ?? 1
        case .and(let matchers):
            return matchers.isEmpty
                ? 1 : matchers.reduce(0) { $0 + $1.distance(to: &value, at: now) } / Double(matchers.count)
        case .or(let matchers): return matchers.map { $0.distance(to: &value, at: now) }.min() ?? 1
        case .contains, .matches, .absent, .anything, .not, .bytes, .number, .template, .other:
            return 1
        }
    }

    func distance(to text: String, at now: Date) -> Double {
        var value: MatchedValue? = MatchedValue(text)
        return distance(to: &value, at: now)
    }
}

extension CompiledValues {
    func distance(to values: [String], at now: Date) -> Double {
        if accepts(values, at: now) { return 0 }
        switch self {
        case .any(let matcher): return Self.nearest(matcher, values, now)
        case .exactly(let matchers):
            let sum = matchers.reduce(values.count == matchers.count && !values.isEmpty ? 0 : 1) {
                $0 + Self.nearest($1, values, now)
            }
            return sum / Double(matchers.count + 1)
        case .includes(let matchers):
            return matchers.reduce(0) { $0 + Self.nearest($1, values, now) } / Double(max(1, matchers.count))
        }
    }

    private static func nearest(_ matcher: CompiledMatcher, _ values: [String], _ now: Date) -> Double {
        values.map { matcher.distance(to: $0, at: now) }.min() ?? 1
    }
}
