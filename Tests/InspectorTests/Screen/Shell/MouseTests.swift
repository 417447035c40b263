import Testing

@testable import InspectorCanvas
@testable import InspectorScreen
@testable import InspectorValues

@Suite("The mouse")
struct MouseTests {
    private static func app(width: Int = 120, height: Int = 30) -> TestApp {
        var app = TestApp(width: width, height: height)
        app.open(SavedFile.sample)
        app.send(.mock(.list([.sample], isOn: true, scenarios: [])))
        app.play(.home)
        app.type("<tab>")
        return app
    }

    private func scroll(_ app: inout TestApp, _ action: Key.Mouse.Action, over text: String) {
        let lines = app.screen.split(separator: "\n", omittingEmptySubsequences: false)
        guard let row = lines.firstIndex(where: { $0.contains(text) }),
            let range = lines[row].range(of: text)
        else {
            Issue.record("\(text) is not there")
            return
        }
        let x = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound)
        app.send(.key(.mouse(.init(action: action, position: Point(x: x, y: row)))))
    }

    @Test("A page opens by its tab, and the footer does what its keys do")
    func tabs() {
        var app = Self.app()
        app.click("3 Headers")
        #expect(app.state.detail.page == .headers)
        app.click("z zoom")
        #expect(app.state.isZoomed)
        app.click("z zoom", offset: 2)
        #expect(!app.state.isZoomed)
    }

    @Test("The header leads to mocks and help")
    func header() {
        var app = Self.app()
        app.click("MOCKS 1")
        #expect(app.state.place == .mocks)
        app.type("<esc>")
        app.click("ON   ?", offset: 5)
        #expect(app.state.place == .help)
    }

    @Test("The title of a column sorts by it, a second time the other way round")
    func columns() {
        var app = Self.app()
        app.click("TOTAL")
        #expect(app.state.list.order.key == .total && app.state.list.order.isDescending)
        app.click("TOTAL")
        #expect(!app.state.list.order.isDescending)
        app.click("METHOD  PATH")
        #expect(app.state.list.order.key == .method)
    }

    @Test("A row is selected, and opened when it is selected already; attempts, too")
    func rows() {
        var app = Self.app()
        app.click("/login")
        #expect(app.state.selectedTask?.id == 202 && app.state.focus == .tasks)
        app.click("/login")
        #expect(app.state.focus == .detail)
        app.click("├ 1 503")
        #expect(app.state.list.selection == .attempt(205, number: 1))
    }

    @Test("A folder folds by a click; a request is selected, and nothing is sent")
    func tree() {
        var app = Self.app()
        app.click("▾ shop/")
        #expect(app.screen.contains("▹ shop/"))
        _ = app.takeEffects()
        app.click("one user")
        app.click("one user")
        #expect(app.state.saved.selectedRequest?.title == "one user" && app.takeEffects().isEmpty)
    }

    @Test("Choices behind a key, lines of the palette and of a menu are taken by clicks")
    func menus() {
        var app = Self.app()
        app.type("m")
        app.click("5 500")
        #expect(app.state.place == .mockDraft)
        app.type("<esc>:zoom the")
        app.click("zoom the pane")
        #expect(app.state.isZoomed)
        app.type("z/is:f")
        app.click("failed")
        #expect(app.screen.contains("/is:failed"))
    }

    @Test("A notice is dismissed by a click")
    func notices() {
        var app = Self.app()
        app.send(.notice(.error("something went wrong")))
        app.click("something went wrong")
        #expect(app.state.notices.isEmpty)
    }

    @Test("A click on the form types into its field")
    func drafts() {
        var app = Self.app()
        app.type("n")
        app.click("timeout")
        #expect(app.state.place == .draftField)
        app.type("7s<enter>")
        #expect(app.screen.contains("7s"))
    }

    @Test("What lies over the panes covers them, and letters are not typed by clicks")
    func covered() {
        var app = Self.app(width: 80, height: 24)
        app.type(":")
        let field = app.screen
        app.click("MOCKS 1")
        #expect(app.screen == field)
    }

    @Test("The wheel scrolls what it is over, and goes from task to task")
    func wheel() {
        var app = Self.app()
        scroll(&app, .scrollUp, over: "/health")
        #expect(app.state.selectedTask?.id == 205)
        scroll(&app, .scrollUp, over: "/health")
        #expect(app.state.selectedTask?.id == 204 && app.state.focus == .tasks)
        let row = app.state.saved.scroll.selection
        scroll(&app, .scrollDown, over: "── SAVED")
        #expect(app.state.saved.scroll.selection == row + 1 && app.state.focus == .tasks)
    }

    @Test("A key leaves the mouse to the terminal, and takes it back")
    func switching() {
        var app = Self.app()
        app.type("Y")
        #expect(app.takeEffects().last == .terminal(.useMouse(false)))
        #expect(app.screen.contains("Y takes it back"))
        app.click("3 Headers")
        #expect(app.state.detail.page == .timing)
        app.type(":leave the mouse<enter>")
        #expect(app.takeEffects().last == .terminal(.useMouse(true)))
    }
}
