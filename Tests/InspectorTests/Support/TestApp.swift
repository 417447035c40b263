import ClientEngine

@testable import InspectorCanvas
@testable import InspectorScreen
@testable import InspectorValues

/// The screen without a terminal: keys and events go in, frames and effects come out.
struct TestApp {
    private(set) var state: State
    /// All effects that the screen has requested and that were not taken.
    private(set) var effects: [Effect] = []
    /// The saved requests whose preview was requested.
    private(set) var previews: [SavedEntry.Reference] = []

    init(
        width: Int = 80, height: Int = 24, ascii: Bool = false, keptBodies: Int = KeptBodies.usualLimit,
        hasHistory: Bool = false
    ) {
        state = State(size: Size(width: width, height: height))
        state.settings.keptBodies = keptBodies
        state.settings.workspace = "acme-api"
        state.settings.hasHistory = hasHistory
        if ascii { state.settings.glyphs = .ascii }
    }

    /// Watches a program, which runs from now on.
    mutating func watch(_ command: [String]) {
        let variables = ["API=http://127.0.0.1:41839 → https://api.example.com"]
        state.program = ProgramState(command: command, variables: variables)
        send(.program(.started(process: 4711)))
    }

    mutating func send(_ message: Message) {
        for effect in update(&state, message) {
            if case .saved(.preview(let reference)) = effect {
                previews.append(reference)
            } else {
                effects.append(effect)
            }
        }
    }

    /// Presses keys: `"jj<enter>"`, `"/users<esc>"`, `"<c-c>"`.
    mutating func type(_ script: String) {
        for key in Self.keys(in: script) { send(.key(key)) }
    }

    mutating func play(_ story: Story) {
        send(.engine(story.events))
        send(.tick(story.now))
    }

    /// Applies custom key bindings.
    mutating func adopt(_ keys: [Preferences.KeyWish]) {
        var preferences = Preferences()
        preferences.keys = keys
        let isASCII = state.settings.glyphs == .ascii
        _ = state.adopt(preferences, isASCII: isASCII, keptBodies: nil, usesMouse: true)
    }

    /// Clicks on the first occurrence of a text.
    mutating func click(_ text: String, offset: Int = 0) {
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        guard let row = lines.firstIndex(where: { $0.contains(text) }),
            let range = lines[row].range(of: text)
        else { return }
        let column = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound) + offset
        send(.key(.mouse(.init(action: .press(1), position: Point(x: column, y: row)))))
    }

    /// Opens files.
    ///
    /// Dismisses notices about their errors, unless the test is about them.
    mutating func open(
        _ files: [SavedFile], environments: EnvironmentChoice = EnvironmentChoice(), dismissing: Bool = true
    ) {
        send(.saved(.workspace(files, environments)))
        if dismissing, !state.notices.isEmpty { type("<esc>") }
    }

    /// Removes and returns the effects since the last call.
    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    var frame: Frame { draw(state) }

    /// The frame's text, one line per row.
    var screen: String {
        let frame = frame
        return (0..<frame.size.height).map { frame.text(row: $0) }.joined(separator: "\n")
    }

    func row(_ index: Int) -> String { frame.text(row: index) }

    /// Returns the first row that contains a text.
    func row(with text: String) -> String? {
        screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).first {
            $0.contains(text)
        }
    }

    private static let names: [String: Key] = [
        "enter": .enter, "esc": .escape, "tab": .tab, "s-tab": .backTab, "up": .up, "down": .down,
        "left": .left,
        "right": .right, "space": .character(" "), "bs": .backspace, "pgdn": .pageDown, "pgup": .pageUp,
        "home": .home, "end": .end, "c-c": .control("c"), "c-l": .control("l"), "c-z": .control("z"),
    ]

    static func keys(in script: String) -> [Key] {
        var keys: [Key] = []
        var rest = Substring(script)
        while let first = rest.first {
            if first == "<", let end = rest.firstIndex(of: ">"),
                let key = names[String(rest[..<end].dropFirst())]
            {
                keys.append(key)
                rest = rest[rest.index(after: end)...]
            } else {
                keys.append(.character(first))
                rest = rest.dropFirst()
            }
        }
        return keys
    }
}
