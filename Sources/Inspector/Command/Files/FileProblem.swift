import RequestFormats

/// Something wrong with the content of a file, written `file:line:column: …`, or with the file itself.
struct FileProblem: Error, Equatable, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }

    init(_ error: FileError) {
        description = error.description
    }

    init(_ path: String, _ diagnostic: Diagnostic) {
        let hint = diagnostic.expected.map { " (\($0))" } ?? ""
        description = "\(path):\(diagnostic.line):\(diagnostic.column): \(diagnostic.message)\(hint)"
    }
}
