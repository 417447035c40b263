import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Keys of one's own")
struct OwnKeysTests {
    private static func own(_ keys: KeyValuePairs<String, [String]>) -> OwnKeys {
        OwnKeys(keys.map { .init(action: $0, keys: $1, place: "config.json:1:1: ") })
    }

    private static func app(_ keys: KeyValuePairs<String, [String]>) -> TestApp {
        var app = TestApp()
        app.adopt(keys.map { .init(action: $0, keys: $1, place: "") })
        app.play(.home)
        return app
    }

    @Test("Every action has a name of its own, which is made of its case")
    func names() {
        let intents = Set(Keymap.standard.bindings.map(\.intent))
        #expect(Set(intents.map(\.name)).count == intents.count)
        #expect(Intent.task(.resend).name == "task.resend")
        #expect(Intent.mock(.choose).name == "mock.choose")
        #expect(Intent.mock(.fault(.emptyReply)).name == "mock.fault-empty-reply")
        #expect(Intent.mock(.delay(milliseconds: 300)).name == "mock.delay-300")
        #expect(Intent.find(.sort(nil)).name == "find.sort")
        #expect(Intent.find(.sort(.total)).name == "find.sort-total")
        #expect(Intent.copy(.curl).name == "copy.curl" && Intent.copy(nil).name == "copy")
        #expect(Intent.pane(.page(.body)).name == "pane.page-body")
    }

    @Test("A key takes the place of the old one in what it does, the footer, the help and the palette")
    func everywhere() {
        var app = Self.app(["task.resend": ["x"], "body.next-view": []])
        #expect(app.row(23).contains("x resend"))
        _ = app.takeEffects()
        app.type("r")
        #expect(app.takeEffects().isEmpty)
        app.type("x")
        #expect(app.takeEffects().count == 1)
        app.type(":send again exactly")
        #expect(app.row(with: "send again exactly what")?.contains("x  ") == true)
        app.type("<esc>?/send again")
        #expect(app.row(with: "send again exactly")?.contains(" x ") == true)
    }

    @Test("Named keys stay beside one's own, and letters are not bound where they are typed")
    func named() {
        let keymap = Self.own(["move.down": ["Ctrl-N", "Q"]]).keymap
        for keys in [[Key.control("n")], ["Q"], [.down]] {
            guard case .binding(let binding) = keymap.match(keys, in: .tasks) else {
                Issue.record("\(keys.text) means nothing")
                continue
            }
            #expect(binding.intent == .move(.down))
        }
        guard case .none = keymap.match(["j"], in: .tasks) else { return #expect(Bool(false), "j is left") }
        guard case .none = keymap.match(["Q"], in: .filter) else { return #expect(Bool(false), "Q is typed") }
    }

    @Test("Sequences follow the key that begins them")
    func sequences() {
        let own = Self.own(["mock.choose": ["Q"], "mock.status-500": ["F5"]])
        #expect(own.complaints.isEmpty)
        #expect(own.keymap.text(of: .mock(.fault(.reset))) == "Qfr")
        #expect(own.keymap.text(of: .mock(.status(500))) == "F5")
        var app = Self.app(["mock.choose": ["Q"]])
        app.type("Q")
        #expect(app.screen.contains("this response"))
        app.type("<esc>:choose a mock<enter>")
        #expect(app.row(22).hasPrefix(" Q ") || app.row(23).hasPrefix(" Q "))
    }

    @Test("Two may change places; what would mean two things is left out and said")
    func conflicts() {
        #expect(Self.own(["task.resend": ["e"], "task.edit-copy": ["r"]]).complaints.isEmpty)
        let one = Self.own(["task.resend": ["e"]])
        #expect(one.keymap == .standard && one.complaints.count == 1)
        #expect(one.complaints.first?.contains("(task.edit-copy) already") == true)
        #expect(Self.own(["task.resend": ["ma"]]).complaints.isEmpty)
        #expect(Self.own(["task.resend": ["rx"], "pane.zoom": ["r"]]).complaints.count == 1)
        #expect(Self.own(["task.resend": ["Esc"]]).complaints.count == 1)
        #expect(Self.own(["task.resend": ["Ctrl-C"]]).complaints.count == 1)
    }

    @Test("What is no action and no key is named, with what would be right")
    func unknown() {
        let action = Self.own(["task.resnd": ["x"]]).complaints
        #expect(action == ["config.json:1:1: there is no action “task.resnd”; did you mean “task.resend”?"])
        let key = Self.own(["task.resend": ["Hyper-x"]]).complaints
        #expect(key.first?.contains("“Hyper-x” is not a key; write it as ? does") == true)
    }

    @Test("Keys are read as the help writes them")
    func reading() {
        for binding in Keymap.standard.bindings where !binding.keys.isEmpty {
            if binding.keys.contains(.backTab) || !binding.keyText.contains("-") || binding.keys.count == 1 {
                #expect([Key](named: binding.keyText) == binding.keys, "\(binding.keyText)")
            }
        }
        #expect([Key](named: "Ctrl-X s") == [.control("x"), "s"])
        #expect([Key](named: "alt-x") == [.alt("x")])
        #expect([Key](named: "") == nil && [Key](named: "spacebar") == nil)
    }
}
