import InspectorCanvas

extension Keymap {
    /// The keys of the program.
    static let standard = Keymap(
        bindings: moving + panes + sending + drafts + liveTasks + mocks + madeMocks + finding + views
            + sorting + comparing + statistics
            + bodies + copying + program)

    static func bind(
        _ key: Key, in places: Set<Place>, _ intent: Intent, _ group: Binding.Group, _ help: String
    ) -> Binding {
        Binding(keys: [key], places: places, intent: intent, group: group, help: help)
    }

    /// An action without a key, which only the palette does.
    private static func unbound(
        in places: Set<Place>, _ intent: Intent, _ group: Binding.Group, _ help: String
    ) -> Binding {
        Binding(keys: [], places: places, intent: intent, group: group, help: help)
    }

    /// The places where a task is selected and in sight.
    static let tasksAndDetail = Place.home.subtracting([.saved, .output])

    /// The fields in which up and down do not move the text cursor.
    private static let oneLineFields = Place.fields.subtracting([.draftBody])

    private static let moving: [Binding] = [
        bind("j", in: Place.lists, .move(.down), .moving, "move down"),
        bind("k", in: Place.lists, .move(.up), .moving, "move up"),
        bind(.down, in: Place.lists.union(oneLineFields), .move(.down), .moving, "move down"),
        bind(.up, in: Place.lists.union(oneLineFields), .move(.up), .moving, "move up"),
        bind("g", in: Place.lists, .move(.first), .moving, "go to the first line"),
        bind(
            "G", in: Place.lists, .move(.last), .moving,
            "go to the last line; in the list, follow the newest task"),
        bind(.home, in: Place.lists, .move(.first), .moving, "go to the first line"),
        bind(.end, in: Place.lists, .move(.last), .moving, "go to the last line"),
        bind(
            .pageDown, in: Place.lists.union(oneLineFields), .move(.pageDown), .moving,
            "move a screenful down"
        ),
        bind(.pageUp, in: Place.lists.union(oneLineFields), .move(.pageUp), .moving, "move a screenful up"),
        bind(.left, in: [.detail, .body, .comparison], .move(.left), .moving, "scroll left"),
        bind(.right, in: [.detail, .body, .comparison], .move(.right), .moving, "scroll right"),
    ]

    private static let panes: [Binding] =
        [
            bind(.enter, in: [.saved], .pane(.accept), .panes, "send the request; fold or unfold a folder")
                .inFooter("send"),
            bind(.enter, in: [.tasks], .pane(.accept), .panes, "open the detail pane").inFooter(
                "open", if: .task),
            bind(.enter, in: [.finder], .pane(.accept), .questions, "go to the request; Enter again sends it")
                .inFooter("go to it"),
            bind(.enter, in: [.palette], .pane(.accept), .questions, "do it").inFooter("do it"),
            bind(
                .enter, in: [.filter, .search, .query, .helpSearch], .pane(.accept), .questions,
                "leave the field"
            )
            .inFooter(
                "keep"),
            bind(.enter, in: [.environments], .pane(.accept), .questions, "use the environment").inFooter(
                "use"),
            bind(.enter, in: [.mockDraft], .pane(.accept), .questions, "store the mock").inFooter("store"),
            bind(.enter, in: [.confirm], .pane(.accept), .questions, "yes").inFooter("yes"),
            bind(.enter, in: [.savePath], .pane(.accept), .questions, "write the file").inFooter("save"),
            bind(.enter, in: [.prompt], .pane(.accept), .questions, "take the value").inFooter("send"),
            bind("y", in: [.confirm], .pane(.accept), .questions, "yes"),
            bind("y", in: [.trust], .app(.allow), .questions, "allow it to the folder, and remember that")
                .inFooter("yes, always"),
            bind("o", in: [.trust], .app(.allowOnce), .questions, "allow it for this time").inFooter("once"),
            bind("n", in: [.confirm, .trust], .pane(.back), .questions, "no").inFooter("no"),
            bind(.tab, in: Place.home, .pane(.next), .panes, "go to the next pane").inFooter("pane"),
            bind(.backTab, in: Place.home, .pane(.previous), .panes, "go to the previous pane"),
            bind(
                .escape, in: Place.everywhere.subtracting([.draftSecrets]), .pane(.back), .panes,
                "back, close, leave the field"
            )
            .inFooter(
                "back",
                only: Place.everywhere.subtracting([.tasks, .confirm, .trust, .draftField, .draftSecrets])),
            bind("z", in: Place.home, .pane(.zoom), .panes, "zoom the pane in focus").inFooter("zoom"),
            bind("P", in: Place.home, .pane(.output), .panes, "show or hide what the watched program prints")
                .inFooter("output", if: .program, only: [.tasks, .output]),
            bind("F", in: Place.home, .pane(.follow), .panes, "follow the newest task"),
            bind("t", in: Place.home, .pane(.barsFromZero), .panes, "bars from 0 each, or by time of day"),
            unbound(
                in: [.detail], .pane(.secrets), .panes,
                "show the secrets of what was sent, or hide them again"),
            bind("J", in: tasksAndDetail, .pane(.nextTask), .panes, "show the next task"),
            bind("K", in: tasksAndDetail, .pane(.previousTask), .panes, "show the previous task"),
        ]
        + DetailPage.allCases.map { page in
            bind(
                .digit(page.rawValue), in: Place.home, .pane(.page(page)), .panes,
                "detail page \(page.title)")
        }

