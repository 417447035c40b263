/// An error in a filter: the problem, the alternatives and the position.
package struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    package var message: String
    /// The position in the text, in bytes from 0.
    package var offset: Int

    package init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }

    package var description: String { message }
}
