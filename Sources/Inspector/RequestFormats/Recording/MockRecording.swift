import ClientEngine
import EngineJSON

/// Makes mocks of what was recorded, as WireMock's recorder does.
///
/// Requests that are alike become one mock. Where their answers differ, they become a scenario that gives the answers in
/// the order in which they came, and the last one from then on.
public enum MockRecording {
    private struct Group {
        var match: Mock.Match
        var exchange: RecordedExchange
        var answers: [Mock.Answer]

        /// The number of conditions beyond method and path; the more, the earlier it has to be asked.
        var weight: Int { match.query.count + match.body.count }
    }

    /// Makes the mocks, those that say least first: of equal priority the newest is asked first.
    ///
    /// - Parameters:
    ///   - exchanges: what was recorded, the oldest first.
    ///   - scenarios: the names that scenarios have already.
    /// - Returns: mocks without an identifier.
    public static func mocks(of exchanges: [RecordedExchange], besides scenarios: Set<String> = []) -> [Mock]
    {
        var groups: [Group] = []
        var indices: [Mock.Match: Int] = [:]
        for exchange in exchanges {
            let match = Mock.Match(recording: exchange).leavingOpen(exchange.unsteadyValues)
            if let index = indices[match] {
                groups[index].answers.append(exchange.answer)
            } else {
                indices[match] = groups.count
                groups.append(Group(match: match, exchange: exchange, answers: [exchange.answer]))
            }
        }
        var taken = scenarios
        let sorted = groups.enumerated().sorted {
            ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset)
        }
        return sorted.flatMap { mocks(of: $0.element, &taken) }
    }

    /// Returns a mock that gives these answers in order, the last one from then on: several share a scenario.
    ///
    /// - Parameters:
    ///   - answers: at least one; repeats of the last one at the end say nothing more.
    ///   - match: the requests they are for.
    ///   - title: what these requests are called: `GET /orders`.
    ///   - scenarios: the names that scenarios have already.
    /// - Returns: a mock for each answer, without an identifier.
    public static func sequence(
        _ answers: [Mock.Answer], for match: Mock.Match, called title: String,
        besides scenarios: Set<String> = []
    ) -> [Mock] {
        var steps = answers
        while steps.count > 1, steps[steps.count - 2] == steps[steps.count - 1] { steps.removeLast() }
        let scenario = scenarioName(for: title, besides: scenarios)
        func state(_ index: Int) -> String { index == 0 ? Mock.Scenario.start : "\(scenario)-\(index + 1)" }
        return steps.indices.map { index in
            let name = "\(title) → \(steps[index].outcome)"
            let place = steps.count == 1 ? "" : " (\(index + 1) of \(steps.count))"
            var mock = Mock(id: "", name: name + place, match: match, answers: [steps[index]])
            if steps.count > 1 {
                let next = index + 1 < steps.count ? state(index + 1) : nil
                mock.scenario = Mock.Scenario(scenario, required: state(index), next: next)
            }
            return mock
        }
    }

    private static func mocks(of group: Group, _ taken: inout Set<String>) -> [Mock] {
        let url = group.exchange.url
        let title = "\(group.exchange.method) \(url.path)"
        let made = sequence(group.answers, for: group.match, called: title, besides: taken)
        if let scenario = made.first?.scenario { taken.insert(scenario.name) }
        let isUsual = url.port == (url.scheme == "https" ? 443 : 80)
        let origin = "\(url.scheme)://\(url.host)\(isUsual ? "" : ":\(url.port)")"
        return made.map { mock in
            var mock = mock
            mock.notes["metadata"] = ["inspector": ["recordedFrom": .string(origin)]]
            return mock
        }
    }

    /// `scenario-2-orders-42`: the first number that is free, and the words of the path.
    private static func scenarioName(for title: String, besides taken: Set<String>) -> String {
        let path = title.split(at: " ").last ?? ""
        let words = path.split(at: "/").joined(separator: "-").prefix(40)
        var number = 1
        while taken.contains(where: { $0.hasPrefix("scenario-\(number)-") }) { number += 1 }
        return "scenario-\(number)-\(words)"
    }
}

extension Mock.Answer {
    /// The answer in a word or two, for a name.
    public var outcome: String {
        switch kind {
        case .response(let reply): "\(reply.status)"
        case .fault(let fault, _): fault.word
        case .computed: "code"
        case .passThrough: "the real answer"
        case .proxy: "elsewhere"
        }
    }
}

extension Mock.Fault {
    /// The failure in a word or two.
    package var word: String {
        switch self {
        case .dns: "DNS failure"
        case .refused: "connection refused"
        case .connectTimeout: "connecting times out"
        case .tls: "TLS failure"
        case .never: "never answers"
        case .stall: "stalls"
        case .truncate: "cut off"
        case .slow: "slow"
        case .reset: "connection reset"
        case .emptyReply: "empty reply"
        case .malformedChunk: "malformed chunk"
        case .garbage: "garbage"
        }
    }
}
