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
    var preview = RequestPreview()
    var mocks = MocksState()
    var environments = EnvironmentChoice()
    var compose = ComposeState()
    var views = SavedViews()
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
    /// The tasks that were deleted and can come back, the last one last.
    var deletedTasks: [KeptTask] = []
    /// The number of jobs so far that went on in the background.
    var jobCount = 0
    /// The text that was cut in a field last.
    var clipboard = ""
    /// The notices that stay until they are dismissed, the oldest first.
    var notices: [Notice] = []
    /// Those of them that are about the configuration file.
    var configurationNotices: [Notice] = []
    /// The part of this session that is not kept in the history, as it was told last.
    var historyTrouble: HistoryTrouble?
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

    var selectedTask: TaskRecord? {
        list.selectedTask.flatMap { tasks[$0] }
    }

    /// The attempt that the detail pane is about: the selected one, else the last.
    var shownAttempt: AttemptRecord? {
        guard let task = selectedTask else { return nil }
        guard let number = list.selectedAttempt else { return task.lastAttempt }
        return task.attempts.first { $0.number == number }
    }

    /// The exchange that the detail pane is about: the one with an answer, where there is one.
    var shownExchange: ExchangeRecord? {
        guard let attempt = shownAttempt else { return nil }
        if let answered = attempt.exchanges.last(where: { $0.head != nil }) { return answered }
        if list.selectedAttempt == nil, detail.page == .body || detail.page == .headers {
            return selectedTask?.lastAnswered ?? attempt.exchanges.last
        }
        return attempt.exchanges.last
    }

    /// Indicates whether the tree has the keys, and its selected request is not the one that the selected task has sent.
    var isPreviewing: Bool {
        guard focus == .saved, let request = saved.selectedRequest else { return false }
        guard list.selectedTask?.isStored == false, let task = selectedTask else { return true }
        let provenance = task.origin.provenance
        return provenance.file != request.reference.file || provenance.line != request.reference.line
    }

    /// Indicates whether something on the screen moves by itself.
    package var isLive: Bool { !tasks.live.isEmpty }

    /// Indicates whether a body is being searched, which goes on with every message.
    package var isSearching: Bool { detail.body != nil && detail.search.isSearching }
}

/// The settings that the screen gets when it opens.
package struct ScreenSettings: Equatable, Sendable {
    /// The name of the opened folder or file.
    var workspace: String
    /// The distance of the local time from UTC, in seconds.
    var secondsFromGMT: Int
    var glyphs: Glyphs
    /// The characters that may be sent to the terminal.
    var charset: Charset
    /// The timeouts of requests that have none of their own.
    var timeouts: Timeouts
    var isInsecure: Bool
    /// The number of bytes of bodies that the session keeps.
    var keptBodies: Int
    /// The local day on which the screen was opened.
    var day: String
    /// Indicates whether there is a history to ask.
    var hasHistory: Bool
    /// Indicates whether lines are printed: bars say nothing there.
    var isLinear = false
    /// The table of keys.
    var keymap = Keymap.standard
    /// Indicates whether clicks are for the screen, and not for the terminal's own selection.
    var usesMouse = true
    /// The way the terminal shows images.
    var images = ImageSettings()

    package init(
        workspace: String = "", secondsFromGMT: Int = 0, glyphs: Glyphs = .unicode, charset: Charset = .utf8,
        timeouts: Timeouts = .standard, isInsecure: Bool = false, keptBodies: Int = KeptBodies.usualLimit,
        day: String = "", hasHistory: Bool = false
    ) {
        self.workspace = workspace
        self.secondsFromGMT = secondsFromGMT
        self.glyphs = glyphs
        self.charset = charset
        self.timeouts = timeouts
        self.isInsecure = isInsecure
        self.keptBodies = keptBodies
        self.day = day
        self.hasHistory = hasHistory
    }
}
