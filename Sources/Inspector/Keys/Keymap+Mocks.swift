import Canvas

extension Keymap {
    /// The sequences behind `m`, which put a mock in front of the selected task's route.
    static let madeMocks: [Binding] =
        [
            Binding(
                keys: ["m"], places: Place.home.subtracting([.saved]), intent: .mock(.choose), group: .mocks,
                help: "choose a mock for this route", footer: "mock", requirement: .task,
                footerPlaces: Place.home.subtracting([.saved])),
            make("m", .response, "mock this route with this response, or toggle the mock that answered it")
                .requiring(.response),
            make("5", .status(500), "answer 500"),
            make("4", .status(404), "answer 404"),
            make("9", .status(429), "answer 429 with Retry-After: 1"),
            make("0", .empty, "answer an empty 200"),
        ]
        + faults.map { make("f\($0.key)", .fault($0.fault), $0.help) }
        + delays.enumerated().map { index, delay in
            make("d\(index + 1)", .delay(milliseconds: delay), "the real answer, \(Double(delay) / 1000) s later")
        }
        + (1...9).map { times in
            make("x\(times)", .times(times), "this response for the next \(times == 1 ? "hit" : "\(times) hits"), then real")
                .requiring(.response)
        }

    /// The words for the second keys that begin a further choice.
    static let choices: [Character: String] = ["f": "failure…", "d": "delay…", "x": "next N hits…", "m": "mock…"]

    private static let faults: [(key: String, fault: MockFault, help: String)] = [
        ("r", .reset, "connection reset"),
        ("e", .emptyReply, "empty reply"),
        ("t", .truncated, "truncated body"),
        ("g", .garbage, "garbage instead of HTTP"),
        ("d", .dns, "DNS failure"),
        ("c", .refused, "connection refused"),
        ("s", .tls, "TLS failure"),
        ("n", .never, "never answers"),
    ]

    private static let delays = [100, 300, 1_000, 3_000, 10_000]

    private static func make(_ keys: String, _ verb: MockVerb, _ help: String) -> Binding {
        Binding(
            keys: ("m" + keys).map { .character($0) }, places: Place.home.subtracting([.saved]),
            intent: .mock(verb), group: .mocks, help: help, requirement: .task)
    }
}
