import RequestFormats

/// Something that the request files of a folder want to do beyond sending their requests.
package struct Wish: Sendable, Hashable {
    /// The folder's path, without links.
    package var folder: String
    package var ask: Ask

    package init(folder: String, ask: Ask) {
        self.folder = folder
        self.ask = ask
    }
}
