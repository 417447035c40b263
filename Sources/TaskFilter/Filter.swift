import ClientEngine

/// A question about tasks, written as in `status:5xx method:POST -is:mocked | error:timeout`.
///
/// ```
/// or   = and *( "|" and )
/// and  = 1*unary                       a space is "and"
/// unary = "-" unary | "(" or ")" | term
/// term = key ":" value | "/" pattern "/" | word | '"' text '"'
/// ```
/// A bare word is a part of `METHOD URL`, without regard to ASCII case.
public struct Filter: Sendable, Hashable {
    /// The text it was read from.
    public let text: String
    let root: Node

    indirect enum Node: Sendable, Hashable {
        case all([Node])
        case any([Node])
        case not(Node)
        case test(Criterion)
    }

    /// Reads a filter; an empty one matches every task.
    public init(_ text: String) throws(FilterError) {
        self.text = text
        var parser = FilterParser(text)
        root = try parser.parse()
    }

    /// Tells whether it says nothing, so that it matches every task.
    public var isEmpty: Bool { root == .all([]) }

    /// Tells whether it asks for `is:marked`, which means something only where tasks can be marked.
    public var asksForMarks: Bool { root.contains(.flag(.marked)) }

    /// Tells whether a task matches; `now` is for durations of tasks that are not over.
    ///
    /// Whether it is marked is for the caller to say: its record does not know.
    public func matches(_ record: TaskRecord, now: Instant, isMarked: Bool = false) -> Bool {
        root.holds { $0.matches(record, now: now, isMarked: isMarked) }
    }
}

extension Filter.Node {
    fileprivate func holds(_ test: (Criterion) -> Bool) -> Bool {
        switch self {
        case .all(let nodes): nodes.allSatisfy { $0.holds(test) }
        case .any(let nodes): nodes.contains { $0.holds(test) }
        case .not(let node): !node.holds(test)
        case .test(let criterion): test(criterion)
        }
    }

    fileprivate func contains(_ criterion: Criterion) -> Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.contains { $0.contains(criterion) }
        case .not(let node): node.contains(criterion)
        case .test(let other): other == criterion
        }
    }
}

extension Filter {
    /// The keys that are known, for help and completion.
    public static var keys: [String] { Key.allCases.map(\.rawValue) + ["query.NAME"] }

    /// The words behind `is:` that are known.
    public static var flags: [String] { Flag.allCases.map(\.rawValue) }

    enum Key: String, CaseIterable {
        case method, status, host, path, url, scheme, type, state, error, mock, attempts, total, ttfb, wait,
            size
        case since
        case `is`
    }

    enum Flag: String, CaseIterable, Sendable, Hashable {
        case failed, running, waiting, retried, mocked, redirected, reused, marked
    }
}