    private static let sending: [Binding] = [
        bind("r", in: tasksAndDetail, .task(.resend), .sending, "send again exactly what was sent")
            .inFooter("resend", if: .repeatableTask),
        bind(
            "e", in: Place.home.subtracting([.output]), .task(.editCopy), .sending, "edit a copy and send it"
        )
        .inFooter("edit", if: .editable),
        unbound(
            in: tasksAndDetail, .task(.save), .sending, "save the task as a request in a .http file"
        ).requiring(.repeatableTask),
        bind(
            "S", in: Place.home, .task(.archive), .sending,
            "write the marked tasks, or those that the filter shows, as an HTTP archive"
        ).requiring(.task),
        bind("E", in: [.saved], .task(.openEditor), .sending, "open the file in $EDITOR")
            .inFooter("open file"),
        bind("E", in: [.body], .task(.openEditor), .sending, "look at the body in $EDITOR")
            .inFooter("editor", if: .response),
        bind(
            "n", in: Place.home.subtracting([.body]), .task(.compose), .sending,
            "compose a new request"
        )
        .inFooter("new", only: [.tasks, .saved]),
    ]

    private static let liveTasks: [Binding] = [
        bind("c", in: [.output], .app(.endProgram), .attempts, "end the watched program (SIGTERM)")
            .inFooter("end it", if: .runningProgram),
        bind("c", in: Place.home.subtracting([.output]), .task(.cancel), .attempts, "cancel this task")
            .inFooter(
                "cancel", if: .liveTask),
        bind("C", in: Place.home, .task(.cancelAll), .attempts, "cancel all live tasks").requiring(.anyLive),
        bind("R", in: Place.home, .task(.retryNow), .attempts, "stop waiting, retry now")
            .inFooter("retry now", if: .waitingTask),
        bind("X", in: Place.home, .task(.giveUp), .attempts, "give up retrying, keep the last response")
            .inFooter("give up", if: .waitingTask),
        bind("D", in: [.tasks], .task(.delete), .attempts, "delete from the list").requiring(.ownTask),
    ]

    private static let mocks: [Binding] = [
        bind("M", in: Place.home, .mock(.open), .mocks, "list the mocks"),
        bind("!", in: Place.home.union([.mocks]), .mock(.allOnOff), .mocks, "all mocks off, or back on")
            .inFooter("all off/on", if: .anyMock, only: [.mocks]),
        bind(
            " ", in: [.mocks], .mock(.toggle), .mocks, "switch the mock off or on; the scenario's next state"
        ).inFooter(
            "off/on", if: .anyMock),
        bind(
            "E", in: [.mocks], .mock(.edit), .mocks,
            "edit the mock in $EDITOR; it is checked before it counts"
        )
        .inFooter("edit", if: .selectedMock),
        bind("+", in: [.mocks], .mock(.raise), .mocks, "ask the mock earlier; the scenario's next state")
            .inFooter("earlier", if: .anyMock),
        bind("-", in: [.mocks], .mock(.lower), .mocks, "ask the mock later; the scenario's state before")
            .inFooter("later", if: .anyMock),
        bind("D", in: [.mocks], .mock(.delete), .mocks, "delete the mock and what its file says of it")
            .inFooter("delete", if: .selectedMock),
        unbound(in: [.mocks], .mock(.reset), .mocks, "set the hits of all mocks back to 0")
            .requiring(.anyMock),
        unbound(
            in: tasksAndDetail, .mock(.compare), .mocks,
            "compare the task with the mocks that come close, or stop comparing"
        ).requiring(.otherMock),
        bind("+", in: [.mockDraft], .mock(.tighten), .mocks, "match fewer requests").inFooter("tighten"),
        bind("-", in: [.mockDraft], .mock(.loosen), .mocks, "match more requests").inFooter("loosen"),
    ]

