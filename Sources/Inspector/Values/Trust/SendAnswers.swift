import RequestFormats

/// The user's answers to the questions before a request is sent.
package struct SendAnswers: Equatable, Sendable {
    package var values: [String: String]
    package var isConfirmed: Bool
    package var granted: Set<Wish>
    /// The granted permissions to remember.
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

/// A permission that the request files of a folder ask for, beyond sending their requests.
package struct Wish: Sendable, Hashable {
    /// The path of the folder, with symbolic links resolved.
    package var folder: String
    package var ask: Ask

    package init(folder: String, ask: Ask) {
        self.folder = folder
        self.ask = ask
    }
}
