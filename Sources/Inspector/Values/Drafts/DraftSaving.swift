package enum DraftSaving: Equatable, Sendable {
    case saved(DraftOrigin)
    /// Saved among what somebody else has changed in the file meanwhile.
    case merged(DraftOrigin)
    case conflict(DraftConflict)
}

/// A draft's request as somebody else has left it, after the draft was read.
package struct DraftConflict: Equatable, Sendable {
    /// Its text and its place in the file, from 1; nil where it is gone.
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

    /// The question, before what can be done about it.
    package var question: String {
        theirs == nil
            ? "The request is gone from the file." : "The request has changed in the file since it was read."
    }
}

/// The request in a file that a draft came from.
package struct DraftOrigin: Equatable, Sendable {
    package var path: String
    package var number: Int
    /// The file as it was read: another content means that somebody else has changed it.
    package var bytes: [UInt8]

    package init(path: String, number: Int, bytes: [UInt8]) {
        self.path = path
        self.number = number
        self.bytes = bytes
    }
}

package enum DraftPlace: Equatable, Sendable {
    /// In the place it was read from, if the file is still as it was.
    case into(DraftOrigin)
    /// In the place of a request, whatever has happened to the file.
    case over(path: String, number: Int)
    /// Behind everything else in a file.
    case behind(path: String)
    /// Behind everything else in a file that a person has named, which need not exist: its path counts from the workspace.
    case named(String)
}
