import ClientEngine
import ClientEngineRecording
import InspectorTaskFilter
import InspectorValues
import RequestFormats

// Near misses, sequences and recording.
extension State {
    /// Has the mocks compared with the task of the Mock page, when either has changed.
    mutating func findNearMisses() -> [Effect] {
        guard detail.page == .mock, let key = list.selectedTask, let task = selectedTask,
            task.origin.request.mock == nil,
            task.isUnmatched || task.isMocked && mocks.closest.isWantedOfAnswered, !mocks.rows.isEmpty
        else { return [] }
        let subject = ClosestMocks.Subject(
            task: key, revision: mocks.revision, isSent: !task.sentHead.isEmpty)
        guard mocks.closest.look(for: subject), let question = NearMissQuestion(key, task) else { return [] }
        return [.mock(.findNearMisses(question))]
    }

    // MARK: Sequences

    /// Makes one mock of the marked tasks that gives what came of them in their order.
    mutating func makeSequence() throws(Refusal) {
        let marked = list.marked.sorted()
        if let unread = marked.first(where: { !tasks.isWhole($0) }) {
            throw Refusal("ms: task \(unread.number) is still being read: try again")
        }
        if let live = marked.first(where: tasks.isLive) {
            throw Refusal("ms: task \(live.number) has not ended")
        }
        let records = marked.compactMap { tasks[$0] }
        let answers = records.compactMap(Mock.Answer.init(outcomeOf:))
        guard let first = records.first, answers.count == marked.count else {
            throw Refusal("ms: a marked task has no answer that a mock could give")
        }
        let text = answers.map(\.text).joined(separator: ", then ")
        var draft = MockDraft(answerText: text, answers: answers, for: first)
        draft.requests = records.flatMap(\.sentRequests)
        guard draft.loosen(untilItMatches: records) else {
            throw Refusal("ms: the marked tasks are of different routes; mr records each as its own mock")
        }
        draft.forecast(for: tasks, among: mocks.rows)
        overlays.add(draft)
    }

    /// Returns the change that stores a draft: the mock, or the sequence that marked tasks have become.
    mutating func store(_ draft: MockDraft) -> MockEffect {
        let requests = draft.requests + tasks.asked.lazy.map(\.request).withSecrets
        guard draft.answers.count > 1 else { return .add(draft.mock, madeOf: requests) }
        list.unmarkAll(in: tasks, now: now)
        let parts = MockRecording.sequence(
            draft.answers, for: draft.match, called: draft.match.title, besides: scenarioNames)
        return .addAll(MockBatch(name: draft.mock.name, mocks: parts, madeOf: requests))
    }

    // MARK: Recording

    /// Begins to record the tasks that end from now on and pass the filter, or stores what was recorded.
    mutating func toggleRecording() -> [Effect] {
        guard let recorded = mocks.recording else {
            mocks.recording = []
            notices.show(
                .confirmation("Recording what the filter shows as it ends; mr again makes mocks of it."))
            return []
        }
        mocks.recording = nil
        let records = recorded.compactMap { tasks[$0] }
        let exchanges = records.flatMap(RecordedExchange.exchanges)
        guard !exchanges.isEmpty else {
            notices.show(
                .information("Nothing was recorded: no server answered a task of the filter."))
            return []
        }
        let made = MockRecording.mocks(of: exchanges, besides: scenarioNames)
        let name = "recorded \(exchanges[0].url.host)"
        let text = "Recorded \(exchanges.count.of("request")) as \(made.count.of("mock"))"
        notices.show(
            mocks.isOn
                ? Notice(
                    kind: .information, text: text + ", on from now.",
                    hint: "M lists them, ! switches all off.")
                : Notice(
                    kind: .information, text: text + "; all are switched off.",
                    hint: "M lists them, ! switches them on."))
        let requests = records.flatMap(\.sentRequests) + tasks.asked.lazy.map(\.request).withSecrets
        let batch = MockBatch(name: name, mocks: made, madeOf: requests)
        return [.mock(.addAll(batch))]
    }

    /// Keeps a task that has ended, or was judged again, while what the filter shows is recorded.
    mutating func keepRecorded(_ task: TaskSummary) {
        guard mocks.recording != nil, list.admits(task, now: now) else { return }
        mocks.recording?.append(task.id)
    }

    private var scenarioNames: Set<String> { Set(mocks.scenarios.map(\.name)) }
}

extension Sequence<Request> {
    /// The requests with values that are secret for where they come from: the answers of others may hold these, too.
    var withSecrets: [Request] { filter { !($0.userInfo[.secrets] ?? []).isEmpty } }
}
