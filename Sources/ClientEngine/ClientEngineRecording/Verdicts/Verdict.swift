import ClientEngine

extension TaskRecord {
    /// The judgement of a task that is over.
    ///
    /// `TaskState` states whether there is a complete response, of whatever status. The verdict also considers the
    /// status and the test results.
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// There is a complete response without a failure.
        case passed
        /// The server refused the request: the status is 4xx (RFC 9110, section 15.5).
        case refused
        /// There is at least one failure; see ``TaskRecord/failures``.
        case failed
        /// A caller cancelled it, which is neither success nor failure.
        case cancelled
    }

    /// A reason why the verdict of a task is ``Verdict/failed``.
    public enum Failure: Sendable, Hashable {
        /// There is no complete response, because of this error.
        case error(ClientError)
        /// The server failed with this 5xx status, and no assertion is about the status.
        case status(StatusCode)
        /// This test failed.
        case testResult(TestResult)
    }

    /// The judgement of the task, or `nil` while it is live.
    ///
    /// Test results are added after the end of a task, and each of them may change the verdict.
    public var verdict: Verdict? {
        switch state {
        case .queued, .running, .waiting, .processing: nil
        case .cancelled: .cancelled
        case .failed: .failed
        case .succeeded where hasFailedTests || unexpectedStatus != nil: .failed
        case .succeeded: status.map { (400...499).contains($0) } ?? false ? .refused : .passed
        }
    }

    /// Indicates whether all assertions hold, or `nil` if no assertion was checked.
    public var haveAssertionsPassed: Bool? {
        if testResults.contains(where: \.isFailure) { return false }
        return testResults.contains { $0.outcome == .passed } ? true : nil
    }

    /// The failures of the task, empty if it has not failed: the error or the status first, then the failed tests.
    public var failures: [Failure] {
        guard verdict == .failed else { return [] }
        var failures: [Failure] = []
        if case .failed(let error) = state { failures.append(.error(error)) }
        if let status = unexpectedStatus { failures.append(.status(status)) }
        return failures + testResults.filter(\.isFailure).map { .testResult($0) }
    }

    /// The 5xx status of a complete response (RFC 9110, section 15.6), or `nil` for any other status.
    ///
    /// It is also `nil` if the task has an assertion about the status, which then determines the verdict.
    private var unexpectedStatus: StatusCode? {
        guard state == .succeeded, let status, (500...599).contains(status),
            !testResults.contains(where: \.isAboutStatus)
        else { return nil }
        return status
    }
}
