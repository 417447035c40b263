/// The state of a task.
///
/// The outcome is the `verdict` of the record, which also considers the status and any findings.
///
/// ```
/// queued ─▶ running(phase) ─▶ processing ─▶ succeeded
///              │   ▲   │        │       └─▶ failed
///              │   │   └────────┼─────────▶ failed
///              ▼   │   ┌────────┘ not parsed
///            waiting(plan) ─▶ succeeded | failed (given up)
///            any live state ─▶ cancelled
/// ```
public enum TaskState: Sendable, Hashable {
    /// The task has not started.
    case queued
    /// An exchange is running, in this phase.
    case running(Phase)
    /// The task waits for its next attempt.
    indirect case waiting(RetryPlan)
    /// The response is complete and is being parsed.
    case processing
    /// The task has ended with a complete response.
    case succeeded
    /// The task has ended without a complete response.
    case failed(ClientError)
    /// The task has ended because a caller cancelled it.
    case cancelled

    /// The states without their associated values.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// The task has not started.
        case queued
        /// An exchange is running.
        case running
        /// The task waits for its next attempt.
        case waiting
        /// The response is complete and is being parsed.
        case processing
        /// The task has ended with a complete response, with any status.
        case succeeded
        /// The task has ended without a complete response.
        case failed
        /// The task has ended because a caller cancelled it.
        case cancelled

        /// Returns whether the lifecycle allows the transition to a state.
        ///
        /// A state may always be repeated while the task is running.
        public func canBecome(_ next: Name) -> Bool {
            switch self {
            case .queued: next != .waiting && next != .processing && next != .succeeded
            case .running, .waiting, .processing: next != .queued
            case .succeeded, .failed, .cancelled: false
            }
        }
    }

    /// The name of the state, without its associated values.
    public var name: Name {
        switch self {
        case .queued: .queued
        case .running: .running
        case .waiting: .waiting
        case .processing: .processing
        case .succeeded: .succeeded
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    /// Indicates whether no other state can follow.
    public var isFinished: Bool {
        switch self {
        case .succeeded, .failed, .cancelled: true
        case .queued, .running, .waiting, .processing: false
        }
    }
}

extension TaskState: CustomStringConvertible {
    /// The name of the state, with the phase of a running task, as in `running(dns)`.
    public var description: String {
        if case .running(let phase) = self { return "running(\(phase))" }
        return name.rawValue
    }
}
