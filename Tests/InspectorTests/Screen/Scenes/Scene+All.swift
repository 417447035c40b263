import ClientEngine

@testable import InspectorScreen
@testable import InspectorValues

extension Scene {
    static let all: [Scene] =
        home + states + programs + held + pages + searches + overlays + comparisons + statistics + mockScenes
        + notices + savedScenes + pastScenes

    private static let home = [
        Scene("home", "k"),
        Scene("empty", "") {
            $0.story = Story()
            $0.mocks = []
        },
        Scene("empty-folder", "") {
            ($0.story, $0.files, $0.mocks) = (Story(), [], [])
        },
        Scene("states", "g") { $0.story = .everyState },
        Scene("zoomed", "g<enter>z"),
    ]

    private static let programs = [
        Scene("program-silent", "") { ($0.story, $0.program) = (Story(), ["python3", "fetch.py"]) },
        Scene("program", "") {
            $0.program = ["python3", "fetch.py", "--all"]
            $0.messages = [.program(.wrote(.lines(1...3))), .program(.wrote(.text(traceback)))]
        },
        Scene("program-ended", "P") {
            $0.program = ["python3", "fetch.py"]
            $0.messages = [.program(.wrote(.text(traceback))), .program(.ended(status: 1)), .key("P")]
        },
        Scene("program-zoomed", "<tab><tab>z") {
            $0.program = ["make", "test"]
            $0.messages = [.program(.wrote(.lines(1...9_000))), .program(.ended(status: 137))]
        },
        Scene("program-leaving", "q") { $0.program = ["python3", "fetch.py"] },
    ]

    private static let traceback =
        "\u{1B}[1mTraceback\u{1B}[0m (most recent call last):\r\n\u{1B}[31mHTTPError: 503\u{1B}[0m for /orders\r\n50 %\r100 % done"

    /// Scenes of every state with the detail pane, and with further pages that are relevant to the state.
    private static let states = Story.states.flatMap { name, story in
        let pages = [("", "")] + (pagesOfStates[name] ?? []).map { ("-" + $0.page, $0.key) }
        return pages.map { page, key in
            Scene("state-\(name)\(page)", "<enter>" + key) { $0.story = story }
        }
    }

    private static let pagesOfStates: [String: [(page: String, key: String)]] = [
        "queued": [("connection", "6")],
        "receiving": [("body", "2")],
        "waiting": [("body", "2"), ("headers", "3")],
        "failed": [("body", "2"), ("sent", "4")],
        "unreachable": [("connection", "6")],
        "mocked": [("mock", "5"), ("connection", "6")],
        "redirected": [("headers", "3"), ("sent", "4")],
        "rejected": [("body", "2")],
        "sent-again": [("sent", "4")],
    ]

    private static let pages = [
        Scene("page-timing", "gj<enter>"),
        Scene("page-body-json", "g<enter>2"),
        Scene("page-body-hex", "g<enter>2xx"),
        Scene("page-body-folded", "g<enter>2-"),
        Scene("page-body-save", "g<enter>2s"),
        Scene("page-body-truncated", "<enter>2") { $0.story = .truncated },
        Scene("page-body-cancelled", "<enter>2") { $0.story = .interrupted },
        Scene("page-body-query", "g<enter>2|$.ok") {
            $0.messages = [.body(.queried(.found(Array("true".utf8)), 4))]
        },
        Scene("page-body-query-problem", "g<enter>2|$.ok[") {
            $0.messages = [.body(.queried(.problem("expected a selector", column: 6), 5))]
        },
        Scene("list-sorted", "Ot"),
        Scene("list-grouped", "Oh"),
        Scene("sort-choices", "O"),
        Scene("page-headers", "g<enter>3"),
        Scene("page-sent", "gj<enter>4"),
        Scene("page-mock", "gjj<enter>5"),
        Scene("page-mock-none", "g<enter>5"),
        Scene("page-connection", "g<enter>6"),
        Scene("page-connection-shared", "gj<enter>6"),
        Scene("page-tests", "<enter>7") { $0.story = .findings },
        Scene("page-tests-passed", "g<enter>7") { $0.story = .findings },
        Scene("page-tests-none", "g<enter>7"),
    ]

    private static let searches = [
        Scene("find", "g<enter>2/o"),
        Scene("find-next", "gj<enter>2/t<enter>n"),
        Scene("find-hex", "g<enter>2xx/ok<enter>"),
        Scene("find-nothing", "g<enter>2/zebra"),
        Scene("find-invalid", "g<enter>2//(/"),
    ]

