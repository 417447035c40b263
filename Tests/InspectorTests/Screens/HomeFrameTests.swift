import Canvas
import ClientEngine
import Testing

@testable import Inspector

@Suite("Frames of the home screen")
struct HomeFrameTests {
    @Test("The home screen shows tasks, attempts and phases", arguments: [(80, 24), (140, 40), (40, 12)])
    func home(width: Int, height: Int) throws {
        var app = TestApp(width: width, height: height)
        app.open(
            SavedFile.sample, environments: EnvironmentChoice(names: ["local", "staging"], selected: "local"))
        app.play(.home)
        app.send(.mocks([.sample], isOn: true))
        app.type("<tab><esc>k")
        try expectGolden(app.frame, "home-\(width)x\(height)")
    }

    @Test("An empty screen says what to do next", arguments: [(80, 24), (140, 40), (40, 12)])
    func empty(width: Int, height: Int) throws {
        var app = TestApp(width: width, height: height)
        app.open(SavedFile.sample)
        try expectGolden(app.frame, "empty-\(width)x\(height)")
    }
}

extension MocksState.Row {
    static let sample = MocksState.Row(
        mock: Mock(
            id: "m1", name: "GET /users/42 → 200", match: .init(method: .get, address: .path("/users/42")),
            answers: [.init(.response(status: 200, reason: nil, headers: [:], body: .text(#"{"id":42}"#)))]),
        hits: 1, lastHit: nil, isSpent: false)
}
