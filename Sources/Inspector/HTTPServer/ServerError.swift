import Glibc

package struct ServerError: Error, CustomStringConvertible, Sendable {
    /// A sentence with the failed operation and the reason.
    package let description: String

    /// Creates an error with the reason from `errno`, so it must be created right after the call.
    package init(_ operation: String) {
        description = "cannot \(operation): \(String(cString: strerror(errno)))"
    }

    /// Creates an error without an error number.
    package init(because reason: String) {
        description = reason
    }
}
