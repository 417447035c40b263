/// What was answered before a request is sent.
struct SendAnswers: Equatable, Sendable {
    /// The values of variables.
    var values: [String: String] = [:]
    /// Whether the note was agreed to.
    var isConfirmed = false
    /// What was allowed.
    var granted: Set<Wish> = []
    /// What of it was allowed for good.
    var remembered: Set<Wish> = []
}
