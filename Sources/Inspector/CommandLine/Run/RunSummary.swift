import ClientEngine

/// The numbers of a run; `succeeded`, `failed` and `cancelled` go by the tasks' verdicts.
struct RunSummary: Sendable, Equatable {
    var tasks = 0
    var succeeded = 0
    /// Those that succeeded with a status of 4xx.
    var refused = 0
    /// Those that succeeded after another attempt had not.
    var recovered = 0
    var failed = 0
    var cancelled = 0
    /// The requests that were left out, or could not be sent when their turn came.
    var notSent = 0
    var attempts = 0
    var mocked = 0
    var assertionsFailed = 0
    var elapsed = Duration.zero

    mutating func count(_ record: TaskRecord) {
        tasks += 1
        attempts += record.attempts.count
        if record.isMocked { mocked += 1 }
        assertionsFailed += record.testResults.count(where: \.isFailure)
        switch record.verdict {
        case .passed, .refused: succeeded += 1
        case .failed: failed += 1
        case .cancelled: cancelled += 1
        case nil: break
        }
        if record.verdict == .refused { refused += 1 }
        let isPolled = record.attempts.contains(where: \.isPolled)
        if record.verdict == .passed, record.isRetried, !isPolled { recovered += 1 }
    }
}
