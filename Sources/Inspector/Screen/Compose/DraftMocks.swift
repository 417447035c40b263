import ClientEngine

/// The mocks that can answer a draft instead of the network.
struct DraftMocks: Equatable, Sendable {
    /// The mock that answers this draft alone; nil leaves it to the mocks of the list.
    private(set) var chosen: Mock?
    /// The mocks of the list that match the draft, in the order they are asked.
    private(set) var matching: [Mock] = []
    /// The one of these that answers when nothing is chosen.
    private(set) var answering: Mock?

    /// The number of mocks of the list that are looked at.
    private static let sample = 200

    init(chosen: Mock? = nil) { self.chosen = chosen }

    /// The choices; a mock that was chosen stays one when it matches no longer.
    private var options: [Mock?] {
        let known = [nil] + Self.made.map { Optional($0.mock) } + matching.map { Optional($0) }
        return known.contains(chosen) ? known : known + [chosen]
    }

    /// The choices in a word or two each.
    var labels: [String] {
        options.map { option in
            guard let option else { return "none" }
            return Self.made.first { $0.mock == option }?.label ?? option.name
        }
    }

    /// The index of the choice.
    var index: Int { options.firstIndex(of: chosen) ?? 0 }

    mutating func choose(by step: Int) {
        chosen = options[(index + step + options.count) % options.count]
    }

    /// Takes over which mocks of the list match a request.
    mutating func update(_ rows: [MocksState.Row], isOn: Bool, matching request: Request) {
        let url = try? RequestURL(parsing: request.url)
        let found = rows.prefix(Self.sample).filter { row in
            guard let url, let matcher = try? MockMatcher(row.mock.match) else { return false }
            return matcher.matches(
                method: request.method, url: url, headers: request.headers, body: request.body)
        }
        answering = isOn ? found.first { $0.mock.isEnabled && !$0.isSpent }?.mock : nil
        matching = found.map { row in
            var mock = row.mock
            // What is chosen here answers, whatever is switched off elsewhere.
            mock.isEnabled = true
            mock.times = nil
            return mock
        }
    }

    /// The consequence of the choice; nil where the network answers.
    var consequence: String? {
        guard let chosen else {
            return answering.map { "“\($0.name)” answers it, as M lists; \(Self.sent(by: $0))" }
        }
        let answers = chosen.answers.map(\.text).joined(separator: ", then ")
        return "\(answers) at every attempt; \(Self.sent(by: chosen))"
    }

    private static func sent(by mock: Mock) -> String {
        let isReal = mock.answers.map { $0.kind == .passThrough }
        return switch (isReal.contains(true), isReal.contains(false)) {
        case (false, _): "nothing is sent"
        case (true, false): "then it is sent"
        case (true, true): "it is sent where the network answers"
        }
    }

    /// The answers that need no mock of the list.
    private static let made: [(label: String, mock: Mock)] =
        [200, 404, 500, 503].map { ("\($0)", mock(.status($0))) }
        + [
            ("DNS", .dns), ("refused", .refused), ("timeout", .connectTimeout), ("TLS", .tls),
            ("never", .never), ("reset", .reset),
        ].map { (label: String, fault: Mock.Fault) in (label, mock(.fault(fault))) }

    private static func mock(_ answer: Mock.Answer) -> Mock {
        Mock(id: "request", name: answer.text, match: Mock.Match(address: .any), answers: [answer])
    }
}
