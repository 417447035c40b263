import ClientEngine
import FoundationEssentials

/// The mocks as the engine told them last.
package struct MocksState: Equatable, Sendable {
    package struct Row: Equatable, Sendable {
        var mock: Mock
        var hits: Int
        var lastHit: Date?
        var isSpent: Bool

        package init(mock: Mock, hits: Int, lastHit: Date?, isSpent: Bool) {
            self.mock = mock
            self.hits = hits
            self.lastHit = lastHit
            self.isSpent = isSpent
        }
    }

    /// One line of the mocks screen: the mocks, and below them the scenarios.
    enum Line: Equatable, Sendable {
        case mock(Row)
        case scenario(MockStore.ScenarioStatus)
    }

    private(set) var rows: [Row] = []
    /// The scenarios of the mocks, and the states they are in.
    private(set) var scenarios: [MockStore.ScenarioStatus] = []
    /// Off while all mocks are switched off together.
    private(set) var isOn = true
    /// The mocks that were deleted and can come back, the last one last.
    private(set) var deleted: [Mock] = []
    /// Counts the changes that decide which requests are answered.
    private(set) var revision = 0
    var closest = ClosestMocks()
    /// The tasks that were recorded so far; nil while nothing is recorded.
    var recording: [TaskID]?

    /// Takes over what the engine says; a mock that is still or again there was not deleted.
    mutating func update(_ rows: [Row], _ scenarios: [MockStore.ScenarioStatus], isOn: Bool) {
        if isOn != self.isOn || scenarios != self.scenarios
            || !rows.elementsEqual(self.rows, by: { $0.mock == $1.mock && $0.isSpent == $1.isSpent })
        {
            revision += 1
        }
        self.rows = rows
        self.scenarios = scenarios
        self.isOn = isOn
        let ids = Set(rows.map(\.mock.id))
        deleted.removeAll { ids.contains($0.id) }
    }

    /// Takes a mock out of the list at once, before the engine says so.
    mutating func delete(_ mock: Mock) {
        rows.removeAll { $0.mock.id == mock.id }
        deleted.append(mock)
    }

    /// The number of mocks that can answer now.
    var activeCount: Int {
        isOn ? rows.count { $0.mock.isEnabled && !$0.isSpent } : 0
    }

    // MARK: The mocks screen

    var lineCount: Int { rows.count + scenarios.count }

    func line(at index: Int) -> Line? {
        if rows.indices.contains(index) { return .mock(rows[index]) }
        let below = index - rows.count
        return scenarios.indices.contains(below) ? .scenario(scenarios[below]) : nil
    }

    /// Returns the index of the line of the same mock or scenario, which may have changed.
    func index(of line: Line) -> Int? {
        switch line {
        case .mock(let row): rows.firstIndex { $0.mock.id == row.mock.id }
        case .scenario(let scenario):
            scenarios.firstIndex { $0.name == scenario.name }.map { rows.count + $0 }
        }
    }

    /// Returns whether a mock waits for its scenario to come into its state.
    func isAwaitingState(_ mock: Mock) -> Bool {
        guard let part = mock.scenario, let required = part.required else { return false }
        return scenarios.first { $0.name == part.name }.map { $0.state != required } ?? false
    }
}
