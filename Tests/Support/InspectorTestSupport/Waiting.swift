import Dispatch
import Foundation
import Testing

/// A test waited for something that did not happen in time.
package struct Missing: Error, CustomStringConvertible {
    package let description: String

    package init(_ what: String, within limit: Duration, sourceLocation: SourceLocation) {
        description = "\(what) did not come within \(limit), waited for at \(sourceLocation)"
    }
}

/// The default timeout of waits in tests.
///
/// It is below the time limit of every suite, so that a failure names what was missing.
package let patience = Duration.seconds(50)

/// Waits until a condition holds.
///
/// Throws ``Missing`` after the limit, and ends when the test is cancelled.
///
/// It polls a thousand times per second, for conditions that send no notification.
package func wait(
    for what: String, within limit: Duration = patience, sourceLocation: SourceLocation = #_sourceLocation,
    until holds: () throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try !holds() {
        guard ContinuousClock.now < end else {
            throw Missing(what, within: limit, sourceLocation: sourceLocation)
        }
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// Waits for a single value.
///
/// Throws ``Missing`` after the limit, and ends when the test is cancelled.
///
/// If `next` ignores cancellation, it continues to run.
package func arrival<Value: Sendable>(
    of what: String, within limit: Duration = patience, sourceLocation: SourceLocation = #_sourceLocation,
    _ next: @escaping @Sendable () async -> Value
) async throws -> Value {
    let (values, sink) = AsyncStream<Value>.makeStream()
    Task {
        sink.yield(await next())
        sink.finish()
    }
    let end = Task {
        try await Task.sleep(for: limit)
        sink.finish()
    }
    defer { end.cancel() }
    for await value in values { return value }
    try Task.checkCancellation()
    throw Missing(what, within: limit, sourceLocation: sourceLocation)
}

extension DispatchSemaphore {
    /// Waits for a signal, on a thread that may block.
    ///
    /// After the limit, records an issue that names what was missing.
    ///
    /// - Returns: Whether the signal arrived.
    @discardableResult
    package func wait(
        for what: String, within limit: Duration = patience, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Bool {
        guard wait(timeout: .now() + limit / .seconds(1)) == .timedOut else { return true }
        Issue.record(
            Missing(what, within: limit, sourceLocation: sourceLocation), sourceLocation: sourceLocation)
        return false
    }
}
