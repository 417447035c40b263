import ClientEngine
import InspectorTaskFilter

/// The usual duration of a kind of calls, and those of its phases.
package struct UsualCall: Equatable, Sendable {
    package let duration: UsualDuration
    /// The medians of the phases, those without which calls went included.
    package let phases: [Phase: Duration]

    package init(duration: UsualDuration, phases: [Phase: Duration]) {
        self.duration = duration
        self.phases = phases
    }

    /// Takes the phases of some calls together.
    package init(duration: UsualDuration, calls: [Timings]) {
        self.duration = duration
        var phases: [Phase: Duration] = [:]
        for phase in Phase.allCases where !calls.isEmpty {
            phases[phase] = calls.map { $0[phase] ?? .zero }.sorted()[calls.count / 2]
        }
        self.phases = phases
    }

    /// Returns the phase in which a call has lost the most time, what it took, and what it usually takes; nil where none took longer.
    package func explanation(of timings: Timings) -> (phase: Phase, took: Duration, usual: Duration)? {
        var worst: (phase: Phase, took: Duration, usual: Duration)?
        for phase in Phase.allCases {
            let took: Duration = timings[phase] ?? .zero
            let usual: Duration = phases[phase] ?? .zero
            let lost: Duration = worst.map { $0.took - $0.usual } ?? .zero
            if took - usual > lost { worst = (phase, took, usual) }
        }
        return worst
    }
}

extension TaskRecord {
    /// Indicates whether its duration tells what such a call takes: a server has answered, at once and as it should.
    package var isComparable: Bool {
        verdict == .passed && attempts.count == 1 && !isMocked && !isCached
    }
}

extension TaskSummary {
    /// Indicates the same, as far as it is known; what a cache answers is never slow.
    package var isComparable: Bool { verdict == .passed && attempts == 1 && labels.mock == nil }
}
