import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Going from failure to failure")
struct FailureKeyTests {
    @Test("] and [ go through the tasks that have failed, around the ends")
    func failures() {
        var app = TestApp()
        app.play(.home)
        let failed = app.state.list.shown.filter { app.state.tasks[$0]?.verdict == .failed }
        #expect(failed.count > 0)
        app.type("g")
        for id in failed + failed {
            app.type("]")
            #expect(app.state.list.selectedTask == id)
        }
        for id in failed.dropLast().reversed() {
            app.type("[")
            #expect(app.state.list.selectedTask == id)
        }
    }

    @Test("without a failure the key says so")
    func none() {
        var app = TestApp()
        app.open(SavedFile.sample)
        app.type("]")
        #expect(app.state.refusal == "no task has failed")
    }

    @Test("J and K show the tasks beside without leaving the detail pane")
    func neighbours() {
        var app = TestApp()
        app.play(.home)
        app.type("g<enter>")
        let first = app.state.list.selectedTask
        app.type("J")
        #expect(app.state.list.selectedTask == app.state.list.shown[1])
        app.type("K")
        #expect(app.state.list.selectedTask == first)
        #expect(app.state.focus == .detail)
        app.type("q")
        #expect(app.state.focus == .tasks)
    }
}
