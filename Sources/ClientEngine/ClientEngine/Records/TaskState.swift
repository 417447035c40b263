/// The state of a task.
///
/// Its outcome is the `verdict` of its record, which also looks at the status and at what was found.
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
    /// Asked for, not begun.
    case queued
    /// An exchange is under way, in this phase.
    case running(Phase)
    /// Waiting for the next attempt.
    indirect case waiting(RetryPlan)
    /// The response is complete and is being parsed.
    case processing
    /// Over, with a complete response.
    case succeeded
    /// Over, without one.
    case failed(ClientError)
    /// Over, because a caller cancelled it.
    case cancelled

    /// The states without their associated values.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// Not begun.
        case queued
        /// An exchange is under way.
        case running
        /// The next attempt is waited for.
        case waiting
        /// The response is complete and being parsed.
        case processing
        /// Over, with a complete response of whatever status.
        case succeeded
        /// Over, without one.
        case failed
        /// Over, because a caller cancelled it.
        case cancelled

        /// Returns whether the lifecycle allows this step.
        ///
        /// Staying is always allowed while the task is live.
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

    /// Indicates whether nothing can follow.
    public var isFinished: Bool {
        switch self {
        case .succeeded, .failed, .cancelled: true
        case .queued, .running, .waiting, .processing: false
        }
    }
}

extension TaskState: CustomStringConvertible {
    /// The name of the state, with the phase of a running task: `running(dns)`.
    public var description: String {
        if case .running(let phase) = self { return "running(\(phase))" }
        return name.rawValue
    }
}
