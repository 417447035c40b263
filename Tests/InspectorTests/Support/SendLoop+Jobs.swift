import InspectorWorkspace

@testable import InspectorCommandLine

extension SendLoop {
    /// Runs the jobs and returns after the last task has ended.
    mutating func run(_ jobs: [RunJob]) -> Result { run(rounds: [jobs]) { _ in nil } }
}
