import Foundation

/// The mocks of a store and how often each has answered: a plain value, asked under the store's lock.
///
/// Mocks of one exact path are found by method and path, so that thousands of them cost no more than a few;
/// all others are asked one after the other.
struct MockTable: Sendable {
    private struct Entry {
        var mock: Mock
        var matcher: MockMatcher
        /// Grows with every mock that is added: the newest is asked first.
        var order: Int
        var hits = 0
        var lastHit: Date?

        var isSpent: Bool { mock.isSpent(after: hits) }
        var answer: Mock.Answer? { mock.answer(after: hits) }

        func isAskedBefore(_ other: Entry) -> Bool {
            (mock.priority, -order) < (other.mock.priority, -other.order)
        }
    }

    private struct Key: Hashable {
        var method: String?
        var path: PathComponents
    }

    /// Whether the mocks answer at all.
    var isOn = true
    /// What becomes of requests that no mock answers.
    var unmocked = MockStore.Unmocked.sent
    /// How long answers wait that have no delay of their own.
    var delay = Duration.zero
    /// What relative addresses are relative to.
    private(set) var base: BaseURL?

    private var entries: [Mock.ID: Entry] = [:]
    /// Each list is sorted: the one asked first stands last, where a new one usually goes.
    private var exact: [Key: [Mock.ID]] = [:]
    private var others: [Mock.ID] = []
    private var added = 0

    /// Begins an empty table.
    init(base: BaseURL?) {
        self.base = base
    }

    /// Adds a mock; one with the same identifier is replaced in its place.
    ///
    /// Hits and sequence begin anew, unless nothing has changed at all.
    mutating func add(_ mock: Mock) throws(MockRejection) {
        let old = entries[mock.id]
        if old?.mock == mock { return }
        let matcher = try MockMatcher(mock.match, base: base?.url)
        remove(id: mock.id)
        added += 1
        insert(Entry(mock: mock, matcher: matcher, order: old?.order ?? added))
    }

    private mutating func insert(_ entry: Entry) {
        let id = entry.mock.id
        entries[id] = entry
        withList(of: entry) { list, entries in
            let place = list.partitioningIndex { id in entries[id].map { entry.isAskedBefore($0) } != true }
            list.insert(id, at: place)
        }
    }

    /// Has relative addresses be relative to another base; hits stay.
    ///
    /// A mock whose address cannot be relative to that one keeps the one it had.
    mutating func rebase(_ base: BaseURL?) {
        guard base != self.base else { return }
        self.base = base
        let old = entries.values
        removeAll()
        for var entry in old {
            entry.matcher = (try? MockMatcher(entry.mock.match, base: base?.url)) ?? entry.matcher
            insert(entry)
        }
    }

    /// Adds a mock under an identifier of the table's choosing, and returns it.
    mutating func addUnnamed(_ mock: Mock) throws(MockRejection) -> Mock.ID {
        var mock = mock
        var number = added + 1
        while entries["mock-\(number)"] != nil { number += 1 }
        mock.id = "mock-\(number)"
        try add(mock)
        return mock.id
    }

    mutating func remove(id: Mock.ID) {
        guard let entry = entries[id] else { return }
        withList(of: entry) { list, _ in list.removeAll { $0 == id } }
        entries[id] = nil
    }

    mutating func removeAll() {
        entries = [:]
        exact = [:]
        others = []
    }

    mutating func setEnabled(_ isEnabled: Bool, id: Mock.ID) {
        entries[id]?.mock.isEnabled = isEnabled
    }

    mutating func reset() {
        for id in entries.keys {
            entries[id]?.hits = 0
            entries[id]?.lastHit = nil
        }
    }

    /// Whether it leaves every request to the network.
    var isIdle: Bool { !isOn || entries.isEmpty && unmocked == .sent }

    /// The mocks in the order they are asked.
    var all: [MockStore.Status] {
        entries.values.sorted { $0.isAskedBefore($1) }.map { entry in
            MockStore.Status(
                mock: entry.mock, hits: entry.hits, lastHit: entry.lastHit, isSpent: entry.isSpent)
        }
    }

    /// Takes the next answer of the first mock that answers the request, and counts it.
    mutating func answer(_ request: MockedRequest, now: Date) -> MockHit? {
        guard isOn else { return nil }
        guard !entries.isEmpty, var entry = firstEntry(for: request), var answer = entry.answer else {
            return unmocked.answer(request, base: base).map { MockHit(reference: .unmocked, answer: $0) }
        }
        entry.hits += 1
        entry.lastHit = now
        entries[entry.mock.id] = entry
        if answer.delay == .zero, answer.kind != .passThrough { answer.delay = delay }
        return MockHit(
            reference: MockReference(id: entry.mock.id, name: entry.mock.name), answer: answer,
            parameters: entry.matcher.parameters(in: request.path))
    }

    private func firstEntry(for request: MockedRequest) -> Entry? {
        var request = request
        let lists = [
            exact[Key(method: request.method, path: request.path)] ?? [],
            exact[Key(method: nil, path: request.path)] ?? [], others,
        ]
        var first: Entry?
        for list in lists {
            let found = list.reversed().lazy.compactMap { entries[$0] }.first { entry in
                entry.answer != nil && entry.matcher.matches(&request)
            }
            if let found, first.map(found.isAskedBefore) ?? true { first = found }
        }
        return first
    }

    private mutating func withList(of entry: Entry, _ change: (inout [Mock.ID], [Mock.ID: Entry]) -> Void) {
        guard let path = entry.matcher.exactPath else { return change(&others, entries) }
        let key = Key(method: entry.matcher.method, path: path)
        change(&exact[key, default: []], entries)
        if exact[key]?.isEmpty == true { exact[key] = nil }
    }
}

extension Array {
    /// The first index whose element satisfies a condition that holds for all elements behind it too.
    fileprivate func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
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
