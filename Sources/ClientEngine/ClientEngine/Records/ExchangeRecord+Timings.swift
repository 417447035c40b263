extension ExchangeRecord {
    /// The timings so far, with the running phase counted up to its last sign of life.
    public var timings: Timings { timings(now: phasesEnded ?? phases.last?.at ?? started) }

    /// Returns the timings so far, with the running phase counted up to `now`.
    public func timings(now: Instant) -> Timings {
        var durations: [Phase: Duration] = [:]
        for index in phases.indices {
            durations[phases[index].phase, default: .zero] += duration(ofPhaseAt: index, now)
        }
        return Timings(durations)
    }

    /// Returns the duration of one phase, counted until `now` while it runs; nil when it did not happen.
    public func duration(of phase: Phase, now: Instant) -> Duration? {
        var sum: Duration?
        for index in phases.indices where phases[index].phase == phase {
            sum = (sum ?? .zero) + duration(ofPhaseAt: index, now)
        }
        return sum
    }

    /// The time from its start to the first byte of the response; nil before that byte.
    public var timeToFirstByte: Duration? {
        phases.first { $0.phase == .receive }.map { $0.at - started }
    }

    /// Returns the end of the phase at `index` of ``phases``, or `now` while it runs.
    ///
    /// The answer of an attempt is parsed later if a caller gives up waiting for the next attempt. That wait belongs to no
    /// phase: every phase but `process` ends with the exchange.
    public func end(ofPhaseAt index: Int, _ now: Instant) -> Instant {
        let next = index + 1 < phases.count ? phases[index + 1].at : phasesEnded ?? now
        let isOver = phases[index].phase == .process
        return max(phases[index].at, isOver ? next : min(next, ended ?? next))
    }

    /// Returns the duration of the phase at `index` of ``phases``, counted until `now` while it runs.
    public func duration(ofPhaseAt index: Int, _ now: Instant) -> Duration {
        end(ofPhaseAt: index, now) - phases[index].at
    }
}
