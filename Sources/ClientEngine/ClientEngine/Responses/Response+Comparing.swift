// Responses are compared by what the server sent. The record is not compared, because its times differ in every task.

extension Response: Hashable {
    /// Returns whether the heads, the bodies and the URLs of two responses are equal.
    public static func == (left: Response, right: Response) -> Bool {
        left.head == right.head && left.body == right.body && left.url == right.url
    }

    /// Hashes the head, the body and the URL.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        hasher.combine(body)
        hasher.combine(url)
    }
}
