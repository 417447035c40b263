import EngineJSON

/// Compares a body with the JSON value that a mock expects, as WireMock's `equalToJson` does.
///
/// Comparing arrays in any order can take long. After 200,000 comparisons, the body counts as not matching.
struct JSONComparison {
    private let expectation: JSONExpectation
    private var comparisonsLeft = 200_000

    init(_ expectation: JSONExpectation) {
        self.expectation = expectation
    }

    mutating func accepts(_ actual: JSONValue) -> Bool { isMatch(expectation.body.value, actual) }

    private mutating func isMatch(_ expected: JSONValue, _ actual: JSONValue) -> Bool {
        comparisonsLeft -= 1
        guard comparisonsLeft > 0 else { return false }
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)): return isMatch(expected, actual)
        case (.array(let expected), .array(let actual)): return isMatch(expected, actual)
        default:
            guard let placeholder = expectation.placeholder(expected) else {
                return expected.isEquivalent(to: actual)
            }
            guard let isAccepted = placeholder.accepts(actual) else {
                // In any order, the pattern would be applied to every element, and take as long each time.
                comparisonsLeft = 0
                return false
            }
            return isAccepted
        }
    }

    private mutating func isMatch(_ expected: JSONObject, _ actual: JSONObject) -> Bool {
        let (wanted, found) = (expected.valuesByName, actual.valuesByName)
        for (name, value) in wanted {
            guard let other = found[name] else {
                guard case .optional? = expectation.placeholder(value) else { return false }
                continue
            }
            guard isMatch(value, other) else { return false }
        }
        return expectation.body.ignoresExtraElements || found.keys.allSatisfy { wanted[$0] != nil }
    }

    private mutating func isMatch(_ expected: [JSONValue], _ actual: [JSONValue]) -> Bool {
        guard
            expectation.body.ignoresExtraElements
                ? expected.count <= actual.count : expected.count == actual.count
        else { return false }
        guard expectation.body.ignoresArrayOrder else {
            return zip(expected, actual).allSatisfy { isMatch($0, $1) }
        }
        var takers = [Int?](repeating: nil, count: actual.count)
        for index in expected.indices {
            var tried: Set<Int> = []
            guard place(index, of: expected, in: actual, &takers, &tried) else { return false }
        }
        return true
    }

    /// Assigns an element to an expected one, and moves earlier assignments if necessary (Kuhn's algorithm).
    private mutating func place(
        _ index: Int, of expected: [JSONValue], in actual: [JSONValue], _ takers: inout [Int?],
        _ tried: inout Set<Int>
    ) -> Bool {
        // Tries the same index first, which is right for most bodies.
        for offset in actual.indices where comparisonsLeft > 0 {
            let candidate = (index + offset) % actual.count
            guard !tried.contains(candidate), isMatch(expected[index], actual[candidate]) else { continue }
            tried.insert(candidate)
            if let taker = takers[candidate],
                !place(taker, of: expected, in: actual, &takers, &tried)
            {
                continue
            }
            takers[candidate] = index
            return true
        }
        return false
    }
}

extension JSONObject {
    /// The values by the bytes of their names.
    ///
    /// Of duplicate names, the last one counts.
    package var valuesByName: [[UInt8]: JSONValue] {
        Dictionary(members.map { (Array($0.name.utf8), $0.value) }, uniquingKeysWith: { $1 })
    }
}
