import EngineMocks
import FoundationEssentials

/// A mock that comes close to answering a request, and what keeps it from that.
public struct NearMiss: Sendable, Hashable {
    /// One thing that a mock wants, beside what the request has.
    public struct Line: Sendable, Hashable {
        /// What the mock wants.
        public var expected: String
        /// What the request has; empty where it has nothing.
        public var actual: String
        /// The reason why they do not agree; nil where they do.
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
    /// From 0, where every part agrees, to 1.
    public var distance: Double
    /// Its parts, those that agree too; a body only where it does not.
    public var lines: [Line]

    /// Creates a near miss.
    public init(mock: Mock, distance: Double, lines: [Line]) {
        self.mock = mock
        self.distance = distance
        self.lines = lines
    }
}

extension MockStore {
    /// Returns the mocks that come closest to answering a request, the closest first; those that answer it among them.
    ///
    /// The distance is a mean in which the address weighs more than the method and that more than the rest; fields,
    /// parameters and body count where all before agrees. A body in a file is read.
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

    /// Returns the lines for reasons besides the request that keep a mock from answering.
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
