import InspectorTestSupport
import Testing

@testable import ClientEngine

extension Promise {
    /// Waits for the value.
    ///
    /// Throws after the default timeout, and ends when the test is cancelled.
    func arrival(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Value {
        try await InspectorTestSupport.arrival(of: "the value", sourceLocation: sourceLocation) {
            await self.value
        }
    }
}
