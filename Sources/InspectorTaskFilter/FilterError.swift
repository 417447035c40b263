/// An error in a filter and its place, so that a caret can be put there.
package struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    package var message: String
    /// The UTF-8 offset in the filter's text.
    package var offset: Int

    package init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }

    package var description: String { message }
}
