import RequestFormats

/// The answers that were given before a request is sent.
package struct SendAnswers: Equatable, Sendable {
    package var values: [String: String]
    package var isConfirmed: Bool
    package var granted: Set<Wish>
    /// The wishes among them that were allowed for good.
    package var remembered: Set<Wish>

    package init(
        values: [String: String] = [:], isConfirmed: Bool = false, granted: Set<Wish> = [],
        remembered: Set<Wish> = []
    ) {
        self.values = values
        self.isConfirmed = isConfirmed
        self.granted = granted
        self.remembered = remembered
    }
}

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
