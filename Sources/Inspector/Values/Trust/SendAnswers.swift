/// What was answered before a request is sent.
package struct SendAnswers: Equatable, Sendable {
    /// The values of variables.
    package var values: [String: String]
    /// Whether the note was agreed to.
    package var isConfirmed: Bool
    /// What was allowed.
    package var granted: Set<Wish>
    /// What of it was allowed for good.
    package var remembered: Set<Wish>

    package init(
        values: [String: String] = [:], isConfirmed: Bool = false, granted: Set<Wish> = [],
        remembered: Set<Wish> = []
    ) {
        self.values = values
        self.isConfirmed = isConfirmed
        self.granted = granted
        self.remembered = remembered
    }
}
