import Glibc
import RequestFormats

/// Says which file cannot be used and why, in one sentence.
package struct FileError: Error, Equatable, CustomStringConvertible {
    var path: String
    var reason: String
    /// The system's number of the error, where it is one of the system's.
    package private(set) var code: Int32?

    package init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    package init(_ path: String, errno code: Int32) {
        self.init(path, String(cString: strerror(code)))
        self.code = code
    }

    package var description: String { "\(path): \(reason)" }
}

/// Something wrong with the content of a file, written `file:line:column: …`, or with the file itself.
package struct LoadError: Error, Equatable, CustomStringConvertible {
    /// The file, and where it is known the line and the column.
    private var place = ""
    private var message: String

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

    /// Returns the line with what it means behind the place.
    func description(of consequence: String) -> String { "\(place)\(consequence): \(message)" }
}
