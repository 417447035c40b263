/// An answer that somebody has written, or changed, for another program.
package struct EditedAnswer: Sendable, Hashable {
    /// The head, with the length of the body.
    package var head: ResponseHead
    package var body: [UInt8]

    package init(head: ResponseHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}
