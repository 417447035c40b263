import Dispatch
import Foundation
import Testing

/// What a test waited for and did not get in time.
package struct Missing: Error, CustomStringConvertible {
    package let description: String

    package init(_ what: String, within limit: Duration, sourceLocation: SourceLocation) {
        description = "\(what) did not come within \(limit), waited for at \(sourceLocation)"
    }
}

/// How long a test waits for what must come: shorter than the time limit of any suite, so that it can say what it was.
package let patience = Duration.seconds(50)

/// Waits until a condition holds; throws ``Missing`` where it does not in time, and ends with the test.
///
/// It looks a thousand times a second, for what tells nobody that it has changed.
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

/// Waits for a value that comes once; throws ``Missing`` where it does not in time, and ends with the test.
///
/// `next` may be deaf to cancellation: it is then left behind.
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
    /// Waits for a signal as long as a test is patient, on a thread that may be blocked; where none comes, the test fails and
    /// says what it waited for.
    ///
    /// - Returns: whether the signal came.
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
