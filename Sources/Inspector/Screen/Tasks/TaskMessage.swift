import ClientEngine

/// The actions on the selected task.
enum TaskVerb: Hashable, Sendable {
    case resend, editCopy, save, archive, openEditor, compose, cancel, cancelAll, retryNow, giveUp, delete,
        mark
}

enum FindVerb: Hashable, Sendable {
    case savedRequest, filter, filterOnOff, next, previous
    /// Sorts the list; nil shows by what it can be sorted.
    case sort(TaskOrder.Key?)
    /// Lists the words of the filter, or the values of one.
    case offer
    /// Shows which saved views there are; shows what one finds; saves the filter as one.
    case views
    case view(Int), saveView(Int)
    /// Goes to another task that has failed.
    case nextFailure, previousFailure
    /// Goes to another problem in the saved files.
    case nextProblem
}

/// A message about the list of tasks.
package enum TaskMessage: Equatable, Sendable {
    /// Tasks in which the texts of a filter occur, by the number of their search.
    case found([TaskID], of: Int, isLast: Bool)
    /// The saved views of the folder.
    case views([Int: String])
}

/// A demand about tasks.
package enum TaskEffect: Equatable, Sendable {
    /// Sends exactly what a task sent; one of an earlier session has no number here.
    case resend(Request, of: TaskID?)
    case cancel(TaskID)
    case retryNow(TaskID)
    case giveUp(TaskID)
    /// Looks for texts in tasks without holding up the screen, instead of what was looked for before.
    case search(TextSearch)
    /// Keeps the saved views for the next run.
    case keepViews([Int: String])
}
