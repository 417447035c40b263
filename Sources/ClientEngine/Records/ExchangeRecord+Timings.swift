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
