/// The limits of the history.
package struct HistoryLimits: Sendable, Equatable {
    /// The maximum size of database and body files together, in bytes.
    package var bytes = 1 << 30
    package var days = 90

    package init(bytes: Int? = nil, days: Int? = nil) {
        self.bytes = bytes ?? self.bytes
        self.days = days ?? self.days
    }
}
