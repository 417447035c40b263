// An answer is compared by what the server sent. Its record has times of its own in every task, and takes no part.

extension Response: Hashable {
    /// Returns whether the heads, the bodies and the URLs that answered are equal.
    public static func == (left: Response, right: Response) -> Bool {
        left.head == right.head && left.body == right.body && left.url == right.url
    }

    /// Feeds the head, the body and the URL.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        hasher.combine(body)
        hasher.combine(url)
    }
}
