import ClientEngine

package struct OutgoingDraft: Equatable, Sendable {
    /// The requests, as they would stand in a file.
    package var text: String
    /// The folder that names of files and variables count from; nil where the draft comes from no file.
    package var folder: String?
    /// Where the other requests of its file are, which it may refer to.
    package var origin: DraftOrigin?
    /// What answers these requests alone.
    package var mock: Mock?

    package init(text: String, folder: String? = nil, origin: DraftOrigin? = nil, mock: Mock? = nil) {
        self.text = text
        self.folder = folder
        self.origin = origin
        self.mock = mock
    }
}

/// What a reference stands for at the moment.
package enum DraftValue: Equatable, Sendable {
    case text(String)
    case undefined
    /// Every request gets another one.
    case madeWhenSent
}
