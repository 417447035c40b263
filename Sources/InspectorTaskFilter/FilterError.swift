package struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    package var message: String
    package var offset: Int

    package init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }

    package var description: String { message }
}
