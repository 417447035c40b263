/// The durations of the phases of an exchange; nil where a phase did not happen.
public struct Timings: Sendable, Hashable {
    package var phases: [Phase: Duration]

    package init(_ phases: [Phase: Duration] = [:]) {
        self.phases = phases
    }

    /// The duration of a phase; nil when it did not happen.
    public subscript(phase: Phase) -> Duration? { phases[phase] }

    /// The sum of the phases.
    public var total: Duration { phases.values.reduce(.zero, +) }
}

extension ExchangeRecord {
    /// The timings so far, with the running phase counted up to its last sign of life.
    public var timings: Timings { timings(now: phasesEnded ?? phases.last?.at ?? started) }

    /// The timings so far, with the running phase counted up to `now`.
    package func timings(now: Instant) -> Timings {
        var durations: [Phase: Duration] = [:]
        for (index, mark) in phases.enumerated() {
            let next = index + 1 < phases.count ? phases[index + 1].at : max(mark.at, phasesEnded ?? now)
            durations[mark.phase, default: .zero] += next - mark.at
        }
        return Timings(durations)
    }
}
