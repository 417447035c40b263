import RequestFormats

/// Something that the request files of a folder want to do beyond sending their requests.
struct Wish: Sendable, Hashable {
    /// The folder's path, without links.
    var folder: String
    var ask: Ask
}
