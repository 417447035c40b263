import FoundationEssentials

extension Client {
    /// Creates a client that resolves relative URLs against a base.
    public convenience init(baseURL: URL) {
        self.init(baseURL: baseURL.absoluteString)
    }

    /// Creates a client that resolves relative URLs against a base, and sets how it behaves.
    ///
    /// - Throws: What the closure throws; nothing where it does not.
    public convenience init<Failure: Error>(
        baseURL: URL, _ configure: (inout ClientConfiguration) throws(Failure) -> Void
    ) throws(Failure) {
        try self.init(baseURL: baseURL.absoluteString, configure)
    }
}
