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

    /// Tells whether a task matches; `now` is for durations of tasks that are not over.
    public func matches(_ record: TaskRecord, now: Instant) -> Bool {
        Self.matches(root, record, now)
    }

    private static func matches(_ node: Node, _ record: TaskRecord, _ now: Instant) -> Bool {
        switch node {
        case .all(let nodes): nodes.allSatisfy { matches($0, record, now) }
        case .any(let nodes): nodes.contains { matches($0, record, now) }
        case .not(let node): !matches(node, record, now)
        case .test(let test): test.matches(record, now: now)
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
        case failed, running, waiting, retried, mocked, redirected, reused
    }
}
