extension TaskRecord {
    /// The judgement of a task that is over.
    ///
    /// This is the one meaning of failure: marks, filters, figures, reports and exit statuses all ask for it.
    /// ``TaskState`` answers another question, which is whether there is a complete response, of whatever status.
    package enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// There is a complete response, and nothing speaks against it.
        case passed
        /// The server refused what it was asked: the status is 4xx (RFC 9110, 15.5).
        case refused
        /// There is at least one of the ``TaskRecord/failures``.
        case failed
        /// Somebody cancelled it, which is neither success nor failure.
        case cancelled
    }

    /// Something that makes a task a failed one.
    package enum Failure: Sendable, Hashable {
        /// There is no complete response, for this reason.
        case error(ClientError)
        /// The server failed, with this status of 5xx, and no assertion speaks of the status.
        case status(Int)
        /// Something that was found is not as it should be.
        case testResult(TestResult)
    }

    /// The judgement of the task; nil while it is live.
    ///
    /// Findings arrive after the end, and each of them may change it.
    package var verdict: Verdict? {
        switch state {
        case .queued, .running, .waiting, .processing: nil
        case .cancelled: .cancelled
        case .failed: .failed
        case .succeeded where hasFailedFindings || unexpectedStatus != nil: .failed
        case .succeeded: status.map { (400...499).contains($0) } ?? false ? .refused : .passed
        }
    }

    /// Indicates whether all assertions hold; nil where none was checked.
    package var haveAssertionsPassed: Bool? {
        if testResults.contains(where: \.isFailure) { return false }
        return testResults.contains { $0.outcome == .passed } ? true : nil
    }

    /// The failures of the task: the error or the status first, then the tests; empty where it has not failed.
    package var failures: [Failure] {
        guard verdict == .failed else { return [] }
        var failures: [Failure] = []
        if case .failed(let error) = state { failures.append(.error(error)) }
        if let status = unexpectedStatus { failures.append(.status(status)) }
        return failures + testResults.filter(\.isFailure).map { .testResult($0) }
    }

    /// The status of a complete response that says that the server failed (RFC 9110, 15.6), unless an assertion of
    /// the task speaks of the status: then that one decides.
    private var unexpectedStatus: Int? {
        guard state == .succeeded, let status, (500...599).contains(status),
            !testResults.contains(where: \.isAboutStatus)
        else { return nil }
        return status
    }
}
