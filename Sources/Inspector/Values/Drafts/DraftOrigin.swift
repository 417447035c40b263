/// The request in a file that a draft came from.
struct DraftOrigin: Equatable, Sendable {
    var path: String
    /// The place in the file, from 1.
    var number: Int
    /// The file as it was read: another content means that somebody else has changed it.
    var bytes: [UInt8]
}
