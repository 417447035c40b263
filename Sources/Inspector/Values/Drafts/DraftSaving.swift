package enum DraftSaving: Equatable, Sendable {
    case saved(DraftOrigin)
    /// Saved, and merged with changes that another editor made in the file meanwhile.
    case merged(DraftOrigin)
    case conflict(DraftConflict)
}

/// A request that another editor changed in its file after the draft was read.
package struct DraftConflict: Equatable, Sendable {
    /// The current text of the request and its number in the file, from 1, or `nil` if it no longer exists.
    package var theirs: Version?

    package init(theirs: Version? = nil) {
        self.theirs = theirs
    }

    package struct Version: Equatable, Sendable {
        package var block: String
        package var number: Int

        package init(block: String, number: Int) {
            self.block = block
            self.number = number
        }
    }

    /// The question to show above the possible answers.
    package var question: String {
        theirs == nil
            ? "The request is gone from the file." : "The request has changed in the file since it was read."
    }
}

/// The request in a file from which a draft was made.
package struct DraftOrigin: Equatable, Sendable {
    package var path: String
    package var number: Int
    /// The content of the file when it was read.
    ///
    /// Different content means that another editor changed the file.
    package var bytes: [UInt8]

    package init(path: String, number: Int, bytes: [UInt8]) {
        self.path = path
        self.number = number
        self.bytes = bytes
    }
}

package enum DraftPlace: Equatable, Sendable {
    /// Replaces the original request if the file is unchanged.
    case into(DraftOrigin)
    /// Replaces a request regardless of changes to the file.
    case over(path: String, number: Int)
    /// Appends to a file.
    case behind(path: String)
    /// Appends to a file that the user named, relative to the workspace.
    ///
    /// The file need not exist.
    case named(String)
}
