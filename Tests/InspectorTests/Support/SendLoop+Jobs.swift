import InspectorWorkspace

@testable import InspectorCommandLine

extension SendLoop {
    /// Returns when the last task is over.
    mutating func run(_ jobs: [RunJob]) -> Result { run(rounds: [jobs]) { _ in nil } }
}
