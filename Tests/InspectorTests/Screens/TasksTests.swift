import ClientEngine
import Testing

@testable import Inspector

@Suite("Tasks by number")
struct TasksTests {
    @Test("Events that come out of order of their tasks still end up ascending")
    func order() {
        var tasks = Tasks()
        for id in [3, 1, 2] {
            let origin = TaskOrigin(request: .get("http://h/\(id)"), date: .distantPast)
            let change = tasks.apply(Event(task: id, at: Story.instant(id), .created(origin)))
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
        #expect(tasks.live == [1] && tasks.waiting == [1])
        story.begin(1, 2, at: 15, request, because: .status(503), waited: 10)
        story.answer(1, 2, at: 20, 200)
        for event in story.events.dropFirst(6) { _ = tasks.apply(event) }
        #expect(tasks.live.isEmpty && tasks.waiting.isEmpty)
        #expect(tasks[1]?.attempts.count == 2)
    }
}
