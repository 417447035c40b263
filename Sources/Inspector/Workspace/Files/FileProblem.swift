import RequestFormats

/// Something wrong with the content of a file, written `file:line:column: …`, or with the file itself.
package struct LoadError: Error, Equatable, CustomStringConvertible {
    /// The file, and where it is known the line and the column.
    private var place = ""
    private var message: String

    /// The whole as one line.
    package var description: String { place + message }

    package init(_ description: String) {
        message = description
    }

    package init(_ error: FileError) {
        self.init(error.description)
    }

    package init(_ path: String, _ diagnostic: Diagnostic) {
        let hint = diagnostic.expected.map { " (\($0))" } ?? ""
        place = "\(path):\(diagnostic.line):\(diagnostic.column): "
        message = diagnostic.message + hint
    }

    /// The line with what it means behind the place.
    func description(of consequence: String) -> String { "\(place)\(consequence): \(message)" }
}
