/// The durations of the phases of an exchange.
public struct Timings: Sendable, Hashable {
    /// The duration of each phase that occurred.
    public var phases: [Phase: Duration]

    /// Creates timings.
    public init(_ phases: [Phase: Duration] = [:]) {
        self.phases = phases
    }

    /// The duration of a phase, or `nil` if it did not occur.
    public subscript(phase: Phase) -> Duration? { phases[phase] }

    /// The sum of all durations.
    public var total: Duration { phases.values.reduce(.zero, +) }
}
