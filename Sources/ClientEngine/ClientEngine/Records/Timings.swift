/// The durations of the phases of an exchange; nil where a phase did not happen.
public struct Timings: Sendable, Hashable {
    /// The duration of each phase that happened.
    public var phases: [Phase: Duration]

    /// Creates timings.
    public init(_ phases: [Phase: Duration] = [:]) {
        self.phases = phases
    }

    /// The duration of a phase; nil when it did not happen.
    public subscript(phase: Phase) -> Duration? { phases[phase] }

    /// The sum of the phases.
    public var total: Duration { phases.values.reduce(.zero, +) }
}