    private static let overlays = [
        Scene("help", "?"),
        Scene("help-end", "?G"),
        Scene("help-search", "?/mock a"),
        Scene("help-nothing", "?/zzz"),
        Scene("palette", ":"),
        Scene("palette-quit", ":quit"),
        Scene("palette-search", ":retry"),
        Scene("finder", "ouser"),
        Scene("finder-none", "ozebra"),
        Scene("saved", "oone<enter>"),
        Scene("environments", "v"),
        Scene("quit", "q"),
        Scene("filter", "/is:failed"),
        Scene("filter-kept", "/status:2xx<enter>"),
        Scene("filter-off", "/status:2xx<enter>\\"),
        Scene("filter-invalid", "/status:foo"), Scene("filter-words", "/<tab><down>"),
        Scene("views", "/orders<enter>'s2'"),
        Scene("filter-nothing", "/status:418<enter>"),
        Scene("copy-choices", "gy"),
        Scene("copied", "gyc"),
        Scene("refusal", "gR"),
    ]

    private static let comparisons = [
        Scene("comparison", "gjd") { $0.story = .compared },
        Scene("comparison-text", "gjjjd") { $0.story = .compared },
        Scene("comparison-unfolded", "gjd+") { $0.story = .compared },
        Scene("comparison-attempts", "gjjd") {
            $0.story = Story.states.first { $0.name == "retried" }?.story ?? Story()
        },
    ]

    private static let statistics = [
        Scene("statistics", "T") { $0.story = .routes },
        Scene("statistics-minute", "TwOp") { $0.story = .routes },
        Scene("statistics-sort", "TO") { $0.story = .routes },
        Scene("archive", "S"),
        Scene("statistics-none", "T") { $0.story = Story() },
    ]

    private static let mockScenes = [
        Scene("mock-choices", "gm"),
        Scene("mock-failures", "gmf"),
        Scene("mock-delays", "gmd"),
        Scene("mock-times", "gmx"),
        Scene("mock-draft", "gm5"),
        Scene("mock-draft-shadowed", "gjjm5---") { $0.mocks = MocksState.Row.samples },
        Scene("mocks", "M") { $0.mocks = MocksState.Row.samples },
        Scene("mocks-empty", "M") { $0.mocks = [] },
        Scene("mocks-deleted", "MjD") { $0.mocks = MocksState.Row.samples },
        Scene("mocks-off", "M") {
            $0.mocks = MocksState.Row.samples
            $0.messages = [.mock(.list(MocksState.Row.samples, isOn: false))]
        },
        Scene("mocks-scenarios", "MG") {
            $0.mocks = MocksState.Row.samples + MocksState.Row.scenario
            $0.scenarios = MockStore.ScenarioStatus.samples
        },
        Scene("mock-refused", "MjE") {
            $0.mocks = MocksState.Row.samples
            var edit = MockEdit(.stored(MocksState.Row.samples[1].mock))
            edit.problem = .init(
                line: 12, message: "The stub “orders-ok” is refused: “equalToXml” is not supported.")
            $0.messages = [.mock(.refused(edit))]
        },
        Scene("page-mock-closest", "<enter>5") {
            ($0.story, $0.mocks) = (.unmatched, MocksState.Row.samples)
            $0.messages = [.mock(.nearMisses(.unmatched, of: 7))]
        },
        Scene("page-mock-compared", "gjj<enter>5:compare<enter>z") {
            $0.mocks = MocksState.Row.samples
            $0.messages = [.mock(.nearMisses(.unmatched, of: 203))]
        },
        Scene("marked", "g*jj*") { $0.mocks = MocksState.Row.samples },
        Scene("sequence", "g*j*j*ms") { $0.story = .repeated },
        Scene("recording", "mr"),
        Scene("mocks-palette", "M:") { $0.mocks = MocksState.Row.samples },
    ]

    private static let notices = [
        Scene("notice-error", "") {
            $0.messages = [
                .notice(
                    .error(
                        "Mocks are kept in memory only: /srv/shared/api/mocks: permission denied.",
                        hint: "They last until the program ends. --mocks DIR names another folder."))
            ]
        },
        Scene("notice-several", "") {
            $0.messages = [
                .notice(
                    .information(
                        "Kept until you quit: WireMock files cannot express a delayed real response.")),
                .notice(.error("“cut” was not deleted: it is gone.")),
            ]
        },
        Scene("notice-problem", "oproblem<esc>") {
            $0.messages = [
                .saved(.workspace([], EnvironmentChoice())),
                .saved(.workspace(SavedFile.sample, EnvironmentChoice())),
            ]
        },
    ]
}
