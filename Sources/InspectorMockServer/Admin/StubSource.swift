import ClientEngine

/// Where the mocks of a server come from, for those who change them over HTTP.
public struct StubSource: Sendable {
    /// The mocks as they are at the source, for when all are to be as in the beginning.
    let mocks: @Sendable () -> [Mock]
    /// Whether every response is a template.
    let fillsInAll: Bool
    /// Where the file of a normalised path under `__files/` is; nil when it must not be used.
    let bodyFile: @Sendable (String) -> String?

    /// Creates a source; both closures are called on the threads of connections.
    public init(
        fillsInAll: Bool = false,
        mocks: @escaping @Sendable () -> [Mock] = { [] },
        bodyFile: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.fillsInAll = fillsInAll
        self.mocks = mocks
        self.bodyFile = bodyFile
    }
}
