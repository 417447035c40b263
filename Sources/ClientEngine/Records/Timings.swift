/// How long each phase of an exchange took; nil where the phase did not happen.
public struct Timings: Sendable, Hashable {
    /// The durations by phase.
    package var phases: [Phase: Duration]

    /// Creates timings from durations.
    package init(_ phases: [Phase: Duration] = [:]) {
        self.phases = phases
    }

    /// How long a phase took; nil when it did not happen.
    public subscript(phase: Phase) -> Duration? { phases[phase] }

    /// The sum of the phases.
    public var total: Duration { phases.values.reduce(.zero, +) }
}
