import ClientEngine
import ClientEngineRecording
import InspectorTaskFilter
import InspectorValues

/// The usual calls of the kinds that were looked at.
struct UsualCalls: Equatable, Sendable {
    private struct Known: Equatable, Sendable {
        /// Nil where too few calls are known.
        var usual: UsualCall?
        /// The number of tasks there were when that was found out.
        var count: Int
    }

    private var known: [CallKind: Known] = [:]
    /// The kinds that were asked for, and have no answer yet.
    private var asked: Set<CallKind> = []

    /// Returns the usual call for a task; nil where none is known, or the task cannot be compared.
    func usual(for task: TaskRecord) -> UsualCall? {
        guard task.isComparable else { return nil }
        return CallKind(task.origin).flatMap { known[$0]?.usual }
    }

    /// Indicates whether a task was clearly slower than usual, or so many times as slow.
    func isSlow(_ task: TaskRecord) -> Bool {
        usual(for: task)?.duration.isSlow(task.elapsed(now: task.created)) ?? false
    }

    func isSlow(_ task: TaskSummary, times: Double?) -> Bool {
        guard task.isComparable, let kind = CallKind(task.asked), let usual = known[kind]?.usual else {
            return false
        }
        return usual.duration.isSlow(task.elapsed(now: task.created), times: times)
    }

    /// Notes which kinds are looked at; returns those to ask for, when there are new ones among them.
    ///
    /// Where too little was known, it is asked again when there are some more tasks.
    mutating func look(at kinds: Set<CallKind>, of count: Int) -> Set<CallKind>? {
        let new = kinds.filter { kind in
            guard !asked.contains(kind) else { return false }
            guard let known = known[kind] else { return true }
            return known.usual == nil && count >= known.count + UsualDuration.fewest
        }
        guard !new.isEmpty else { return nil }
        asked.formUnion(new)
        return asked
    }

    /// Learns what is usual for kinds; those without an answer have too few calls.
    mutating func learn(_ calls: [CallKind: UsualCall], of kinds: Set<CallKind>, count: Int) {
        for kind in kinds { known[kind] = Known(usual: calls[kind], count: count) }
        asked.subtract(kinds)
    }
}

extension CallKind {
    /// The kind of what a request asks for.
    init?(_ asked: ResolvedRequest) {
        self.init(method: asked.request.method.rawValue, url: asked.url, name: asked.request.name)
    }
}
