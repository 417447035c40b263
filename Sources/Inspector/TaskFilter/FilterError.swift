/// Says what is wrong with a filter, what could stand there, and where that is.
package struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    package var message: String
    /// The place in the text, in bytes from 0.
    package var offset: Int

    package init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }

    package var description: String { message }
}