    private static let finding: [Binding] = [
        bind("o", in: Place.home, .find(.savedRequest), .finding, "find a saved request")
            .inFooter("find request", if: .anySaved, only: [.tasks, .saved]),
        bind("/", in: [.saved, .tasks, .detail, .mocks], .find(.filter), .finding, "filter the list")
            .inFooter("filter", only: [.tasks]),
        bind(
            .tab, in: [.filter], .find(.offer), .finding, "list the words of the filter, or the values of one"
        )
        .inFooter("words"),
        bind("/", in: [.help], .find(.filter), .finding, "search the help").inFooter("search"),
        bind("/", in: [.body], .find(.filter), .finding, "find in the body").inFooter("find"),
        bind("*", in: tasksAndDetail, .task(.mark), .finding, "mark the task, or take its mark away")
            .requiring(.task),
        bind("]", in: Place.home, .find(.nextFailure), .finding, "go to the next failure"),
        bind("[", in: Place.home, .find(.previousFailure), .finding, "go to the previous failure"),
        bind("p", in: Place.home, .find(.nextProblem), .finding, "go to the next problem in the saved files")
            .inFooter("next problem", if: .fileProblem, only: [.saved]),
        bind("\\", in: Place.home, .find(.filterOnOff), .finding, "filter off, or back on").requiring(
            .filterText),
        bind("n", in: [.body], .find(.next), .finding, "next match in the body").requiring(.searchText),
        bind("N", in: [.body], .find(.previous), .finding, "previous match in the body").requiring(
            .searchText),
    ]

    private static let program: [Binding] = [
        bind("v", in: Place.home, .app(.environments), .program, "choose the environment")
            .requiring(.anyEnvironment),
        bind("?", in: Place.lists, .app(.help), .program, "list all keys").inFooter("help"),
        bind(":", in: Place.lists, .app(.palette), .program, "find an action by its name")
            .inFooter("more", only: [.mocks]),
        bind(
            "q", in: Place.lists, .app(.quit), .program,
            "back; in the list quit, which asks while there are tasks"),
        bind(
            "U", in: Place.home.union([.mocks, .draft]), .app(.undo), .program,
            "undo: bring back what was deleted here last"
        ).requiring(.deletion),
        bind(
            "Y", in: Place.lists, .app(.mouse), .program,
            "leave the mouse to the terminal, which selects text with it, or take it back"),
        bind(.control("c"), in: Place.everywhere, .app(.interrupt), .program, "leave the field, or quit"),
        bind(.control("l"), in: Place.everywhere, .app(.redraw), .program, "draw the screen again"),
        bind(.control("z"), in: Place.everywhere, .app(.suspend), .program, "suspend; fg comes back"),
    ]
}

extension Binding {
    /// Puts the binding into the footer, under a requirement, in some of its places.
    func inFooter(_ label: String, if requirement: Requirement = .nothing, only places: Set<Place>? = nil)
        -> Binding
    {
        var copy = self
        copy.footer = label
        copy.footerPlaces = places ?? self.places
        copy.requirement = requirement
        return copy
    }

    func requiring(_ requirement: Requirement) -> Binding {
        var copy = self
        copy.requirement = requirement
        return copy
    }
}

extension Key: ExpressibleByStringLiteral {
    /// Writes a printable key as the character it types.
    public init(stringLiteral value: String) {
        self = .character(value.first ?? " ")
    }

    static func digit(_ number: Int) -> Key {
        .character(Character(String(number)))
    }
}
