import InspectorCanvas

extension Keymap {
    static let mocks: [Binding] = [
        Binding("M", in: Place.home, .mock(.open), .mocks, "list the mocks"),
        Binding("!", in: Place.home.union([.mocks]), .mock(.allOnOff), .mocks, "all mocks off, or back on")
            .inFooter("all off/on", if: .anyMock, only: [.mocks]),
        Binding(
            nil, in: tasksAndDetail, .mock(.compare), .mocks,
            "compare the task with the mocks that come close, or stop comparing"
        ).requiring(.otherMock),
    ]

    /// The sequences behind `m`, which put a mock in front of the selected task's route.
    static let madeMocks = answers + others

    /// The bindings for what the route answers instead.
    private static let answers: [Binding] =
        [
            Binding(
                keys: ["m"], places: Place.home, intent: .mock(.choose), group: .mocks,
                help: "choose a mock for this route", footer: "mock", requirement: .route,
                footerPlaces: tasksAndDetail),
            make(
                "m", .response, "this response",
                "mock this route with this response, or toggle the mock that answered it",
                in: tasksAndDetail
            ).requiring(.responseOrMock),
            make("5", .status(500), "500", "answer 500"),
            make("4", .status(404), "404", "answer 404"),
            make("9", .status(429), "429", "answer 429 with Retry-After: 1"),
            make("0", .empty, "empty 200", "answer an empty 200"),
        ]
        + faults.map { make("f\($0.key)", .fault($0.fault), $0.brief, $0.help) }
        + delays.enumerated().map { index, delay in
            let seconds = Duration.milliseconds(delay).sentence
            return make(
                "d\(index + 1)", .delay(milliseconds: delay), "+\(seconds)",
                "the real answer, \(seconds) later")
        }
        + (1...9).map { times in
            let hits = times.of("hit")
            return make(
                "x\(times)", .times(times), hits, "this response for the next \(hits), then the real one",
                in: tasksAndDetail
            )
            .requiring(.response)
        }

    /// The bindings for several tasks, and for the outside.
    private static let others: [Binding] = [
        make(
            "s", .sequence, "sequence of marked", "the marked tasks become one sequence of answers",
            in: tasksAndDetail
        ).requiring(.marked),
        make("r", .record, "record", "begin or end recording what the filter shows into mocks")
            .requiring(.nothing),
        make(
            "e", .editOfTask, "edit", "edit the mock in $EDITOR, or one made of this response",
            in: tasksAndDetail
        )
        .requiring(.responseOrMock),
    ]

    /// The words for the second keys that begin a further choice.
    static let choices: [Character: String] = [
        "f": "failure", "d": "delay", "x": "only the next N", "s": "save",
    ]

    private static let faults: [(key: String, fault: MockFault, brief: String, help: String)] = [
        ("r", .reset, "reset", "fail: connection reset"),
        ("e", .emptyReply, "empty reply", "fail: empty reply"),
        ("t", .truncated, "truncated", "fail: truncated body"),
        ("g", .garbage, "garbage", "fail: garbage instead of HTTP"),
        ("d", .dns, "DNS failure", "fail: the name does not resolve"),
        ("c", .refused, "refused", "fail: connection refused"),
        ("s", .tls, "TLS failure", "fail: the TLS handshake fails"),
        ("n", .never, "never answers", "never answer"),
    ]

    private static let delays = [100, 300, 1_000, 3_000, 10_000]

    private static func make(
        _ keys: String, _ verb: MockVerb, _ brief: String, _ help: String, in places: Set<Place> = Place.home
    ) -> Binding {
        Binding(
            keys: ("m" + keys).map { .character($0) }, places: places,
            intent: .mock(verb), group: .mocks, help: help, footer: brief, requirement: .route)
    }
}
