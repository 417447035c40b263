/// A condition for a key to do anything.
enum Requirement: Hashable, Sendable {
    case nothing
    case task, anyTask, repeatableTask, liveTask, anyLive, waitingTask, ownTask
    case response, body, formattedBody, linesOfBody, shownBody, responseOrMock, deletion, selectedMock
    case otherMock, marked, sendable, editable, anyMock, anySaved, filterText, searchText, anyEnvironment
    case fileProblem, route
    case program, runningProgram
    case holdable, heldTask, heldRequest, anyHold
    case view(Int)
}
