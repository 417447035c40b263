import FoundationEssentials
import HTTPValues

/// The mocks of a store and how often each has answered: a plain value, asked under the store's lock.
struct MockTable: Sendable {
    struct Entry: Sendable {
        /// Behind one reference, for an entry is looked at with every request.
        private var rule: CopyOnWriteBox<Rule>
        var hits = 0
        var lastHit: Date?

        private struct Rule: Sendable {
            var mock: Mock
            var matcher: MockMatcher
            var place: MockIndex.Entry
        }

        init(_ mock: Mock, _ matcher: MockMatcher, at place: MockIndex.Entry) {
            rule = CopyOnWriteBox(Rule(mock: mock, matcher: matcher, place: place))
        }

        var mock: Mock {
            _read { yield rule.value.mock }
            _modify { yield &rule.value.mock }
        }

        var matcher: MockMatcher {
            _read { yield rule.value.matcher }
            _modify { yield &rule.value.matcher }
        }

        var place: MockIndex.Entry {
            _read { yield rule.value.place }
            _modify { yield &rule.value.place }
        }

        // Looked at in the box: a mock is large, and its copies are dear.
        var isSpent: Bool { rule.value.mock.isSpent(after: hits) }
        var mayAnswer: Bool { rule.value.mock.mayAnswer(after: hits) }
        var answer: Mock.Answer? { rule.value.mock.answer(after: hits) }
        var scenario: Mock.Scenario? { rule.value.mock.scenario }
        var reference: MockReference {
            MockReference(id: rule.value.mock.id, name: rule.value.mock.name)
        }

        mutating func count(_ now: Date) {
            hits += 1
            lastHit = now
        }
    }

    var isOn = true
    var unmocked = MockStore.Unmocked.sent
    /// The delay of answers that have none of their own.
    var delay = Duration.zero
    private(set) var base: BaseURL?
    var scenarios = ScenarioStates()

    private var entries: [Mock.ID: Entry] = [:]
    private var index = MockIndex()
    private var added = 0

    init(base: BaseURL?) {
        self.base = base
    }

    /// Adds a mock; one with the same identifier is replaced in its place.
    ///
    /// Hits and sequence begin anew, unless nothing has changed at all. Its templates were looked at before, under no lock.
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
        // In this order: a scenario that goes on keeps its state.
        scenarios.add(mock)
        if let old { scenarios.remove(old.mock) }
    }

    /// Has relative addresses be relative to another base; hits stay.
    ///
    /// A mock whose address cannot be relative to that one keeps the one it had.
    mutating func rebase(_ base: BaseURL?) {
        guard base != self.base else { return }
        self.base = base
        for var entry in entries.values {
            guard let matcher = try? MockMatcher(entry.mock.match, base: base?.url) else { continue }
            index.remove(entry.place, entry.matcher)
            entry.matcher = matcher
            index.insert(entry.place, matcher)
            entries[entry.mock.id] = entry
        }
    }

    /// Adds a mock under an identifier of the table's choosing, and returns it.
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
        entries[id]?.mock.isEnabled = isEnabled
    }

    mutating func setPriority(_ priority: Int, id: Mock.ID) {
        guard var entry = entries[id], entry.mock.priority != priority else { return }
        index.remove(entry.place, entry.matcher)
        entry.mock.priority = priority
        entry.place = MockIndex.Entry(id: id, priority: priority, order: entry.place.order)
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

    /// Indicates whether it leaves every request to the network.
    var isIdle: Bool { !isOn || entries.isEmpty && unmocked == .sent }

    var all: [MockStore.Status] {
        entriesInOrder.map { entry in
            MockStore.Status(
                mock: entry.mock, hits: entry.hits, lastHit: entry.lastHit, isSpent: entry.isSpent)
        }
    }

    var entriesInOrder: [Entry] {
        entries.values.sorted { $0.place.isAskedBefore($1.place) }
    }

    /// Takes the next answer of the first mock that answers the request, and counts it.
    mutating func answer(
        _ request: consuming MockedRequest, now: Date, random: @escaping @Sendable () -> Double
    ) -> MockStore.Reply {
        guard isOn else { return .nobody }
        let match = entries.isEmpty ? nil : firstMatch(for: &request, now: now)
        if request.wantsFile { return .wantsFile }
        guard var entry = match, let answer = entry.answer else {
            let answer = unmocked.answer(request, base: base)
            return answer.map { .hit(MockHit(reference: .unmocked, answer: $0)) } ?? .nobody
        }
        entry.count(now)
        entries[entry.place.id] = entry
        if let scenario = entry.scenario { scenarios.advance(scenario) }
        var hit = MockHit(
            reference: entry.reference, answer: answer,
            parameters: entry.matcher.parameters(in: request.path))
        if hit.answer.delay == .zero, hit.answer.spread == nil, !hit.answer.isOfNetwork {
            hit.answer.delay = delay
        }
        hit.settle(for: request, at: now, random)
        return .hit(hit)
    }

    /// Returns the first mock that answers; what it finds does not hold where the request then wants its file.
    private func firstMatch(for request: inout MockedRequest, now: Date) -> Entry? {
        var found: Entry?
        // By themselves, so that the closure does not take a copy of the table along.
        let (entries, scenarios) = (entries, scenarios)
        index.visitCandidates(for: request) { candidates in
            for place in candidates.reversed() {
                if let found, !place.isAskedBefore(found.place) { break }
                guard !request.wantsFile, let entry = entries[place.id], entry.mayAnswer,
                    scenarios.allow(entry.scenario), entry.matcher.matches(&request, at: now)
                else { continue }
                found = entry
                break
            }
        }
        return found
    }
}

extension Mock {
    /// Refuses templates that could not be filled in; those in files are read when the mock answers.
    func checkTemplates() throws(MockError) {
        for case .response(let reply) in answers.map(\.kind) { try reply.checkTemplate() }
    }
}

extension Mock.Match {
    /// The match in a few words, as a name for a mock that was given none.
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
