/// A response that a person edited before another program received it.
public struct EditedAnswer: Sendable, Hashable {
    /// The head, with the length of the body.
    public var head: ResponseHead
    /// The body.
    public var body: [UInt8]

    /// Creates an edited response.
    public init(head: ResponseHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}
