import ClientEngine

extension AskingProgram {
    /// Its name and the number of its process: `curl 4711`.
    package var text: String { "\(name) \(process)" }
}
