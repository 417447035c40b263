import FoundationEssentials

package struct NearMiss: Sendable, Hashable {
    package struct Line: Sendable, Hashable {
        package var expected: String
        package var actual: String
        package var reason: String?
    }

    package var mock: Mock
    /// From 0, where every part agrees, to 1.
    package var distance: Double
    /// Its parts, those that agree too; a body only where it does not.
    package var lines: [Line]
}

extension MockStore {
    /// Returns the mocks that come closest to answering a request, the closest first; those that answer it among them.
    ///
    /// The distance is a mean in which the address weighs more than the method and that more than the rest; fields,
    /// parameters and body count where all before agrees. A body that stands in a file is read.
    package func nearMisses(
        to request: MockedRequest, limit: Int = 3, now: Date = Date()
    ) -> [NearMiss] {
        // A copy, so that nobody waits while it is looked through.
        let table = table.withLock { $0 }
        return table.nearMisses(to: request.readingFile(), limit: limit, now: now)
    }
}

extension MockTable {
    func nearMisses(to request: MockedRequest, limit: Int, now: Date) -> [NearMiss] {
        var request = request
        var found: [(entry: Entry, distance: Double)] = []
        for entry in entriesInOrder {
            found.append((entry, entry.matcher.distance(to: &request, at: now)))
        }
        let order = found.indices.sorted { (found[$0].distance, $0) < (found[$1].distance, $1) }
        return order.prefix(max(0, limit)).map { index in
            let (entry, distance) = found[index]
            let lines = entry.matcher.lines(for: &request, at: now) + lines(about: entry)
            return NearMiss(mock: entry.mock, distance: distance, lines: lines)
        }
    }

    /// Returns the lines for reasons besides the request that keep a mock from answering.
    private func lines(about entry: Entry) -> [NearMiss.Line] {
        var lines: [NearMiss.Line] = []
        if let part = entry.mock.scenario, let required = part.required {
            let state = scenarios.state(of: part.name)
            func text(_ state: String) -> String { "[Scenario '\(part.name)' state: \(state)]" }
            lines.append(
                NearMiss.Line(
                    expected: text(required), actual: text(state),
                    reason: state == required ? nil : "Scenario does not match"))
        }
        if !isEnabled || !entry.mock.isEnabled {
            lines.append(NearMiss.Line(expected: "[on]", actual: "[off]", reason: "The mock is switched off"))
        }
        if entry.isSpent {
            lines.append(
                NearMiss.Line(
                    expected: "[answers left]", actual: "[\(entry.hits) given]",
                    reason: "The mock has given all of its answers"))
        }
        return lines
    }
}
