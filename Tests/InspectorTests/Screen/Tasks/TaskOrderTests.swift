import ClientEngine
import Testing

@testable import InspectorScreen

@Suite("The order of the list")
struct TaskOrderTests {
    private static var mixed: Story {
        var story = Story()
        for (id, host, took) in [(1, "b", 30), (2, "a", 10), (3, "b", 20), (4, "a", 40)] {
            story.quick(id, .get("http://\(host)/\(id)"), at: id * 100, took: took, body: "x")
        }
        return story
    }

    private static func sorted(by keys: String) -> TestApp {
        var app = TestApp()
        app.play(mixed)
        app.type(keys)
        return app
    }

    @Test(
        "Two keys sort the list; the same again turn it round",
        arguments: [
            ("Ot", [4, 1, 3, 2]), ("OtOt", [2, 3, 1, 4]), ("Op", [1, 2, 3, 4]), ("OpOp", [4, 3, 2, 1]),
            ("Oh", [2, 4, 1, 3]), ("OtOn", [1, 2, 3, 4]), ("On", [4, 3, 2, 1]),
        ])
    func orders(keys: String, order: [TaskKey]) {
        #expect(Self.sorted(by: keys).state.list.shown == order)
    }

    @Test("The first row is selected, and the title says how it is sorted")
    func title() {
        let app = Self.sorted(by: "Ot")
        #expect(app.state.list.selectedTask == 4)
        #expect(app.screen.contains("sorted by total time"))
        #expect(!app.state.list.isFollowing)
    }

    @Test("Tasks that end take their places, live ones stand below")
    func live() {
        var app = Self.sorted(by: "Ot")
        var story = Story()
        story.create(5, .get("http://c/5"), at: 500)
        story.begin(5, at: 500, .get("http://c/5"))
        app.play(story)
        #expect(app.state.list.shown == [4, 1, 3, 2, 5])
        story = Story()
        story.answer(5, at: 535, 200, body: "x")
        app.play(story)
        #expect(app.state.list.shown == [4, 5, 1, 3, 2])
    }

    @Test("Groups have headings, which the selection passes over")
    func groups() {
        var app = Self.sorted(by: "Oh")
        #expect(app.row(with: "a  2 tasks") != nil)
        #expect(app.row(with: "b  2 tasks") != nil)
        app.type("j")
        #expect(app.state.list.selection == .task(4))
        app.type("j")
        #expect(app.state.list.selection == .task(1))
        app.type("k")
        #expect(app.state.list.selection == .task(4))
    }

    @Test("The filter and the next failure go by the order that is seen")
    func filtered() {
        var app = Self.sorted(by: "Ot")
        app.type("/host:b<enter>")
        #expect(app.state.list.shown == [1, 3])
        app.type("\\")
        #expect(app.state.list.shown == [4, 1, 3, 2])
    }
}
