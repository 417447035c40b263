/// The sizes in bytes of the bodies that a record has discarded.
public struct DroppedBodies: Sendable, Hashable {
    /// The size of the request's body; nil where the record has it.
    public var request: Int?
    /// The sizes of the responses' bodies, one for each exchange in order; nil where the record has the body as it came.
    public var responses: [Int?]

    /// Creates sizes.
    public init(request: Int?, responses: [Int?] = []) {
        (self.request, self.responses) = (request, responses)
    }
}
