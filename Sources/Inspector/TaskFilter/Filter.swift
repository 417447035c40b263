import ClientEngine
import EnginePatterns

/// A filter for tasks, such as `status:5xx method:POST -is:mocked | error:timeout`.
///
/// ```
/// or    = and *( "|" and )
/// and   = unary *( [ "&" ] unary )     a space is "and"
/// unary = ( "-" | "!" ) unary | "(" or ")" | term
/// term  = key ":" value | "~" letter value | "/" pattern "/" | word | '"' text '"'
/// ```
/// A bare word matches a part of `METHOD URL`, ignoring ASCII case. Short terms such as `~c 404` mean the same as
/// in mitmproxy.
package struct Filter: Sendable, Hashable {
    package let text: String
    let root: Node

    indirect enum Node: Sendable, Hashable {
        case all([Node])
        case any([Node])
        case not(Node)
        case test(Criterion)
    }

    /// Parses a filter.
    ///
    /// An empty text matches every task.
    package init(_ text: String) throws(FilterError) {
        self.text = text
        var parser = FilterParser(text)
        root = try parser.parse()
    }

    static let all = Filter(text: "", root: .all([]))

    private init(text: String, root: Node) {
        self.text = text
        self.root = root
    }

    package var isEmpty: Bool { root == .all([]) }

    /// Indicates whether the filter contains `is:marked`, which is useful only where tasks can be marked.
    package var asksForMarks: Bool { root.contains { $0 == .flag(.marked) } }

    /// Indicates whether the filter contains `slow:`, which is useful only where earlier calls are known.
    package var asksForSlowness: Bool { root.contains { if case .slow = $0 { true } else { false } } }

    /// Indicates whether the filter contains a condition on the program of a task.
    package var asksForPrograms: Bool {
        root.contains {
            switch $0 {
            case .text(.program, _), .word(.program, _): true
            default: false
            }
        }
    }

    /// Returns whether a task matches, or `nil` if a regular expression exceeds the budget.
    ///
    /// A record does not contain whether its task is marked or slow, so the caller passes `isMarked` and `isSlow`.
    /// Durations of unfinished tasks end at `now`. All tasks of a list share one budget.
    package func matches(
        _ record: TaskRecord, now: Instant, isMarked: Bool = false, within budget: inout StepBudget,
        isSlow: (Double?) -> Bool = { _ in false }
    ) -> Bool? {
        matches(TaskSummary(record, now: now), now: now, isMarked: isMarked, within: &budget, isSlow: isSlow)
    }

    /// Returns whether a task matches, given its summary.
    ///
    /// A filter needs nothing else.
    package func matches(
        _ task: TaskSummary, now: Instant, isMarked: Bool = false, within budget: inout StepBudget,
        isSlow: (Double?) -> Bool = { _ in false }
    ) -> Bool? {
        root.holds { criterion in
            if case .slow(let times) = criterion { return isSlow(times) }
            return criterion.matches(task, now: now, isMarked: isMarked, within: &budget)
        }
    }
}

extension Filter.Node {
    /// Evaluates the node.
    ///
    /// Returns `nil` if the result depends on a test that exceeded its budget.
    fileprivate func holds(_ test: (Criterion) -> Bool?) -> Bool? {
        switch self {
        case .all(let nodes): Self.first(of: nodes, thatIs: false, test)
        case .any(let nodes): Self.first(of: nodes, thatIs: true, test)
        case .not(let node): node.holds(test).map { !$0 }
        case .test(let criterion): test(criterion)
        }
    }

    /// Evaluates nodes until one equals `deciding`.
    ///
    /// Without such a node, the result is the opposite, or `nil` if a test had no result.
    private static func first(
        of nodes: [Self], thatIs deciding: Bool, _ test: (Criterion) -> Bool?
    ) -> Bool? {
        var isOpen = false
        for node in nodes {
            switch node.holds(test) {
            case deciding: return deciding
            case nil: isOpen = true
            default: break
            }
        }
        return isOpen ? nil : !deciding
    }

    fileprivate func contains(where isWanted: (Criterion) -> Bool) -> Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.contains { $0.contains(where: isWanted) }
        case .not(let node): node.contains(where: isWanted)
        case .test(let criterion): isWanted(criterion)
        }
    }
}

extension Filter {
    package static var keys: [String] { Key.allCases.map(\.rawValue) + ["query.NAME"] }

    package static var flags: [String] { Flag.allCases.map(\.rawValue) }

    enum Key: String, CaseIterable {
        case status, method, host, path, url, type, `is`, assert, error, state, total, ttfb, wait, size
        case attempts, mock, program, since, scheme, route, slow
    }

    enum Flag: String, CaseIterable, Sendable, Hashable {
        case failed, running, waiting, retried, mocked, redirected, reused, marked
    }

    /// The outcome of a task's assertions.
    enum Assertions: String, CaseIterable, Sendable, Hashable { case failed, passed, none }
}
