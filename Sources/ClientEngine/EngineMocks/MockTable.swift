import EngineHTTP
import FoundationEssentials

/// The mocks of a store and the numbers of their answers: a value that the store's lock protects.
struct MockTable: Sendable {
    struct Entry: Sendable {
        private(set) var rule: Rule
        var hits = 0
        var lastHit: Date?

        /// The immutable part, in an object because every request reads it.
        ///
        /// Changing the mock replaces it.
        final class Rule: Sendable {
            let mock: Mock
            let matcher: MockMatcher
            let place: MockIndex.Entry
            let reference: MockReference
            // Stored separately, because copying a mock is expensive.
            let schedule: Mock.Schedule
            let scenario: Mock.Scenario?
            /// The hits that are the same for every request, or `nil` for an answer that is rendered, has a random
            /// delay, or has path parameters.
            private let fixed: [MockHit?]

            init(_ mock: Mock, _ matcher: MockMatcher, at place: MockIndex.Entry) {
                self.mock = mock
                self.matcher = matcher
                self.place = place
                let reference = MockReference(id: mock.id, name: mock.name)
                self.reference = reference
                (schedule, scenario) = (mock.schedule, mock.scenario)
                let namesParts = matcher.address.template != nil
                fixed = mock.answers.map { answer in
                    answer.isPlain && answer.spread == nil && !namesParts ? MockHit(reference, answer) : nil
                }
            }

            /// Returns the hit after `hits` requests if it is the same for every request, otherwise `nil`.
            func fixedHit(after hits: Int) -> MockHit? {
                if hits < fixed.count { return fixed[hits] }
                return schedule.afterLast == .fails ? nil : fixed.last ?? nil
            }
        }

        init(_ mock: Mock, _ matcher: MockMatcher, at place: MockIndex.Entry) {
            rule = Rule(mock, matcher, at: place)
        }

        var mock: Mock { rule.mock }
        var matcher: MockMatcher { rule.matcher }
        var place: MockIndex.Entry { rule.place }
        var isSpent: Bool { rule.schedule.isSpent(after: hits) }
        var status: MockStore.Status {
            MockStore.Status(mock: mock, hits: hits, lastHit: lastHit, isSpent: isSpent)
        }
        var mayAnswer: Bool { rule.schedule.mayAnswer(after: hits) }

        /// Changes properties of the mock except its match.
        mutating func change(at place: MockIndex.Entry? = nil, _ change: (inout Mock) -> Void) {
            var mock = rule.mock
            change(&mock)
            rule = Rule(mock, rule.matcher, at: place ?? rule.place)
        }

        /// Replaces the matcher of the mock.
        mutating func replaceMatcher(by matcher: MockMatcher) {
            rule = Rule(rule.mock, matcher, at: rule.place)
        }

        mutating func count(_ now: Date) {
            hits += 1
            lastHit = now
        }
    }

    var isEnabled = true
    var unmatchedRequests = MockStore.UnmatchedRequests.sent
    /// The delay of answers without a delay.
    var delay = Duration.zero
    private(set) var base: BaseURL?
    var scenarios = ScenarioStates()

    private typealias Entries = [Mock.ID: Entry]
    private var entries: Entries = [:]
    private var index = MockIndex()
    private var added = 0

    init(base: BaseURL?) {
        self.base = base
    }

    /// Adds a mock, or replaces the one with the same identifier at its position.
    ///
    /// Hits and answers start again, unless the mock is equal to the old one. The caller has checked the replies
    /// without a lock.
    mutating func add(_ mock: Mock) throws(MockError) {
        let old = entries[mock.id]
        if old?.mock == mock { return }
        let matcher = try MockMatcher(mock.match, base: base?.url)
        if let old { index.remove(old.place, old.matcher) }
        added += 1
        let place = MockIndex.Entry(
            id: mock.id, priority: mock.priority, order: old?.place.order ?? added)
        entries[mock.id] = Entry(mock, matcher, at: place)
        index.insert(place, matcher)
        // The order matters: a scenario with a mock left keeps its state.
        scenarios.add(mock)
        if let old { scenarios.remove(old.mock) }
    }

    /// Changes the base URL of relative addresses.
    ///
    /// Hits stay. A mock whose address cannot be resolved against the new base keeps its old address.
    mutating func rebase(_ base: BaseURL?) {
        guard base != self.base else { return }
        self.base = base
        for var entry in entries.values {
            guard let matcher = try? MockMatcher(entry.mock.match, base: base?.url) else { continue }
            index.remove(entry.place, entry.matcher)
            entry.replaceMatcher(by: matcher)
            index.insert(entry.place, matcher)
            entries[entry.mock.id] = entry
        }
    }

