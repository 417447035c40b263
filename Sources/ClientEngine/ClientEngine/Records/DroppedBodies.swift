/// The sizes of bodies that a record does not keep any more.
package struct DroppedBodies: Sendable, Equatable {
    /// Of the request's body; nil where it is there.
    var request: Int?
    /// Of the responses' bodies, one exchange after the other; nil where it is there as it came.
    var responses: [Int?]

    package init(request: Int?, responses: [Int?] = []) {
        (self.request, self.responses) = (request, responses)
    }
}
