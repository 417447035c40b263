import ClientEngine
import InspectorTaskFilter

/// A mock that has been chosen but not stored yet: what it would answer, and which requests it would match.
struct MockDraft: Equatable, Sendable {
    /// The answer in words.
    let answerText: String
    /// The answers in order; several become a sequence.
    let answers: [Mock.Answer]
    let times: Int?
    /// The requests that it was made of, as they were sent.
    var requests: [Request]
    private var rules: MockRules
    /// The effect that the rule would have had on the tasks of the list.
    private(set) var effect = MockForecast()

    init(answerText: String, answers: [Mock.Answer], times: Int? = nil, for task: TaskRecord) {
        self.answerText = answerText
        self.answers = answers
        self.times = times
        requests = task.sentRequests
        rules = MockRules(for: task)
    }

    /// Answers a route to which nothing was sent yet.
    init(answerText: String, answers: [Mock.Answer], for rules: MockRules) {
        self.answerText = answerText
        self.answers = answers
        (times, requests) = (nil, [])
        self.rules = rules
    }

    var match: Mock.Match { rules.current }

    /// The mock to store, which gets its identifier then.
    var mock: Mock {
        let labels = answers.map(\.label).joined(separator: ", ")
        return Mock(id: "", name: "\(match.title) → \(labels)", match: match, answers: answers, times: times)
    }

    /// Loosens the rule, or tightens it when negative.
    mutating func loosen(by steps: Int) { rules.loosen(by: steps) }

    /// Loosens the rule as far as these tasks need it; false when they have no path in common.
    mutating func loosen(untilItMatches tasks: [TaskRecord]) -> Bool {
        while match.address != .any {
            if let matcher = try? MockMatcher(match),
                tasks.allSatisfy({ matcher.matches(ResolvedRequest($0.origin)) })
            {
                return true
            }
            rules.loosen(by: 1)
        }
        return false
    }

    /// Looks at what the rule would have done.
    mutating func forecast(for tasks: Tasks, among mocks: [MocksState.Row]) {
        effect = MockForecast(of: mock, for: tasks.asked, among: mocks)
    }
}

/// The effect of a new mock, had it been there: a pure function of the tasks in the list.
struct MockForecast: Equatable, Sendable {
    /// The number of recent tasks that it would have answered.
    private(set) var matched = 0
    /// The number of recent tasks that were looked at.
    private(set) var asked = 0
    /// The mocks that would answer less, or nothing any more.
    private(set) var shadowed: [String] = []
    /// A mock that would still answer first.
    private(set) var shadowing: String?

    /// The number of tasks that are looked at.
    private static let sample = 1_000
    /// The number of matched tasks that are held against the other mocks.
    private static let comparedSample = 50

    init() {}

    init(
        of mock: Mock, for tasks: some BidirectionalCollection<ResolvedRequest>, among rows: [MocksState.Row]
    ) {
        guard let matcher = try? MockMatcher(mock.match) else { return }
        let recent = tasks.suffix(Self.sample)
        let hits = recent.filter { matcher.matches($0) }
        asked = recent.count
        matched = hits.count
        let compared = hits.suffix(Self.comparedSample)
        for row in rows where row.mock.isEnabled && !row.isSpent {
            guard let other = try? MockMatcher(row.mock.match) else { continue }
            let isCommon = row.mock.match == mock.match || compared.contains { other.matches($0) }
            guard isCommon else { continue }
            if row.mock.priority >= mock.priority {
                shadowed.append(row.mock.name)
            } else if shadowing == nil {
                shadowing = row.mock.name
            }
        }
    }
}

extension MockMatcher {
    /// Returns whether the request of a task would be answered.
    fileprivate func matches(_ task: ResolvedRequest) -> Bool {
        guard let url = task.url else { return false }
        let request = task.request
        return matches(method: request.method, url: url, headers: request.headers, body: request.body)
    }
}
