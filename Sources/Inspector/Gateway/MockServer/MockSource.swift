import ClientEngine

/// The source of mocks that the admin API can change.
package struct MockSource: Sendable {
    /// Returns the original mocks, to reset all changes.
    let mocks: @Sendable () -> [Mock]
    let fillsInAll: Bool
    /// Returns the location of a normalised path under `__files/`, or `nil` if it must not be used.
    let bodyFile: @Sendable (String) -> String?

    /// Creates a source.
    ///
    /// Both closures are called on the threads of connections.
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
