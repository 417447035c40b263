import Glibc

package struct ServerError: Error, CustomStringConvertible, Sendable {
    /// A sentence: the operation that failed, and the reason.
    package let description: String

    /// Reads the reason from `errno`, so it is made right after the call.
    package init(_ operation: String) {
        description = "cannot \(operation): \(String(cString: strerror(errno)))"
    }

    /// For failures that have no error number.
    package init(because reason: String) {
        description = reason
    }
}
