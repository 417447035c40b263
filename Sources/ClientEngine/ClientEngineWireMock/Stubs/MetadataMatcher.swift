import EngineJSON
import EngineMocks
import FoundationEssentials

/// Selects mocks by the `metadata` of their stubs, as the administration interface of WireMock does.
public struct MetadataMatcher: Sendable {
    private let matcher: CompiledMatcher

    /// Parses a body matcher, such as `{"matchesJsonPath": "$.team"}`.
    public init(_ pattern: JSONValue) throws(StubError) {
        let written = try StubMatcherReader(value: pattern, subject: "metadata").matcher()
        matcher = try Result { () throws(MockError) in try CompiledMatcher(written) }
            .mapError { StubError.rejected($0) }.get()
    }

    /// Returns whether the matcher accepts the metadata of a mock.
    ///
    /// It rejects a mock without metadata.
    public func selects(_ mock: Mock) -> Bool {
        guard let metadata = mock.notes["metadata"] else { return false }
        var value: MatchedValue? = MatchedValue(bytes: metadata.serializedBytes())
        return matcher.accepts(&value, at: Date())
    }
}
