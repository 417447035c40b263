extension ExchangeRecord {
    /// The timings so far, with the running phase counted up to its last sign of life.
    public var timings: Timings { timings(now: phasesEnded ?? phases.last?.at ?? started) }

    /// The timings so far, with the running phase counted up to `now`.
    package func timings(now: Instant) -> Timings {
        var durations: [Phase: Duration] = [:]
        for index in phases.indices {
            durations[phases[index].phase, default: .zero] += duration(ofPhaseAt: index, now)
        }
        return Timings(durations)
    }

    /// The duration of one phase, counted in the same way; nil when it did not happen.
    package func duration(of phase: Phase, now: Instant) -> Duration? {
        var sum: Duration?
        for index in phases.indices where phases[index].phase == phase {
            sum = (sum ?? .zero) + duration(ofPhaseAt: index, now)
        }
        return sum
    }

    /// The time from its start to the first byte of the answer.
    package var timeToFirstByte: Duration? {
        phases.first { $0.phase == .receive }.map { $0.at - started }
    }

    private func duration(ofPhaseAt index: Int, _ now: Instant) -> Duration {
        let begin = phases[index].at
        return (index + 1 < phases.count ? phases[index + 1].at : max(begin, phasesEnded ?? now)) - begin
    }
}
