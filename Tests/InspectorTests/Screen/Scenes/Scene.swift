import ClientEngine
import Foundation
import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues

/// What a stored frame shows: what there is to see, and the keys that were pressed then, the list in focus.
struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    var keys: String
    var story = Story.home
    var files = SavedFile.sample
    var mocks = [MocksState.Row.lately]
    var scenarios: [MockStore.ScenarioStatus] = []
    /// The command line of a program that is watched.
    var program: [String] = []
    /// Indicates whether earlier sessions were kept.
    var hasHistory = false
    /// What is offered after a paste.
    var offers: [ImportOffer] = []
    /// What comes in behind the keys.
    var messages: [Message] = []

    init(_ name: String, _ keys: String, _ change: (inout Scene) -> Void = { _ in }) {
        self.name = name
        self.keys = keys
        change(&self)
    }

    var testDescription: String { name }

    /// The sizes every scene is drawn in: a split window, the usual terminal, a large one, and all of a screen.
    static let sizes = [
        Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 140, height: 40),
        Size(width: 200, height: 60),
    ]

    /// Plays the scene in a window of a size.
    func app(_ size: Size) -> TestApp {
        var app = TestApp(width: size.width, height: size.height, hasHistory: hasHistory)
        if !program.isEmpty { app.watch(program) }
        app.open(files, environments: EnvironmentChoice(names: ["local", "staging"], selected: "local"))
        app.play(story)
        app.send(.mock(.list(mocks, isOn: true, scenarios: scenarios)))
        // Where there is a column of saved requests, it has the focus first.
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
    /// The sample, which answered a while ago.
    static let lately: MocksState.Row = {
        var row = MocksState.Row.sample
        row.lastHit = Date(timeIntervalSince1970: 1_700_000_000)
        return row
    }()
}
