import ClientEngine
import ClientEngineRecording
import RequestFormats

/// The rules that a mock of a task's route can have, from the tightest to the loosest.
///
/// It begins with method, exact path, the steady parameters of the query and a JSON body. A value that the next sending of
/// the same saved request has another one of may be anything. What is secret never becomes part of a rule, because rules
/// are written to files.
struct MockRules: Equatable, Sendable {
    private let rules: [Mock.Match]
    private var index: Int

    /// The fields a tighter rule can ask for.
    private static let telling = ["Accept", "Content-Type", "Accept-Language"]

    init(for task: TaskRecord) {
        let request = task.origin.request
        guard let url = task.origin.url else {
            self.init(Mock.Match(method: request.method, address: .any))
            return
        }
        let made = Mock.Match(routeOf: request.method, url, body: request.body)
            .leavingOpen(request.unsteadyValues)
        let secrets = request.userInfo[.secrets] ?? []
        let query = Mock.Match.parameters(of: url).filter { !secrets.contains($0.value) }
            .map { Mock.Condition($0) }
        self.init(made, tighter: Self.tightened(made, query: query, headers: request.headers))
    }

    /// Begins with a rule, and goes from the tightest of those above to the loosest below.
    init(_ made: Mock.Match, tighter: [Mock.Match] = []) {
        rules = tighter + [made] + Self.loosened(made)
        index = tighter.count
    }

    var current: Mock.Match { rules[index] }

    /// Loosens the rule, or tightens it when negative.
    mutating func loosen(by steps: Int) {
        index = max(0, min(index + steps, rules.count - 1))
    }

    /// The rules above: with every parameter, then with a header.
    private static func tightened(
        _ made: Mock.Match, query: [Mock.Condition], headers: Headers
    ) -> [Mock.Match] {
        var rules: [Mock.Match] = []
        var rule = made
        if query != made.query {
            rule.query = query
            rules.insert(rule, at: 0)
        }
        if let name = telling.first(where: { headers[$0] != nil }), let value = headers[name] {
            rule.headers = [Mock.Condition(name, value)]
            rules.insert(rule, at: 0)
        }
        return rules
    }

    /// The rules below: without the body, the query, the identifiers of the path, the method, the path.
    private static func loosened(_ made: Mock.Match) -> [Mock.Match] {
        var rules: [Mock.Match] = []
        var rule = made
        func add(_ change: (inout Mock.Match) -> Void) {
            let before = rule
            change(&rule)
            if rule != before { rules.append(rule) }
        }
        add { $0.body = [] }
        add { $0.query = [] }
        add {
            guard case .path(let path) = $0.address, path.replacingIdentifiers != path else { return }
            $0.address = .pathTemplate(path.replacingIdentifiers)
        }
        add { $0.method = nil }
        add { $0.address = .any }
        return rules
    }
}

extension String {
    /// The path with numbers and long hexadecimal words replaced by `{id}`.
    fileprivate var replacingIdentifiers: String {
        split(separator: "/", omittingEmptySubsequences: false)
            .map { segment in
                let isNumber = !segment.isEmpty && segment.allSatisfy(\.isNumber)
                let isHexadecimal = segment.count >= 16 && segment.allSatisfy { $0.isHexDigit || $0 == "-" }
                return isNumber || isHexadecimal ? "{id}" : String(segment)
            }
            .joined(separator: "/")
    }
}
