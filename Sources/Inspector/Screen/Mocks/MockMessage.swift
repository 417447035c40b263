import ClientEngine
import ClientEngineWireMock
import InspectorValues

/// The actions on mocks.
enum MockVerb: Hashable, Sendable {
    /// Shows the choices, as typing `m` does.
    case choose
    case response
    case status(StatusCode)
    case empty
    case fault(MockFault)
    case delay(milliseconds: Int)
    case times(Int)
    /// Makes one sequence of the marked tasks.
    case sequence
    /// Begins or ends recording what the filter shows.
    case record
    /// Edits the mock that answered the task, or one made of it.
    case editOfTask
    /// Shows the mocks that come close to answering a task, though another one has answered.
    case compare
    /// Edits the selected mock.
    case edit
    /// Has a mock asked earlier or later; goes through the states of a scenario.
    case raise, lower
    case open, allOnOff, toggle, delete, reset, tighten, loosen
}

/// The failures a key can mock.
enum MockFault: Hashable, Sendable {
    case reset, emptyReply, truncated, garbage, dns, refused, tls, never
}

/// A message about mocks.
package enum MockMessage: Equatable, Sendable {
    /// The engine's mocks, after any of them changed or answered.
    case list([MocksState.Row], isOn: Bool, scenarios: [MockStore.ScenarioStatus] = [])
    /// The mocks that come closest to answering a task.
    case nearMisses([NearMiss], of: TaskKey)
    /// A mock that was edited cannot be used as it is.
    case refused(MockEdit)
    /// An archive could become mocks.
    case offer(MockOffer)
}

/// A demand on the mocks: a change of them and of their files, or a question about them.
package enum MockEffect: Equatable, Sendable {
    /// Stores a mock, which gets its identifier then; what the requests that it was made of proved themselves by
    /// comes into no file.
    case add(Mock, madeOf: [Request] = [])
    /// Stores mocks that belong together, in one file.
    case addAll(MockBatch)
    case remove(Mock)
    /// Puts a mock that was removed back.
    case restore(Mock)
    case setEnabled(Bool, id: Mock.ID)
    case setAllOn(Bool)
    case setPriority(Int, id: Mock.ID)
    /// Puts a scenario into a state.
    case setScenario(String, to: String)
    /// Sets hits and sequences back to their start.
    case reset
    /// Grants the folder of mocks what it has asked for.
    case allow(SendAnswers)
    /// Finds the mocks that come closest to answering a task, without holding up the screen.
    case findNearMisses(NearMissQuestion)
    /// Finds out which mocks could be made of a pasted archive, or of one whose path was pasted.
    case readArchive(String)
}
