import Foundation

/// A system call that failed while the server was started.
public struct SandboxError: Error, CustomStringConvertible, Sendable {
    /// What could not be done, and the system's reason.
    public let description: String

    /// Reads the reason from `errno`, so it is made right after the call.
    init(_ operation: String) {
        description = "cannot \(operation): \(String(cString: strerror(errno)))"
    }
}
