/// The limits of the history.
package struct HistoryLimits: Sendable, Equatable {
    /// Of the database and the body files together.
    package var bytes = 1 << 30
    package var days = 90

    package init(bytes: Int? = nil, days: Int? = nil) {
        self.bytes = bytes ?? self.bytes
        self.days = days ?? self.days
    }
}
