import FoundationEssentials

extension Client {
    /// Creates a client with a base for relative URLs.
    public convenience init(baseURL: URL) {
        self.init(baseURL: baseURL.absoluteString)
    }

    /// Creates a client with a base for relative URLs, and configures it.
    ///
    /// - Throws: Only errors of the closure.
    public convenience init<Failure: Error>(
        baseURL: URL, _ configure: (inout ClientConfiguration) throws(Failure) -> Void
    ) throws(Failure) {
        try self.init(baseURL: baseURL.absoluteString, configure)
    }
}
