import ClientEngine
import Foundation

/// The mocks as the engine told them last.
struct MocksState: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        var mock: Mock
        var hits: Int
        var lastHit: Date?
        var isSpent: Bool
    }

    var rows: [Row] = []
    /// Off while all mocks are switched off together.
    var isOn = true
    /// The mocks that were deleted and can come back, the last one last.
    var deleted: [Mock] = []

    /// Takes over what the engine says; a mock that is still or again there was not deleted.
    mutating func take(_ rows: [Row], isOn: Bool) {
        self.rows = rows
        self.isOn = isOn
        let ids = Set(rows.map(\.mock.id))
        deleted.removeAll { ids.contains($0.id) }
    }

    /// How many mocks can answer now.
    var activeCount: Int {
        isOn ? rows.count { $0.mock.isEnabled && !$0.isSpent } : 0
    }
}
