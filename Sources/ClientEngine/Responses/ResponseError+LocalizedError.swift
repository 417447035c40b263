import FoundationEssentials

extension ResponseError: LocalizedError {
    /// A sentence for a person, with the server's own words where it sent some.
    public var errorDescription: String? { description }
}
