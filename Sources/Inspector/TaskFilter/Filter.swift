import ClientEngine
import EnginePatterns

/// A question about tasks, written as in `status:5xx method:POST -is:mocked | error:timeout`.
///
/// ```
/// or    = and *( "|" and )
/// and   = unary *( [ "&" ] unary )     a space is "and"
/// unary = ( "-" | "!" ) unary | "(" or ")" | term
/// term  = key ":" value | "~" letter value | "/" pattern "/" | word | '"' text '"'
/// ```
/// A bare word is a part of `METHOD URL`, without regard to ASCII case. `~c 404` and its like are as in mitmproxy.
package struct Filter: Sendable, Hashable {
    package let text: String
    let root: Node

    indirect enum Node: Sendable, Hashable {
        case all([Node])
        case any([Node])
        case not(Node)
        case test(Criterion)
    }

    /// Reads a filter; an empty one matches every task.
    package init(_ text: String) throws(FilterError) {
        self.text = text
        var parser = FilterParser(text)
        root = try parser.parse()
    }

    /// Matches every task.
    static let all = Filter(text: "", root: .all([]))

    private init(text: String, root: Node) {
        self.text = text
        self.root = root
    }

    package var isEmpty: Bool { root == .all([]) }

    /// Indicates whether it asks for `is:marked`, which means something only where tasks can be marked.
    package var asksForMarks: Bool { root.contains { $0 == .flag(.marked) } }

    /// Indicates whether it asks for `slow:`, which means something only where earlier calls are known.
    package var asksForSlowness: Bool { root.contains { if case .slow = $0 { true } else { false } } }

    /// Indicates whether it asks for the programs that tasks are of.
    package var asksForPrograms: Bool {
        root.contains {
            switch $0 {
            case .text(.program, _), .word(.program, _): true
            default: false
            }
        }
    }

    /// Returns whether a task matches; nil where an expression takes too long to tell.
    ///
    /// Durations of tasks that are not over last until `now`. Whether somebody has marked the task, its record does not know, and
    /// neither whether it was slower than usual, or so many times as slow. The budget is for all the tasks of a list together.
    package func matches(
        _ record: TaskRecord, now: Instant, isMarked: Bool = false, within budget: inout StepBudget,
        isSlow: (Double?) -> Bool = { _ in false }
    ) -> Bool? {
        matches(TaskSummary(record, now: now), now: now, isMarked: isMarked, within: &budget, isSlow: isSlow)
    }

    /// Returns the same of a task in brief, which is all that a filter looks at.
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
    /// Returns whether it holds; nil where that hangs on a test that cannot tell.
    fileprivate func holds(_ test: (Criterion) -> Bool?) -> Bool? {
        switch self {
        case .all(let nodes): Self.first(of: nodes, thatIs: false, test)
        case .any(let nodes): Self.first(of: nodes, thatIs: true, test)
        case .not(let node): node.holds(test).map { !$0 }
        case .test(let criterion): test(criterion)
        }
    }

    /// Looks for a node that decides; without one the opposite holds, unless one cannot tell.
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
