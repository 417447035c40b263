/// The sizes in bytes of the bodies that a record has discarded.
public struct DroppedBodies: Sendable, Equatable {
    /// Of the request's body; nil where it is there.
    package var request: Int?
    /// Of the responses' bodies, one exchange after the other; nil where it is there as it came.
    package var responses: [Int?]

    /// Creates sizes.
    public init(request: Int?, responses: [Int?] = []) {
        (self.request, self.responses) = (request, responses)
    }
}
