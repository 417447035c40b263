/// What came of saving a draft.
enum DraftSaving: Equatable, Sendable {
    case saved(DraftOrigin)
    /// Saved among what somebody else has changed in the file meanwhile.
    case merged(DraftOrigin)
    case conflict(DraftConflict)
}

/// A draft's request as somebody else has left it, after the draft was read.
struct DraftConflict: Equatable, Sendable {
    /// Its text and its place in the file, from 1; nil where it is gone.
    var theirs: Version?

    struct Version: Equatable, Sendable {
        var block: String
        var number: Int
    }

    /// What is asked, before what can be done about it.
    var question: String {
        theirs == nil
            ? "The request is gone from the file." : "The request has changed in the file since it was read."
    }
}
