import Glibc

/// Says which file cannot be used and why, in one sentence.
package struct FileError: Error, Equatable, CustomStringConvertible {
    var path: String
    var reason: String

    package init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The reason is what the system says about the given error number.
    package init(_ path: String, errno code: Int32) {
        self.init(path, String(cString: strerror(code)))
    }

    package var description: String { "\(path): \(reason)" }
}
