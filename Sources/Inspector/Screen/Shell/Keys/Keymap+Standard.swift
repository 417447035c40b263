import InspectorCanvas

extension Keymap {
    /// The keys of the program.
    static let standard = Keymap(
        bindings: moving + panes + sending + drafts + liveTasks + holds + mocks + madeMocks + finding + views
            + sorting + bodies + copying + program + Overlays.kinds.flatMap { $0.bindings })

    /// The places where a task is selected and in sight.
    static let tasksAndDetail = Place.home.subtracting([.saved, .output])

    /// The fields in which up and down do not move the text cursor.
    private static let oneLineFields = Place.fields.subtracting([.draftBody])

    private static let moving: [Binding] = [
        Binding("j", in: Place.lists, .move(.down), .moving, "move down"),
        Binding("k", in: Place.lists, .move(.up), .moving, "move up"),
        Binding(.down, in: Place.lists.union(oneLineFields), .move(.down), .moving, "move down"),
        Binding(.up, in: Place.lists.union(oneLineFields), .move(.up), .moving, "move up"),
        Binding("g", in: Place.lists, .move(.first), .moving, "go to the first line"),
        Binding(
            "G", in: Place.lists, .move(.last), .moving,
            "go to the last line; in the list, follow the newest task"),
        Binding(.home, in: Place.lists, .move(.first), .moving, "go to the first line"),
        Binding(.end, in: Place.lists, .move(.last), .moving, "go to the last line"),
        Binding(
            .pageDown, in: Place.lists.union(oneLineFields), .move(.pageDown), .moving,
            "move a screenful down"
        ),
        Binding(
            .pageUp, in: Place.lists.union(oneLineFields), .move(.pageUp), .moving, "move a screenful up"),
        Binding(.control("f"), in: Place.lists, .move(.pageDown), .moving, "move a screenful down"),
        Binding(.control("d"), in: Place.lists, .move(.pageDown), .moving, "move a screenful down"),
        Binding(.control("b"), in: Place.lists, .move(.pageUp), .moving, "move a screenful up"),
        Binding(.control("u"), in: Place.lists, .move(.pageUp), .moving, "move a screenful up"),
        Binding(.left, in: [.detail, .body], .move(.left), .moving, "scroll left"),
        Binding("h", in: [.detail, .body], .move(.left), .moving, "scroll left"),
        Binding(.right, in: [.detail, .body], .move(.right), .moving, "scroll right"),
        Binding("l", in: [.detail, .body], .move(.right), .moving, "scroll right"),
    ]

    private static let panes: [Binding] =
        [
            Binding(.enter, in: [.saved], .pane(.accept), .panes, "send the request; fold or unfold a folder")
                .inFooter("send"),
            Binding(.enter, in: [.tasks], .pane(.accept), .panes, "open the detail pane").inFooter(
                "open", if: .task),
            Binding(.tab, in: Place.home, .pane(.next), .panes, "go to the next pane").inFooter("pane"),
            Binding(.backTab, in: Place.home, .pane(.previous), .panes, "go to the previous pane"),
            Binding(
                .escape, in: Place.everywhere.subtracting([.draftSecrets]), .pane(.back), .panes,
                "back, close, leave the field"
            )
            .inFooter(
                "back",
                only: Place.everywhere.subtracting([.tasks, .confirm, .trust, .draftField, .draftSecrets])),
            Binding("z", in: Place.home, .pane(.zoom), .panes, "zoom the pane in focus").inFooter("zoom"),
            Binding(
                "P", in: Place.home, .pane(.output), .panes, "show or hide what the watched program prints"
            )
            .inFooter("output", if: .program, only: [.tasks, .output]),
            Binding("F", in: Place.home, .pane(.follow), .panes, "follow the newest task"),
            Binding("t", in: Place.home, .pane(.barsFromZero), .panes, "align bars at 0, or by the clock"),
            Binding(
                nil, in: [.detail], .pane(.secrets), .panes,
                "show the secrets of what was sent, or hide them again"),
            Binding("J", in: tasksAndDetail, .pane(.nextTask), .panes, "show the next task"),
            Binding("K", in: tasksAndDetail, .pane(.previousTask), .panes, "show the previous task"),
        ]
        + DetailPage.allCases.map { page in
            Binding(
                .digit(page.rawValue), in: Place.home, .pane(.page(page)), .panes,
                "detail page \(page.title)")
        }

    private static let program: [Binding] = [
        Binding("?", in: Place.lists, .app(.help), .program, "list all keys").inFooter("help"),
        Binding(":", in: Place.lists, .app(.palette), .program, "find an action by its name")
            .inFooter("more", only: [.mocks]),
        Binding(
            "q", in: Place.lists, .app(.quit), .program,
            "back; in the list quit, which asks while there are tasks"),
        Binding(
            "U", in: Place.home.union([.mocks, .draft]), .app(.undo), .program,
            "undo: bring back what was deleted here last"
        ).requiring(.deletion),
        Binding(
            "Y", in: Place.lists, .app(.mouse), .program,
            "leave the mouse to the terminal, which selects text with it, or take it back"),
        Binding(.control("c"), in: Place.everywhere, .app(.interrupt), .program, "leave the field, or quit"),
        Binding(.control("l"), in: Place.everywhere, .app(.redraw), .program, "draw the screen again"),
        Binding(.control("z"), in: Place.everywhere, .app(.suspend), .program, "suspend; fg comes back"),
    ]
}

extension Binding {
    /// An action with a key; without one only the palette does it.
    init(_ key: Key?, in places: Set<Place>, _ intent: Intent, _ group: Group, _ help: String) {
        self.init(keys: key.map { [$0] } ?? [], places: places, intent: intent, group: group, help: help)
    }

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
