import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import InspectorScreen
@testable import InspectorWorkspace

@Suite("Keys of the filter and its views", .ownThread)
struct FilterKeyTests {
    private static func app(_ keys: String = "") -> TestApp {
        var app = TestApp()
        app.play(.home)
        app.type(keys)
        return app
    }

    private static func offered(_ app: TestApp) -> [String] {
        app.state.completion?.candidates.map(\.text) ?? []
    }

    @Test("Words and values are offered, those that the list has first")
    func completion() {
        #expect(Self.offered(Self.app("/")) == [])
        #expect(Self.offered(Self.app("/<tab>")).first == "status:")
        #expect(Self.offered(Self.app("/ho")) == ["host:"])
        #expect(Self.offered(Self.app("/-(ho")) == ["host:"])
        #expect(Self.offered(Self.app("/is:f")) == ["failed"])
        #expect(Self.offered(Self.app("/~")).first == "~c")
        #expect(Self.offered(Self.app("/~m po")) == ["POST"])
        #expect(Self.offered(Self.app("/status:")).contains("200"))
        #expect(Self.offered(Self.app("/\"ho")) == [])
        #expect(Self.offered(Self.app("/assert:")) == ["failed", "passed", "none"])
    }

    @Test("A word is taken, then its values are offered, and Enter applys the filter")
    func taking() {
        var app = Self.app("/ho<tab>")
        #expect(app.state.list.filter.text == "host:" && !Self.offered(app).isEmpty)
        app.type("<down><enter>")
        #expect(app.state.place == .filter && app.state.list.filter.text.hasPrefix("host:"))
        app.type("<enter>")
        #expect(app.state.place == .tasks)
    }

    @Test("Esc closes the menu before it takes the filter away")
    func escape() {
        var app = Self.app("/is:fail<esc>")
        #expect(app.state.place == .filter && app.state.list.filter.text == "is:fail")
        app.type("<esc>")
        #expect(app.state.place == .tasks && app.state.list.filter.text == "")
    }

    @Test("Up and Down go through the filters of before, and back to what was typed")
    func history() {
        var app = Self.app("/orders<enter>/")
        for _ in 0..<6 { app.type("<bs>") }
        app.type("users<enter>/<up>")
        #expect(app.state.list.filter.text == "orders")
        app.type("<up>")
        #expect(app.state.list.filter.text == "orders")
        app.type("<down>")
        #expect(app.state.list.filter.text == "users")
        app.type("x<up><down><enter>")
        #expect(app.state.list.filter.text == "usersx")
    }

    @Test("A mistake is said with what could stand there")
    func mistake() {
        var app = Self.app("/status:foo")
        let complaint = "“foo” is not a number; try 404, 4xx or >=400."
        #expect(app.row(23).contains(complaint))
        app.type("<enter>")
        #expect(app.state.place == .filter && app.row(23).contains(complaint))
    }

    @Test("The first view finds failures, the second time it shows all again")
    func failures() {
        var app = Self.app("'1")
        #expect(
            app.state.list.filter.text == "is:failed" && app.state.list.shown.count < app.state.tasks.count)
        app.type("'1")
        #expect(app.state.list.shown.count == app.state.tasks.count)
    }

    @Test("A filter is saved as a view, shown by its digit, and kept")
    func saving() {
        var app = Self.app("'2")
        #expect(app.row(23).contains("there is no view 2"))
        app.type("/orders<enter>'s2")
        #expect(app.effects.last == .task(.keepViews([1: "is:failed", 2: "orders"])))
        #expect(app.screen.contains("View 2 is orders; '2 shows it."))
        app.type("'1'2")
        #expect(app.state.list.filter.text == "orders")
        app.type("'")
        #expect(app.screen.contains("2 orders") && app.screen.contains("1 is:failed"))
        app.type("<esc>:view 2")
        #expect(app.screen.contains("show what view 2 finds: orders"))
    }

    @Test("Views of an earlier run come in, and the first one is there all the same")
    func kept() {
        var app = Self.app()
        app.send(.task(.views([4: "host:api"])))
        #expect(app.state.list.views.filters == [1: "is:failed", 4: "host:api"])
    }

    @Test("Views are kept by folder, beside those of others")
    func store() throws {
        let disk = try ScratchFolder()
        let state = StateFolder(path: disk.path + "/state")
        let (one, other) = (ViewStore(state, folder: disk.path), ViewStore(state, folder: "/"))
        #expect(one.read() == [:])
        try one.keep([1: "is:failed", 9: "“x”"])
        try other.keep([2: "a"])
        #expect(one.read() == [1: "is:failed", 9: "“x”"] && other.read() == [2: "a"])
        try disk.write("{", to: "state/views.json")
        #expect(one.read() == [:])
    }
}
