extension ExchangeRecord {
    /// The timings so far, without a phase that is still running.
    public var timings: Timings { timings(now: phasesEnded ?? phases.last?.at ?? started) }

    /// Returns the timings so far, in which the current phase lasts until `now`.
    public func timings(now: Instant) -> Timings {
        var durations: [Phase: Duration] = [:]
        for index in phases.indices {
            durations[phases[index].phase, default: .zero] += duration(ofPhaseAt: index, now)
        }
        return Timings(durations)
    }

    /// Returns the duration of a phase, or `nil` if it did not occur.
    ///
    /// The current phase lasts until `now`.
    public func duration(of phase: Phase, now: Instant) -> Duration? {
        var sum: Duration?
        for index in phases.indices where phases[index].phase == phase {
            sum = (sum ?? .zero) + duration(ofPhaseAt: index, now)
        }
        return sum
    }

    /// The time from the start of the exchange to the first byte of the response, or `nil` before that byte.
    public var timeToFirstByte: Duration? {
        phases.first { $0.phase == .receive }.map { $0.at - started }
    }

    /// Returns the end of the phase at `index` of ``phases``, or `now` if it is the current phase.
    ///
    /// If a caller stops the wait for the next attempt, the response of the last attempt is parsed only then. The wait
    /// belongs to no phase: all phases except `process` end with the exchange.
    public func end(ofPhaseAt index: Int, _ now: Instant) -> Instant {
        let next = index + 1 < phases.count ? phases[index + 1].at : phasesEnded ?? now
        let isOver = phases[index].phase == .process
        return max(phases[index].at, isOver ? next : min(next, ended ?? next))
    }

    /// Returns the duration of the phase at `index` of ``phases``.
    ///
    /// The current phase lasts until `now`.
    public func duration(ofPhaseAt index: Int, _ now: Instant) -> Duration {
        end(ofPhaseAt: index, now) - phases[index].at
    }
}
