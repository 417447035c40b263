import Glibc

/// Says what failed while the server was started.
public struct ServerError: Error, CustomStringConvertible, Sendable {
    /// A sentence: what could not be done, and why.
    public let description: String

    /// Reads the reason from `errno`, so it is made right after the call.
    package init(_ operation: String) {
        description = "cannot \(operation): \(String(cString: strerror(errno)))"
    }

    /// For failures that have no error number.
    package init(because reason: String) {
        description = reason
    }
}
