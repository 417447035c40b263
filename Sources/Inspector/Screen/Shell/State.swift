import ClientEngine
import InspectorCanvas
import InspectorValues

/// Everything the screen shows: a value that ``update(_:_:)`` changes and drawing reads.
package struct State: Equatable, Sendable {
    /// The size of the terminal.
    var size: Size
    /// The point in time that durations of live tasks are counted to.
    var now: Instant
    var settings: ScreenSettings
    package var tasks = Tasks()
    var list = ListState()
    var detail = DetailState()
    var saved = SavedState()
    var mocks = MocksState()
    var environments = EnvironmentChoice()
    var compose = ComposeState()
    /// The earlier answers to prompts for variables, the newest first; secret ones are not kept.
    var earlierAnswers: [String: [String]] = [:]
    /// The program that is watched; nil where there is none.
    package var program: ProgramState?
    /// The messages of other programs that are held; nil where none come through here.
    package var holds: Holds?
    var focus = Pane.tasks
    var isZoomed = false
    var overlays = Overlays()
    /// The keys of a sequence typed so far, as the `m` of `m5`.
    var typed: [Key] = []
    /// The text that was cut in a field last.
    var clipboard = ""
    package var notices = Notices()
    /// Indicates whether what was pasted with the last key is being looked at.
    var isAwaitingOffer = false
    /// The reason why the last key did nothing; gone with the next key.
    var refusal: String?

    package init(
        size: Size, now: Instant = Instant(nanoseconds: 0), settings: ScreenSettings = ScreenSettings()
    ) {
        self.size = size
        self.now = now
        self.settings = settings
    }

    /// Indicates whether something on the screen moves by itself.
    package var isLive: Bool { !tasks.live.isEmpty }

    /// Indicates whether the search of a body is running; each message continues it.
    package var isSearching: Bool { detail.body != nil && detail.search.isSearching }
}

extension State {
    /// The part that has the keys: what lies over the home screen, else a draft, else the pane in focus.
    var place: Place {
        if let overlay = overlays.top { return overlay.place }
        if let draft = compose.shown { return draft.place }
        switch focus {
        case .saved: return .saved
        case .tasks: return .tasks
        case .detail: return detail.page == .body ? .body : .detail
        case .output: return .output
        }
    }
}

/// The panes of the home screen, in the order Tab visits them; the output is that of a watched program.
enum Pane: CaseIterable, Sendable {
    case saved, tasks, detail, output
}
