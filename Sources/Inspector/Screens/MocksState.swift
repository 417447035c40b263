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

    /// How many mocks can answer now.
    var activeCount: Int {
        isOn ? rows.count { $0.mock.isEnabled && !$0.isSpent } : 0
    }
}
