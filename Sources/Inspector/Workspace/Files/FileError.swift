import Glibc
import RequestFormats

/// An error with a file: its path and the reason, in one sentence.
package struct FileError: Error, Equatable, CustomStringConvertible {
    var path: String
    var reason: String
    /// The system error number, or `nil` for other errors.
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

/// An error in the content of a file, written as `file:line:column: …`, or an error with the file itself.
package struct LoadError: Error, Equatable, CustomStringConvertible {
    /// The file, with line and column if known.
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

    /// Returns the message with a consequence after the location.
    func description(of consequence: String) -> String { "\(place)\(consequence): \(message)" }
}
