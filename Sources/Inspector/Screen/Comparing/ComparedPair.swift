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
        var first: Listed?
    }

    /// A task and its place in the list.
    struct Listed {
        let key: TaskKey
        let record: TaskRecord

        init(_ key: TaskKey, _ record: TaskRecord) { (self.key, self.record) = (key, record) }

        init?(_ key: TaskKey?, in state: State) {
            guard let key, let record = state.tasks[key] else { return nil }
            self.init(key, record)
        }

        fileprivate var name: String { "task \(key.number)" }
    }

    /// So many tasks are looked into for one of the same saved request.
    private static let mostLookedInto = 500

    init(of state: State) throws(PairingError) {
        let selected = Listed(state.list.selectedTask, in: state)
        if let number = state.list.selectedAttempt, let task = selected {
            try self.init(attempt: number, of: task, state)
        } else if state.list.marked.count == 2 {
            let marked = state.list.marked.sorted().compactMap { Listed($0, in: state) }
            guard marked.count == 2 else {
                throw PairingError(sentence: "a marked task is not there any more")
            }
            for task in marked { try Self.check(task, state) }
            self.init(marked[0], marked[1], because: "the two marked tasks", state)
        } else {
            guard let task = selected else { throw PairingError(sentence: "no task is selected") }
            try Self.check(task, state)
            guard let (earlier, reason) = Self.predecessor(of: task, state) else {
                throw PairingError(sentence: Self.noPredecessor(state, in: " in the list"), first: task)
            }
            try Self.check(earlier, state)
            self.init(earlier, task, because: reason, state)
        }
    }

    /// Takes a task and the one that the history knows before it.
    init(_ task: Listed, after predecessor: Predecessor?, _ state: State) throws(PairingError) {
        guard let predecessor, let record = predecessor.task.record else {
            throw PairingError(sentence: Self.noPredecessor(state))
        }
        let kind = predecessor.isOfSavedRequest ? "of its saved request" : "with its method and URL"
        let earlier = Listed(.stored(predecessor.task.row), record)
        self.init(earlier, task, because: "the last \(kind) in the history", state)
    }

    private init(_ first: Listed, _ second: Listed, because reason: String, _ state: State) {
        (left, right) = (ComparedCall(first.record), ComparedCall(second.record))
        // A kept task has no secrets; those of the other one would be differences that nobody made.
        switch (first.key, second.key) {
        case (.stored, .session): right.hideSecrets(of: second.record)
        case (.session, .stored): left.hideSecrets(of: first.record)
        default: break
        }
        let seconds = state.settings.secondsFromGMT
        let names = [first, second].map { task in
            let date = task.record.origin.date
            let day = task.key.isStored ? date.dayText(secondsFromGMT: seconds) + " " : ""
            return "\(task.name), \(day)\(date.clockText(secondsFromGMT: seconds))"
        }
        subject = ComparisonOverlay.Subject(left: names[0], right: names[1], reason: reason)
    }

    /// Takes an attempt and the one before it; the first with the next.
    private init(attempt number: Int, of listed: Listed, _ state: State) throws(PairingError) {
        let (task, name) = (listed.record, listed.name)
        let ended = task.attempts.filter { $0.ended != nil }
        guard let index = ended.firstIndex(where: { $0.number == number }) else {
            throw PairingError(sentence: "attempt \(number) is live: compare it when it has ended")
        }
        guard ended.count > 1 else {
            throw PairingError(sentence: "no other attempt of \(name) has ended")
        }
        let pair = [ended[max(0, index - 1)], ended[max(1, index)]]
        (left, right) = (ComparedCall(task, attempt: pair[0]), ComparedCall(task, attempt: pair[1]))
        let names = pair.map { attempt in
            let date = task.origin.date.addingTimeInterval((attempt.started - task.created).seconds)
            return
                "attempt \(attempt.number), \(date.clockText(secondsFromGMT: state.settings.secondsFromGMT))"
        }
        subject = ComparisonOverlay.Subject(
            left: "\(name): \(names[0])", right: names[1],
            reason: "two attempts of \(name)")
    }

    /// Throws where a task cannot be compared yet.
    private static func check(_ task: Listed, _ state: State) throws(PairingError) {
        guard task.record.state.isFinished else {
            throw PairingError(sentence: "\(task.name) is live: compare it when it has ended")
        }
        guard state.tasks.isWhole(task.key) else {
            throw PairingError(sentence: "\(task.name) is still being read: try again")
        }
    }

    // MARK: The one before

    /// The tasks of earlier sessions are the history's to look through.
    private static func predecessor(of listed: Listed, _ state: State) -> (Listed, reason: String)? {
        guard case .session(let number) = listed.key else { return nil }
        let task = listed.record
        if let saved = lastOfSameSavedRequest(as: task, state) {
            return (saved, "\(saved.name) was the last one of the same saved request")
        }
        if let id = task.origin.provenance.resendOf, let parent = Listed(.session(id), in: state) {
            return (parent, "task \(number) sends task \(id) again")
        }
        let asked = ResolvedRequest(task.origin)
        let alike = earlier(than: task, state).first {
            $0.end != nil && $0.asked.request.method == asked.request.method
                && $0.asked.urlText == asked.urlText
        }
        return alike.flatMap { Listed(.session($0.id), in: state) }.map {
            ($0, "\($0.name) was the last one with the same method and URL")
        }
    }

    private static func noPredecessor(_ state: State, in place: String = "") -> String {
        let mark = state.settings.keymap.text(of: .task(.mark))
        return "no earlier task\(place) asks for the same; \(mark) marks two tasks to compare"
    }

    /// Where a request came from stands in its record alone, so those that are called otherwise are passed over first.
    private static func lastOfSameSavedRequest(as task: TaskRecord, _ state: State) -> Listed? {
        let (own, request) = (task.origin.provenance, task.origin.request)
        guard own.source == .saved, own.file != nil else { return nil }
        let candidates = earlier(than: task, state).lazy.filter {
            $0.end != nil && $0.asked.request.name == request.name
                && $0.asked.request.method == request.method
        }
        return candidates.prefix(mostLookedInto).lazy.compactMap { Listed(.session($0.id), in: state) }.first
        {
            let other = $0.record.origin.provenance
            return other.source == .saved && other.file == own.file
                && (other.line == own.line || request.name != nil)
        }
    }

    /// The tasks before one, the newest first.
    private static func earlier(than task: TaskRecord, _ state: State) -> some Sequence<TaskSummary> {
        state.tasks.newest(state.tasks.count, now: state.now).drop { $0.id >= task.id }
    }
}
