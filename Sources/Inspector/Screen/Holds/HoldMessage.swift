import ClientEngine
import InspectorTaskFilter
import InspectorValues

/// The actions on messages of other programs that are held, and on the routes where they are.
enum HoldVerb: Hashable, Sendable {
    /// Shows the choices, as typing `H` does.
    case choose
    /// Holds the requests or the answers of a route, or no longer.
    case requests, answers
    /// Edits what is held, lets it go as it is, or answers a request by hand.
    case edit, release, answer
    /// Lets all go, and holds nothing more.
    case releaseAll
}

/// A message about what is held of other programs.
package enum HoldMessage: Equatable, Sendable {
    /// The messages of other programs that are held.
    case changed(Holds)
    /// An answer that was edited cannot be used as it is.
    case refused(AnswerEdit)
}

/// A change of what is held of other programs.
package enum HoldEffect: Equatable, Sendable {
    /// Holds a part of a route, or no longer.
    case toggle(Holds.Part, of: Route)
    /// Lets what is held of a task go on as it is.
    case release(TaskID)
    case releaseAll
}
