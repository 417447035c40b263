import EngineJSON
import EngineMocks

/// The distance of a body from the expected JSON value: the share of values that differ.
struct JSONDifference {
    private let expectation: JSONExpectation
    private var valuesLeft = 50_000

    /// Returns the distance, from 0 to 1.
    static func share(_ expectation: JSONExpectation, _ actual: JSONValue) -> Double {
        if expectation.accepts(actual) { return 0 }
        var difference = JSONDifference(expectation: expectation)
        let expected = expectation.body.value
        let count = difference.count(expected, actual)
        return min(1, Double(max(1, count)) / Double(max(1, expected.nodeCount, actual.nodeCount)))
    }

    private init(expectation: JSONExpectation) {
        self.expectation = expectation
    }

    private mutating func count(_ expected: JSONValue, _ actual: JSONValue) -> Int {
        valuesLeft -= 1
        guard valuesLeft > 0 else { return expected.nodeCount }
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)): return count(expected, actual)
        case (.array(let expected), .array(let actual)): return count(expected, actual)
        default:
            return isSame(expected, actual) ? 0 : max(expected.nodeCount, actual.nodeCount)
        }
    }

    private mutating func isSame(_ expected: JSONValue, _ actual: JSONValue) -> Bool {
        guard let placeholder = expectation.placeholder(expected) else {
            return expected.isEquivalent(to: actual)
        }
        let isAccepted = placeholder.accepts(actual)
        // A pattern that takes too long once would take too long for every value.
        if isAccepted == nil { valuesLeft = 0 }
        return isAccepted ?? false
    }

    private mutating func count(_ expected: JSONObject, _ actual: JSONObject) -> Int {
        let (wanted, found) = (expected.valuesByName, actual.valuesByName)
        var sum = 0
        for (name, value) in wanted {
            sum += found[name].map { count(value, $0) } ?? value.nodeCount
        }
        if !expectation.body.ignoresExtraElements {
            for (name, value) in found where wanted[name] == nil { sum += value.nodeCount }
        }
        return sum
    }

    private mutating func count(_ expected: [JSONValue], _ actual: [JSONValue]) -> Int {
        var sum = 0
        for (left, right) in zip(expected, actual) { sum += count(left, right) }
        let missing = expected.dropFirst(actual.count)
        let extra = expectation.body.ignoresExtraElements ? [] : actual.dropFirst(expected.count)
        return (missing + extra).reduce(sum) { $0 + $1.nodeCount }
    }
}

extension JSONValue {
    fileprivate var nodeCount: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.nodeCount }
        case .object(let object): object.members.reduce(1) { $0 + $1.value.nodeCount }
        case .null, .bool, .number, .string: 1
        }
    }
}
