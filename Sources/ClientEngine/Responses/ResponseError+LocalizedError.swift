import FoundationEssentials

/// For code that shows errors by `localizedDescription`.
extension ResponseError: LocalizedError {
    /// What is wrong, with the server's own words for it where it has some.
    public var errorDescription: String? { description }
}