    /// Adds a mock with a new identifier, and returns the identifier.
    mutating func addUnnamed(_ mock: Mock) throws(MockError) -> Mock.ID {
        var mock = mock
        var number = added + 1
        while entries["mock-\(number)"] != nil { number += 1 }
        mock.id = "mock-\(number)"
        try add(mock)
        return mock.id
    }

    mutating func remove(id: Mock.ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        index.remove(entry.place, entry.matcher)
        scenarios.remove(entry.mock)
    }

    mutating func removeAll() {
        entries = [:]
        index = MockIndex()
        scenarios = ScenarioStates()
    }

    mutating func setEnabled(_ isEnabled: Bool, id: Mock.ID) {
        entries[id]?.change { $0.isEnabled = isEnabled }
    }

    mutating func setPriority(_ priority: Int, id: Mock.ID) {
        guard var entry = entries[id], entry.mock.priority != priority else { return }
        index.remove(entry.place, entry.matcher)
        entry.change(at: MockIndex.Entry(id: id, priority: priority, order: entry.place.order)) {
            $0.priority = priority
        }
        index.insert(entry.place, entry.matcher)
        entries[id] = entry
    }

    mutating func countHit(id: Mock.ID, at date: Date) { entries[id]?.count(date) }

    mutating func reset() {
        for id in entries.keys {
            entries[id]?.hits = 0
            entries[id]?.lastHit = nil
        }
        scenarios.reset()
    }

    /// Indicates whether every request is for the network.
    var isIdle: Bool { !isEnabled || entries.isEmpty && unmatchedRequests == .sent }

    var all: [MockStore.Status] { entriesInOrder.map(\.status) }

    var snapshot: MockStore.Snapshot {
        MockStore.Snapshot(
            isEnabled: isEnabled, mocks: entriesInOrder.map { ($0.status, $0.matcher) },
            scenarioStates: Dictionary(uniqueKeysWithValues: scenarios.all.map { ($0.name, $0.state) }))
    }

    private var entriesInOrder: [Entry] {
        entries.values.sorted { $0.place.isAskedBefore($1.place) }
    }

    /// Returns the next answer of the first mock that answers the request, and counts it.
    mutating func answer(
        _ request: consuming MockedRequest, now: Date, random: @escaping @Sendable () -> Double
    ) -> MockStore.Reply {
        guard isEnabled else { return .nobody }
        let match = entries.isEmpty ? nil : firstMatch(for: &request, now: now)
        if request.wantsFile { return .wantsFile }
        guard let match else {
            let answer = unmatchedRequests.answer(request, base: base)
            return answer.map { .hit(MockHit(.unmatched, $0)) } ?? .nobody
        }
        let (rule, hits) = (entries.values[match].rule, entries.values[match].hits)
        entries.values[match].count(now)
        if let scenario = rule.scenario { scenarios.advance(scenario) }
        if delay == .zero, let hit = rule.fixedHit(after: hits) { return .hit(hit) }
        guard var answer = rule.schedule.answer(after: hits) else { return .nobody }
        if answer.delay == .zero, answer.spread == nil, answer.source != .network { answer.delay = delay }
        return .hit(
            MockHit(
                rule.reference, answer, parameters: rule.matcher.parameters(in: request.path), to: request,
                at: now, random))
    }

    /// Returns the index of the first mock that answers.
    ///
    /// The result is not valid if the request then needs its file.
    private func firstMatch(for request: inout MockedRequest, now: Date) -> Entries.Index? {
        var found: (index: Entries.Index, place: MockIndex.Entry)?
        // Copied to local variables, so that the closure does not capture the table.
        let (entries, scenarios) = (entries, scenarios)
        index.visitCandidates(for: request) { candidates in
            for place in candidates.reversed() {
                if let found, !place.isAskedBefore(found.place) { break }
                guard !request.wantsFile, let index = entries.index(forKey: place.id),
                    entries.values[index].mayAnswer
                else { continue }
                let rule = entries.values[index].rule
                guard scenarios.allow(rule.scenario), rule.matcher.matches(&request, at: now) else {
                    continue
                }
                found = (index, place)
                break
            }
        }
        return found?.index
    }
}

extension Mock {
    /// Throws if a reply cannot be rendered.
    func checkReplies() throws(MockError) {
        for case .response(let reply) in answers.map(\.kind) { try reply.rendering?.check(reply) }
    }
}

extension Mock.Match {
    /// A short description of the match, as the default name of a mock.
    var title: String {
        let address =
            switch address {
            case .any: "*"
            case .pathAndQuery(let text), .path(let text), .pathPattern(let text),
                .pathAndQueryPattern(let text), .pathTemplate(let text), .url(let text):
                text
            }
        return "\(method?.rawValue ?? "*") \(address)"
    }
}
