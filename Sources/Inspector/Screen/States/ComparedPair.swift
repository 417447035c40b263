import ClientEngine
import FoundationEssentials
import InspectorTaskFilter
import InspectorValues

/// The two calls that are compared: what is meant by the marks, or by the selection.
struct ComparedPair {
    private(set) var left: ComparedCall
    private(set) var right: ComparedCall
    let subject: ComparisonOverlay.Subject

    /// Says why there are no two.
    struct PairingError: Error {
        var sentence: String
        /// The task that the list has no other one for; the history may.
        var first: TaskRecord?
    }

    /// So many tasks are looked into for one of the same saved request.
    private static let mostLookedInto = 500

    init(of state: State) throws(PairingError) {
        if let number = state.list.selectedAttempt, let task = state.selectedTask {
            try self.init(attempt: number, of: task, state)
        } else if state.list.marked.count == 2 {
            let marked = state.list.marked.sorted().compactMap { state.tasks[$0] }
            guard marked.count == 2 else {
                throw PairingError(sentence: "a marked task is not there any more")
            }
            for task in marked { try Self.check(task, state) }
            self.init(marked[0], marked[1], because: "the two marked tasks", state)
        } else {
            guard let task = state.selectedTask else { throw PairingError(sentence: "no task is selected") }
            try Self.check(task, state)
            guard let (earlier, reason) = Self.predecessor(of: task, state) else {
                throw PairingError(sentence: Self.noPredecessor(state, in: " in the list"), first: task)
            }
            try Self.check(earlier, state)
            self.init(earlier, task, because: reason, state)
        }
    }

    /// Takes a task and the one that the history knows before it.
    init(_ task: TaskRecord, after predecessor: Predecessor?, _ state: State) throws(PairingError) {
        guard let predecessor, let earlier = predecessor.task.numbered else {
            throw PairingError(sentence: Self.noPredecessor(state))
        }
        let kind = predecessor.isOfSavedRequest ? "of its saved request" : "with its method and URL"
        self.init(earlier, task, because: "the last \(kind) in the history", state)
    }

    private init(_ first: TaskRecord, _ second: TaskRecord, because reason: String, _ state: State) {
        (left, right) = (ComparedCall(first), ComparedCall(second))
        // A kept task has no secrets; those of the other one would be differences that nobody made.
        switch (PastTasks.isPast(first.id), PastTasks.isPast(second.id)) {
        case (true, false): right.hideSecrets(of: second)
        case (false, true): left.hideSecrets(of: first)
        default: break
        }
        let seconds = state.settings.secondsFromGMT
        let names = [first, second].map { task in
            let day = PastTasks.isPast(task.id) ? task.origin.date.dayText(secondsFromGMT: seconds) + " " : ""
            return "\(Self.name(of: task)), \(day)\(task.origin.date.clockText(secondsFromGMT: seconds))"
        }
        subject = ComparisonOverlay.Subject(left: names[0], right: names[1], reason: reason)
    }

    /// Takes an attempt and the one before it; the first with the next.
    private init(attempt number: Int, of task: TaskRecord, _ state: State) throws(PairingError) {
        let ended = task.attempts.filter { $0.ended != nil }
        guard let index = ended.firstIndex(where: { $0.number == number }) else {
            throw PairingError(sentence: "attempt \(number) is live: compare it when it has ended")
        }
        guard ended.count > 1 else {
            throw PairingError(sentence: "no other attempt of \(Self.name(of: task)) has ended")
        }
        let pair = [ended[max(0, index - 1)], ended[max(1, index)]]
        (left, right) = (ComparedCall(task, attempt: pair[0]), ComparedCall(task, attempt: pair[1]))
        let names = pair.map { attempt in
            let date = task.origin.date.addingTimeInterval((attempt.started - task.created).seconds)
            return
                "attempt \(attempt.number), \(date.clockText(secondsFromGMT: state.settings.secondsFromGMT))"
        }
        subject = ComparisonOverlay.Subject(
            left: "\(Self.name(of: task)): \(names[0])", right: names[1],
            reason: "two attempts of \(Self.name(of: task))")
    }

    private static func name(of task: TaskRecord) -> String { "task \(PastTasks.number(of: task.id))" }

    /// Throws where a task cannot be compared yet.
    private static func check(_ task: TaskRecord, _ state: State) throws(PairingError) {
        guard task.state.isFinished else {
            throw PairingError(sentence: "\(name(of: task)) is live: compare it when it has ended")
        }
        guard state.tasks.isWhole(task.id) else {
            throw PairingError(sentence: "\(name(of: task)) is still being read: try again")
        }
    }

    // MARK: The one before

    private static func predecessor(of task: TaskRecord, _ state: State) -> (TaskRecord, reason: String)? {
        if let saved = lastOfSameSavedRequest(as: task, state) {
            return (saved, "task \(saved.id) was the last one of the same saved request")
        }
        if let id = task.origin.provenance.resendOf, let parent = state.tasks[id] {
            return (parent, "task \(task.id) sends task \(id) again")
        }
        let asked = ResolvedRequest(task.origin)
        let alike = earlier(than: task, state).first {
            $0.end != nil && $0.asked.request.method == asked.request.method
                && $0.asked.urlText == asked.urlText
        }
        return alike.flatMap { state.tasks[$0.id] }.map {
            ($0, "task \($0.id) was the last one with the same method and URL")
        }
    }

    private static func noPredecessor(_ state: State, in place: String = "") -> String {
        let mark = state.settings.keymap.text(of: .task(.mark))
        return "no earlier task\(place) asks for the same; \(mark) marks two tasks to compare"
    }

    /// Where a request came from stands in its record alone, so those that are called otherwise are passed over first.
    private static func lastOfSameSavedRequest(as task: TaskRecord, _ state: State) -> TaskRecord? {
        let (own, request) = (task.origin.provenance, task.origin.request)
        guard own.source == .saved, own.file != nil else { return nil }
        let candidates = earlier(than: task, state).lazy.filter {
            $0.end != nil && $0.asked.request.name == request.name
                && $0.asked.request.method == request.method
        }
        return candidates.prefix(mostLookedInto).lazy.compactMap { state.tasks[$0.id] }.first {
            let other = $0.origin.provenance
            return other.source == .saved && other.file == own.file
                && (other.line == own.line || request.name != nil)
        }
    }

    /// The tasks before one, the newest first.
    private static func earlier(than task: TaskRecord, _ state: State) -> some Sequence<TaskSummary> {
        state.tasks.newest(state.tasks.count, now: state.now).drop { $0.id >= task.id }
    }
}
