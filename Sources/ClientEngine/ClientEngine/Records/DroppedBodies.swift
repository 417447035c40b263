/// The sizes in bytes of the bodies that a record has discarded.
public struct DroppedBodies: Sendable, Hashable {
    /// The size of the request body, or `nil` if the record still holds it.
    public var request: Int?
    /// The sizes of the response bodies, one for each exchange in order.
    ///
    /// An element is `nil` if the record still holds the body as received.
    public var responses: [Int?]

    /// Creates the sizes.
    public init(request: Int?, responses: [Int?] = []) {
        (self.request, self.responses) = (request, responses)
    }
}
