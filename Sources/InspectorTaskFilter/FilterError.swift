/// Says what is wrong with a filter, and where, so that a caret can be put there.
public struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence for a person.
    public var message: String
    /// The UTF-8 offset in the filter's text.
    public var offset: Int

    /// Creates an error.
    public init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }

    /// The sentence.
    public var description: String { message }
}
