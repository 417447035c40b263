import ClientEngine
import Foundation
import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues

/// The content of a golden frame: the data, and the keys that were pressed.
///
/// The list has the focus.
struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    var keys: String
    var story = Story.home
    var files = SavedFile.sample
    var mocks = [MocksState.Row.lately]
    var scenarios: [MockStore.ScenarioStatus] = []
    /// The command line of a watched program.
    var program: [String] = []
    /// Indicates whether there is a history of earlier sessions.
    var hasHistory = false
    /// The offers shown after a paste.
    var offers: [ImportOffer] = []
    /// The messages received after the keys.
    var messages: [Message] = []

    init(_ name: String, _ keys: String, _ change: (inout Scene) -> Void = { _ in }) {
        self.name = name
        self.keys = keys
        change(&self)
    }

    var testDescription: String { name }

    /// The sizes of each scene: a split window, a common terminal, a large one, and a full screen.
    static let sizes = [
        Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 140, height: 40),
        Size(width: 200, height: 60),
    ]

    /// Plays the scene in a window of the given size.
    func app(_ size: Size) -> TestApp {
        var app = TestApp(width: size.width, height: size.height, hasHistory: hasHistory)
        if !program.isEmpty { app.watch(program) }
        app.open(files, environments: EnvironmentChoice(names: ["local", "staging"], selected: "local"))
        app.play(story)
        app.send(.mock(.list(mocks, isOn: true, scenarios: scenarios)))
        // If there is a column of saved requests, it has the focus first.
        app.type("<tab><esc>" + keys)
        for offer in offers {
            app.send(.key(.paste(.init(text: "pasted"))))
            app.send(.saved(.offer(offer)))
        }
        for message in messages { app.send(message) }
        return app
    }
}

extension MocksState.Row {
    /// The sample mock, which answered a while ago.
    static let lately: MocksState.Row = {
        var row = MocksState.Row.sample
        row.lastHit = Date(timeIntervalSince1970: 1_700_000_000)
        return row
    }()
}
