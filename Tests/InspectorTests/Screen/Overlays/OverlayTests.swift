import ClientEngine
import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("What lies over the panes")
struct OverlayTests {
    private static func app() -> TestApp {
        var app = TestApp()
        app.send(.mock(.list([.sample], isOn: true, scenarios: [])))
        return app
    }

    @Test("Esc uncovers what lies below", arguments: ["?", ":", "??:"])
    func uncovers(keys: String) {
        var app = Self.app()
        app.type("M")
        let list = app.screen
        app.type(keys)
        #expect(app.screen != list && !app.screen.contains("── MOCKS"))
        app.type(keys.map { _ in "<esc>" }.joined())
        #expect(app.screen == list)
        app.type("<esc>")
        #expect(app.state.overlays.isEmpty)
    }

    @Test("An action is done where the palette was opened")
    func palette() {
        var app = Self.app()
        app.type("M:delete<enter>")
        #expect(app.effects == [.mock(.remove(MocksState.Row.sample.mock))])
        #expect(app.screen.contains("── MOCKS"))
    }

    @Test("What leads to the panes leaves nothing over them", arguments: ["M/", "M:filter the list<enter>"])
    func leaves(keys: String) {
        var app = Self.app()
        app.type(keys)
        app.type("<esc>")
        #expect(app.state.overlays.isEmpty)
    }

    @Test("A question about quitting goes, and what it lay over stays")
    func quitting() {
        var app = Self.app()
        app.play(.home)
        app.type("M<c-c>")
        #expect(app.screen.contains("still live"))
        app.type("n")
        #expect(app.screen.contains("── MOCKS") && app.effects.isEmpty)
        app.type("<c-c><c-c>")
        #expect(app.effects == [.quit])
    }

    @Test("A list follows the size of the screen, below another one too")
    func resized() {
        var (app, fresh) = (TestApp(), TestApp(width: 60, height: 10))
        app.type("?:")
        app.send(.resized(fresh.state.size))
        app.type("<esc>G")
        fresh.type("?G")
        #expect(app.screen == fresh.screen)
    }
}
