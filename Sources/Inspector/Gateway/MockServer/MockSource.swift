import ClientEngine

/// The source of the mocks of a server that are changed over HTTP.
package struct MockSource: Sendable {
    /// The mocks as they are at the source, for when all are to be as in the beginning.
    let mocks: @Sendable () -> [Mock]
    let fillsInAll: Bool
    /// The location of a normalised path under `__files/`; nil when it must not be used.
    let bodyFile: @Sendable (String) -> String?

    /// Creates a source; both closures are called on the threads of connections.
    package init(
        fillsInAll: Bool = false,
        mocks: @escaping @Sendable () -> [Mock] = { [] },
        bodyFile: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.fillsInAll = fillsInAll
        self.mocks = mocks
        self.bodyFile = bodyFile
    }
}
