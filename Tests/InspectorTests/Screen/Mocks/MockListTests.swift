import ClientEngine
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("The mocks screen")
struct MockListTests {
    private static let rows = MocksState.Row.samples + MocksState.Row.scenario

    private static func app(_ keys: String = "M") -> TestApp {
        var app = TestApp()
        app.send(.mock(.list(Self.rows, isOn: true, scenarios: MockStore.ScenarioStatus.samples)))
        app.type(keys)
        return app
    }

    @Test(
        "+ and - change when a mock is asked, Space and + and - the state of a scenario",
        arguments: [
            ("jj+", [MockEffect.setPriority(4, id: "m3")]), ("jj-", [.setPriority(6, id: "m3")]), ("+", []),
            ("-", [.setPriority(2, id: "m1")]), ("G<space>", [.setScenario("todo", to: "one item")]),
            ("G+", [.setScenario("todo", to: "one item")]), ("G-", [.setScenario("todo", to: "two items")]),
            ("GD", []), ("j<space>", [.setEnabled(false, id: "m2")]),
        ])
    func changes(keys: String, changes: [MockEffect]) {
        var app = Self.app()
        app.type(keys)
        #expect(app.effects == changes.map { .mock($0) })
    }

    @Test(
        "What does nothing says why",
        arguments: [("+", "nothing is asked before priority 1"), ("GD", "which its mocks make")])
    func refusals(keys: String, reason: String) {
        var app = Self.app()
        app.type(keys)
        #expect(app.screen.contains(reason))
    }

    @Test("A mock that is asked earlier stays the selected one")
    func selection() {
        var app = Self.app("Mjj")
        var rows = Self.rows
        rows.insert(rows.remove(at: 2), at: 0)
        app.send(.mock(.list(rows, isOn: true, scenarios: MockStore.ScenarioStatus.samples)))
        #expect(app.state.selectedMock?.mock.id == "m3")
        app.send(.mock(.list([], isOn: true)))
        #expect(app.state.selectedMock == nil)
    }

    @Test("A mock that waits for its scenario says so, and the scenario shows its state")
    func states() {
        let app = Self.app()
        #expect(app.screen.contains("wait GET /todo"))
        #expect(app.screen.contains("scenario todo  [Started]"))
    }

    // MARK: Editing

    @Test("E edits the selected mock, me the one that answered, or one made of the response")
    func edit() throws {
        var app = Self.app("MjE")
        let row = MocksState.Row.samples[1]
        #expect(app.takeEffects() == [.edit(.mock(MockEdit(.stored(row.mock))))])
        app.type("<esc>")
        app.play(.home)
        app.send(.mock(.list([.sample], isOn: true)))
        app.type("gjjme")
        #expect(app.takeEffects() == [.edit(.mock(MockEdit(.stored(MocksState.Row.sample.mock))))])
        app.type("gme")
        guard case .edit(.mock(let edit)) = app.effects.last, case .new(let mock) = edit.subject else {
            Issue.record("nothing is edited")
            return
        }
        #expect(mock.match.address == .path("/health") && mock.answers.first?.reply?.status == 200)
    }

    private var refused: MockEdit {
        var edit = MockEdit(.stored(MocksState.Row.samples[1].mock))
        edit.text = "{"
        edit.problem = .init(line: 3, message: "The file is not JSON.")
        return edit
    }

    @Test("A text that cannot be used is asked about; Enter goes on with it, n leaves the mock as it was")
    func goOn() {
        var app = Self.app("MjE")
        app.send(.mock(.refused(refused)))
        #expect(app.screen.contains("Line 3: The file is not JSON. The mock stays as it was. Go on editing?"))
        app.type("<enter>")
        #expect(app.effects.last == .edit(.mock(refused)))
        app.send(.mock(.refused(refused)))
        app.type("n")
        #expect(app.effects.count == 2)
        #expect(app.screen.contains("── MOCKS") && app.state.selectedMock?.mock.id == "m2")
    }

    // MARK: Archives

    private var offer: MockOffer {
        MockOffer(
            batch: MockBatch(name: "traffic.har", mocks: [MocksState.Row.sample.mock]), count: 12,
            warnings: ["Entry 3: There is no response."])
    }

    @Test("A paste on the mocks screen is read as an archive, asked about, and stored only then")
    func archive() {
        var app = Self.app()
        app.send(.key(.paste(.init(text: "/tmp/traffic.har"))))
        #expect(app.takeEffects() == [.mock(.readArchive("/tmp/traffic.har"))])
        app.send(.mock(.offer(offer)))
        #expect(app.screen.contains("Make 1 mock of 12 requests in traffic.har, all but 1 detail?"))
        app.type("<enter>")
        #expect(app.takeEffects() == [.mock(.addAll(offer.batch))])
        #expect(app.screen.contains("LEFT OUT") && app.screen.contains("Entry 3"))
    }

    @Test("An archive that comes late, or is refused, stores nothing")
    func late() {
        var app = Self.app()
        app.send(.key(.paste(.init(text: "/tmp/traffic.har"))))
        app.type("j")
        app.send(.mock(.offer(offer)))
        #expect(app.screen.contains("paste it again"))
        app.send(.key(.paste(.init(text: "/tmp/traffic.har"))))
        app.send(.mock(.offer(offer)))
        app.type("n")
        #expect(app.effects.count == 2 && app.screen.contains("── MOCKS"))
    }
}
