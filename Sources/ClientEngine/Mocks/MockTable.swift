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

        var isSpent: Bool { mock.times.map { hits >= $0 } ?? false }
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

    private var basePath: String
    private var entries: [Mock.ID: Entry] = [:]
    /// Each list is sorted: the one asked first stands last, where a new one usually goes.
    private var exact: [Key: [Mock.ID]] = [:]
    private var others: [Mock.ID] = []
    private var added = 0

    /// Begins an empty table; addresses without a leading slash are relative to the base path.
    init(basePath: String) {
        self.basePath = basePath
    }

    /// Adds a mock; one with the same identifier is replaced in its place.
    ///
    /// Hits and sequence begin anew, unless nothing has changed at all.
    mutating func add(_ mock: Mock) throws(MockRejection) {
        let old = entries[mock.id]
        if old?.mock == mock { return }
        let matcher = try MockMatcher(mock.match, basePath: basePath)
        remove(id: mock.id)
        added += 1
        let entry = Entry(mock: mock, matcher: matcher, order: old?.order ?? added)
        entries[mock.id] = entry
        withList(of: entry) { list, entries in
            let place = list.partitioningIndex { id in entries[id].map { entry.isAskedBefore($0) } != true }
            list.insert(mock.id, at: place)
        }
    }

    /// Adds a mock under an identifier and a name of the table's choosing, and returns the identifier.
    mutating func add(_ match: Mock.Match, _ answers: [Mock.Answer], times: Int?) throws(MockRejection)
        -> Mock.ID
    {
        var number = added + 1
        while entries["mock-\(number)"] != nil { number += 1 }
        let id = "mock-\(number)"
        try add(Mock(id: id, name: match.title, match: match, answers: answers, times: times))
        return id
    }

    mutating func remove(id: Mock.ID) {
        guard let entry = entries[id] else { return }
        withList(of: entry) { list, _ in list.removeAll { $0 == id } }
        entries[id] = nil
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

    /// Whether there are no mocks.
    var isEmpty: Bool { entries.isEmpty }

    /// The mocks in the order they are asked.
    var all: [MockStore.Status] {
        entries.values.sorted { $0.isAskedBefore($1) }.map { entry in
            MockStore.Status(
                mock: entry.mock, hits: entry.hits, lastHit: entry.lastHit, isSpent: entry.isSpent)
        }
    }

    /// Takes the next answer of the first mock that answers the request, and counts it.
    mutating func answer(_ request: MockedRequest, now: Date) -> MockHit? {
        guard isOn, !entries.isEmpty, var entry = firstEntry(for: request), let answer = entry.answer else {
            return nil
        }
        entry.hits += 1
        entry.lastHit = now
        entries[entry.mock.id] = entry
        return MockHit(reference: MockReference(id: entry.mock.id, name: entry.mock.name), answer: answer)
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
    fileprivate var title: String {
        let address =
            switch address {
            case .any: "*"
            case .pathAndQuery(let text), .path(let text), .pathPattern(let text),
                .pathAndQueryPattern(let text), .pathTemplate(let text):
                text
            }
        return "\(method?.rawValue ?? "*") \(address)"
    }
}
