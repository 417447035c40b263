import ClientEngine
import ClientEngineRecording
import InspectorTaskFilter
import Testing

@testable import InspectorScreen

@Suite("Tasks by number")
struct TasksTests {
    @Test("Events that come out of order of their tasks still end up ascending")
    func order() {
        var tasks = Tasks()
        for id in [3, 1, 2] {
            let origin = TaskOrigin(request: .get("http://h/\(id)"), date: .distantPast)
            let change = tasks.apply(Event(task: id, at: Story.instant(id), .taskCreated(origin)))
            #expect(change == Tasks.Change(isNew: true))
        }
        #expect(tasks.records.map(\.id) == [1, 2, 3])
        let change = tasks.apply(Event(task: 9, at: Story.instant(9), .processing))
        #expect(change == Tasks.Change())
    }

    @Test("Live and waiting tasks are counted apart, and neither when they have ended")
    func counts() {
        var tasks = Tasks()
        var story = Story()
        let request = Request.get("http://h/x")
        story.create(1, request, at: 0, attempts: 2)
        story.begin(1, at: 0, request)
        story.answer(1, at: 5, 503, retry: Story.plan(503, delay: 10, until: 15, "10ms"))
        for event in story.events { _ = tasks.apply(event) }
        #expect(tasks.live.sorted() == [1] && tasks.waiting == [1])
        story.begin(1, 2, at: 15, request, because: .status(503), waited: 10)
        story.answer(1, 2, at: 20, 200)
        for event in story.events.dropFirst(6) { _ = tasks.apply(event) }
        #expect(tasks.live.isEmpty && tasks.waiting.isEmpty)
        #expect(tasks[1]?.attempts.count == 2)
    }

    /// Returns the records that result from the events of each task.
    private static func folds(_ events: [Event]) -> [TaskID: TaskRecord] {
        var records: [TaskID: TaskRecord] = [:]
        for event in events {
            if records[event.task] == nil { records[event.task] = TaskRecord(event) }
            records[event.task]?.apply(event)
        }
        return records
    }

    @Test("Every task comes back as its events tell, whether it has ended or not, is looked at or not")
    func folded() {
        var tasks = Tasks()
        for (index, event) in Story.home.events.enumerated() {
            _ = tasks.apply(event)
            if index.isMultiple(of: 7) { tasks.unfold(tasks.records.suffix(3).map { .session($0.id) }) }
        }
        let folds = Self.folds(Story.home.events)
        #expect(folds.count == tasks.count && !tasks.live.isEmpty && tasks.live.count < tasks.count)
        for (id, record) in folds { #expect(tasks[id] == record) }
        tasks.unfold([])
        for record in tasks.records { #expect(record == folds[record.id]) }
        let now = Story.home.now
        for task in tasks.summaries(now: now) {
            #expect(folds[task.id].map { TaskSummary($0, now: now) } == task)
        }
    }

    @Test(
        "What is found out after the end is told of the task, also while it is looked at; what else comes then is not"
    )
    func findings() {
        var story = Story()
        story.quick(1, .get("http://h/x"), at: 0, took: 5, body: "x")
        var tasks = Tasks()
        for event in story.events { _ = tasks.apply(event) }
        let before = tasks[1]
        #expect(
            tasks.apply(Event(task: 1, attempt: 1, exchange: 1, at: story.now, .phase(.wait)))
                == Tasks.Change())
        #expect(tasks[1] == before)
        for isLookedAt in [false, true] {
            tasks.unfold(isLookedAt ? [1] : [])
            let finding = TestResult("status == 201", .failed(actual: "status is 200"))
            let change = tasks.apply(Event(task: 1, at: story.now, .annotated(Annotation(finding))))
            #expect(
                change == Tasks.Change(isJudgedAgain: !isLookedAt), "only the first changes what it comes to")
            #expect(tasks[1]?.verdict == .failed)
            #expect(tasks[1]?.testResults.count == (isLookedAt ? 2 : 1))
        }
    }

    @Test(
        "A task in brief takes no more than 96 bytes, and those that ask for the same share what they ask for"
    )
    func size() {
        var story = Story()
        for id in 1...100 { story.quick(id, .get("http://h/x"), at: id * 10, took: 5, body: "x") }
        var tasks = Tasks()
        for event in story.events { _ = tasks.apply(event) }
        #expect(MemoryLayout<TaskSummary>.stride <= 96)
        #expect(Set(tasks.asked.map { ObjectIdentifier($0) }).count == 1)
        #expect(Set(tasks.summaries(now: story.now).map { ObjectIdentifier($0.labels) }).count == 1)
    }
}
