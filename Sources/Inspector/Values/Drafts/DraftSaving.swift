/// What came of saving a draft.
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

    /// What is asked, before what can be done about it.
    package var question: String {
        theirs == nil
            ? "The request is gone from the file." : "The request has changed in the file since it was read."
    }
}
