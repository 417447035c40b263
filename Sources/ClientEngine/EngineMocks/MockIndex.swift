/// Finds the mocks that may answer a request by its method and path.
///
/// Thousands of mocks cost little more than a few.
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
        /// A number that grows with every added mock: the newest mock is tested first.
        let order: Int

        func isAskedBefore(_ other: Entry) -> Bool {
            (priority, -order) < (other.priority, -other.order)
        }
    }

    /// Mocks by method, with an empty method for mocks that accept several.
    ///
    /// In each list, the mock to test first is last. There are few methods, so that a linear search is faster than
    /// hashing.
    fileprivate struct Shelf: Sendable {
        fileprivate var boards: [(verb: String, entries: [Entry])] = []

        var isEmpty: Bool { boards.isEmpty }
    }

    private struct Place: Hashable {
        var path: PathComponents
        var query: String
    }

    fileprivate struct Node: Sendable {
        var literals: [[UInt8]: Node] = [:]
        /// The node after a component that matches anything, in an array of at most one element.
        var parameter: [Node] = []
        var here = Shelf()
        var below = Shelf()
    }

    /// Mocks of a path with any query.
    private var paths: [PathComponents: Shelf] = [:]
    private var exact: [Place: Shelf] = [:]
    private var tree = Node()

    mutating func insert(_ entry: Entry, _ matcher: MockMatcher) {
        change(matcher) { $0.insert(entry, for: matcher.methods.single ?? "") }
    }

    mutating func remove(_ entry: Entry, _ matcher: MockMatcher) {
        change(matcher) { $0.remove(entry, for: matcher.methods.single ?? "") }
    }

    /// Calls `show` with the mocks that may answer, in several lists.
    ///
    /// In each list, the mock to test first is last.
    func visitCandidates(for request: MockedRequest, _ show: ([Entry]) -> Void) {
        if !paths.isEmpty { paths[request.path]?.visit(request.verb, show) }
        if !exact.isEmpty {
            exact[Place(path: request.path, query: request.url.query ?? "")]?.visit(request.verb, show)
        }
        if tree.isEmpty { return }
        tree.visit(request.path.withoutEmpty[...]) { $0.visit(request.verb, show) }
    }

    private mutating func change(_ matcher: MockMatcher, _ change: (inout Shelf) -> Void) {
        switch matcher.address.shelf {
        case .exact(let path, nil):
            change(&paths[path, default: Shelf()])
            if paths[path]?.isEmpty == true { paths[path] = nil }
        case .exact(let path, let query?):
            let place = Place(path: path, query: query)
            change(&exact[place, default: Shelf()])
            if exact[place]?.isEmpty == true { exact[place] = nil }
        case .template(let steps): tree.change(at: steps[...]) { change(&$0.here) }
        case .below(let components): tree.change(at: components.map { $0 }[...]) { change(&$0.below) }
        }
    }
}

extension MockIndex.Node {
    /// Changes the node at the end of a path, and removes nodes that are then empty.
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

    /// Visits the mocks at all nodes that match the components of a path.
    fileprivate func visit(_ path: ArraySlice<[UInt8]>, _ ask: (MockIndex.Shelf) -> Void) {
        ask(below)
        guard let component = path.first else { return ask(here) }
        let rest = path.dropFirst()
        literals[component]?.visit(rest, ask)
        parameter.first?.visit(rest, ask)
    }
}

extension MockIndex.Shelf {
    fileprivate mutating func insert(_ entry: MockIndex.Entry, for verb: String) {
        if !boards.contains(where: { $0.verb == verb }) { boards.append((verb, [])) }
        for index in boards.indices where boards[index].verb == verb {
            let place = boards[index].entries.partitioningIndex { entry.isAskedBefore($0) == false }
            boards[index].entries.insert(entry, at: place)
        }
    }

    fileprivate mutating func remove(_ entry: MockIndex.Entry, for verb: String) {
        for index in boards.indices where boards[index].verb == verb {
            boards[index].entries.removeAll { $0 == entry }
        }
        boards.removeAll { $0.entries.isEmpty }
    }

    /// Calls `show` with the mocks for a method, and with those for several methods.
    fileprivate func visit(_ verb: String, _ show: ([MockIndex.Entry]) -> Void) {
        for board in boards where board.verb == verb || board.verb.isEmpty { show(board.entries) }
    }
}
