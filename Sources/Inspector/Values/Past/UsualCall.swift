import ClientEngine
import InspectorTaskFilter

/// The usual duration of one kind of call, and of its phases.
package struct UsualCall: Equatable, Sendable {
    package let duration: UsualDuration
    /// The median durations of the phases.
    ///
    /// A call without a phase counts as zero.
    package let phases: [Phase: Duration]

    package init(duration: UsualDuration, phases: [Phase: Duration]) {
        self.duration = duration
        self.phases = phases
    }

    /// Combines the phases of several calls.
    package init(duration: UsualDuration, calls: [Timings]) {
        self.duration = duration
        var phases: [Phase: Duration] = [:]
        for phase in Phase.allCases where !calls.isEmpty {
            phases[phase] = calls.map { $0[phase] ?? .zero }.sorted()[calls.count / 2]
        }
        self.phases = phases
    }

    /// Returns the phase in which a call lost the most time, its duration and its usual duration.
    ///
    /// Returns `nil` if no phase took longer than usual.
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
    /// Indicates whether the duration is typical: a server answered the first attempt successfully.
    package var isComparable: Bool {
        verdict == .passed && attempts.count == 1 && !isMocked && !isCached
    }
}

extension TaskSummary {
    /// Indicates the same as for a record, as far as a summary knows it.
    ///
    /// Cached responses are included: they are never slow.
    package var isComparable: Bool { verdict == .passed && attempts == 1 && labels.mock == nil }
}
