/// Finds the mocks that may answer a request by its method and path, so that thousands of them cost no more than a few.
///
/// ```
/// exact      method, path, query ─▶ mocks
/// templates  a tree of components: orders ─▶ {any} ─▶ items ─▶ mocks that end here
/// patterns   in the same tree, at the components that all of their paths begin with
/// ```
struct MockIndex: Sendable {
    struct Entry: Sendable, Hashable {
        let id: Mock.ID
        let priority: Int
        /// Grows with every mock that is added: the newest is asked first.
        let order: Int

        func isAskedBefore(_ other: Entry) -> Bool {
            (priority, -order) < (other.priority, -other.order)
        }
    }

    /// Mocks by the method they answer, an empty one where there are several; the one asked first stands last.
    fileprivate typealias Shelf = [String: [Entry]]

    private struct Place: Hashable {
        var path: PathComponents
        var query: String?
    }

    fileprivate struct Node: Sendable {
        var literals: [[UInt8]: Node] = [:]
        /// The node behind a component that can be anything; at most one.
        var parameter: [Node] = []
        var here: Shelf = [:]
        var below: Shelf = [:]
    }

    private var exact: [Place: Shelf] = [:]
    private var tree = Node()

    mutating func insert(_ entry: Entry, _ matcher: MockMatcher) {
        change(matcher) { $0.insert(entry, for: matcher.methods.single ?? "") }
    }

    mutating func remove(_ entry: Entry, _ matcher: MockMatcher) {
        change(matcher) { $0.remove(entry, for: matcher.methods.single ?? "") }
    }

    /// Returns the mocks that may answer, in several lists: in each, the one asked first stands last.
    func candidates(for request: MockedRequest) -> [[Entry]] {
        var found: [[Entry]] = []
        func add(_ shelf: Shelf?) {
            guard let shelf, !shelf.isEmpty else { return }
            for verb in [request.verb, ""] {
                if let entries = shelf[verb] { found.append(entries) }
            }
        }
        if !exact.isEmpty {
            add(exact[Place(path: request.path, query: nil)])
            add(exact[Place(path: request.path, query: request.url.query ?? "")])
        }
        if tree.isEmpty { return found }
        tree.visit(request.path.withoutEmpty[...]) { add($0) }
        return found
    }

    private mutating func change(_ matcher: MockMatcher, _ change: (inout [String: [Entry]]) -> Void) {
        switch matcher.address.shelf {
        case .exact(let path, let query):
            let place = Place(path: path, query: query)
            change(&exact[place, default: [:]])
            if exact[place]?.isEmpty == true { exact[place] = nil }
        case .template(let steps): tree.change(at: steps[...]) { change(&$0.here) }
        case .below(let components): tree.change(at: components.map { $0 }[...]) { change(&$0.below) }
        }
    }
}

extension MockIndex.Node {
    /// Changes the node at the end of a way; those that are left empty go away.
    fileprivate mutating func change(at steps: ArraySlice<[UInt8]?>, _ change: (inout Self) -> Void) {
        guard let step = steps.first else { return change(&self) }
        let rest = steps.dropFirst()
        if let literal = step {
            literals[literal, default: Self()].change(at: rest, change)
            if literals[literal]?.isEmpty == true { literals[literal] = nil }
        } else {
            if parameter.isEmpty { parameter.append(Self()) }
            parameter[0].change(at: rest, change)
            if parameter[0].isEmpty { parameter = [] }
        }
    }

    fileprivate var isEmpty: Bool {
        literals.isEmpty && parameter.isEmpty && here.isEmpty && below.isEmpty
    }

    /// Shows the mocks on every way that the components of a path can go.
    fileprivate func visit(_ path: ArraySlice<[UInt8]>, _ ask: ([String: [MockIndex.Entry]]) -> Void) {
        ask(below)
        guard let component = path.first else { return ask(here) }
        let rest = path.dropFirst()
        literals[component]?.visit(rest, ask)
        parameter.first?.visit(rest, ask)
    }
}

extension [String: [MockIndex.Entry]] {
    fileprivate mutating func insert(_ entry: MockIndex.Entry, for verb: String) {
        let place = self[verb, default: []].partitioningIndex { entry.isAskedBefore($0) == false }
        self[verb, default: []].insert(entry, at: place)
    }

    fileprivate mutating func remove(_ entry: MockIndex.Entry, for verb: String) {
        self[verb]?.removeAll { $0 == entry }
        if self[verb]?.isEmpty == true { self[verb] = nil }
    }
}

extension Array {
    /// Returns the first index whose element satisfies a condition that holds for all elements behind it too.
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
