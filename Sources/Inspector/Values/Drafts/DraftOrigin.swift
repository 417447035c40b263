/// The request in a file that a draft came from.
package struct DraftOrigin: Equatable, Sendable {
    package var path: String
    /// The place in the file, from 1.
    package var number: Int
    /// The file as it was read: another content means that somebody else has changed it.
    package var bytes: [UInt8]

    package init(path: String, number: Int, bytes: [UInt8]) {
        self.path = path
        self.number = number
        self.bytes = bytes
    }
}
