import ClientEngineWireMock

extension Diagnostic {
    /// Creates a diagnostic of a problem in a file of stubs.
    public init(_ severity: Severity, _ problem: StubProblem) {
        self.init(
            severity, line: problem.line, column: problem.column, problem.message, expected: problem.expected)
    }
}
