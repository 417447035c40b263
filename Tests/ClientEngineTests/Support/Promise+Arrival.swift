import InspectorTestSupport
import Testing

@testable import ClientEngine

extension Promise {
    /// The value, waited for as long as a test is patient; throws where it does not come, and ends with the test.
    func arrival(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Value {
        try await InspectorTestSupport.arrival(of: "the value", sourceLocation: sourceLocation) {
            await self.value
        }
    }
}
