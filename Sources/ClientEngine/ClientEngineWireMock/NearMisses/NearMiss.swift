import EngineMocks
import FoundationEssentials

/// A mock that almost matches a request, and the reasons why it does not.
public struct NearMiss: Sendable, Hashable {
    /// A condition of a mock next to the part of the request.
    public struct Line: Sendable, Hashable {
        /// The condition of the mock.
        public var expected: String
        /// The part of the request, or an empty text if it is missing.
        public var actual: String
        /// The reason why the part does not match, or `nil` if it matches.
        public var reason: String?

        /// Creates a line.
        public init(expected: String, actual: String, reason: String? = nil) {
            self.expected = expected
            self.actual = actual
            self.reason = reason
        }
    }

    /// The mock.
    public var mock: Mock
    /// The distance, from 0 if everything matches to 1.
    public var distance: Double
    /// The parts, including those that match.
    ///
    /// A body is listed only if it does not match.
    public var lines: [Line]

    /// Creates a near miss.
    public init(mock: Mock, distance: Double, lines: [Line]) {
        self.mock = mock
        self.distance = distance
        self.lines = lines
    }
}

extension MockStore {
    /// Returns the mocks that are closest to answering a request, the closest first, including those that answer it.
    ///
    /// The distance is a weighted mean: the address has the largest weight, followed by the method. Header fields,
    /// parameters and the body count only if those match. A body in a file is read.
    public func nearMisses(to request: MockedRequest, limit: Int = 3, now: Date = Date()) -> [NearMiss] {
        snapshot.nearMisses(to: request.readingFile(), limit: limit, now: now)
    }
}

extension MockStore.Snapshot {
    fileprivate func nearMisses(to request: MockedRequest, limit: Int, now: Date) -> [NearMiss] {
        var request = request
        let distances = mocks.map { $0.matcher.distance(to: &request, at: now) }
        let order = distances.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
        return order.prefix(max(0, limit)).map { index in
            let (status, matcher) = mocks[index]
            let lines = matcher.lines(for: &request, at: now) + lines(about: status)
            return NearMiss(mock: status.mock, distance: distances[index], lines: lines)
        }
    }

    /// Returns the lines for reasons other than the request.
    private func lines(about status: MockStore.Status) -> [NearMiss.Line] {
        var lines: [NearMiss.Line] = []
        if let part = status.mock.scenario, let required = part.required {
            let state = scenarioStates[part.name] ?? Mock.Scenario.start
            func text(_ state: String) -> String { "[Scenario '\(part.name)' state: \(state)]" }
            lines.append(
                NearMiss.Line(
                    expected: text(required), actual: text(state),
                    reason: state == required ? nil : "Scenario does not match"))
        }
        if !isEnabled || !status.mock.isEnabled {
            lines.append(NearMiss.Line(expected: "[on]", actual: "[off]", reason: "The mock is switched off"))
        }
        if status.isSpent {
            lines.append(
                NearMiss.Line(
                    expected: "[answers left]", actual: "[\(status.hits) given]",
                    reason: "The mock has given all of its answers"))
        }
        return lines
    }
}
