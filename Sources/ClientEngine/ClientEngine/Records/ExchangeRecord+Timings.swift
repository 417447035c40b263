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

    /// Returns the end of the phase at `index`, or `now` while it runs.
    ///
    /// The answer of an attempt is parsed later if a caller gives up waiting for the next attempt. That wait belongs to no
    /// phase: every phase but `process` ends with the exchange.
    package func end(ofPhaseAt index: Int, _ now: Instant) -> Instant {
        let next = index + 1 < phases.count ? phases[index + 1].at : phasesEnded ?? now
        let isOver = phases[index].phase == .process
        return max(phases[index].at, isOver ? next : min(next, ended ?? next))
    }

    /// Returns the duration of the phase at `index`, counted until `now` while it runs.
    package func duration(ofPhaseAt index: Int, _ now: Instant) -> Duration {
        end(ofPhaseAt: index, now) - phases[index].at
    }
}
