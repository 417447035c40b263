import ClientEngine

/// A mock that has been chosen but not stored yet: what it would answer, and which requests it would match.
struct MockDraft: Equatable, Sendable {
    let id: String
    /// What it answers, in words.
    let answerText: String
    let answer: Mock.Answer
    let times: Int?
    /// The possible rules, the tightest first.
    let scopes: [Mock.Match]
    private(set) var scope = 0
    /// How many of how many recent tasks the rule matches.
    private(set) var matched = 0
    private(set) var asked = 0

    /// How many tasks are looked at to say what a rule would have matched.
    static let sample = 1_000

    init(id: String, answerText: String, answer: Mock.Answer, times: Int? = nil, for task: TaskRecord) {
        self.id = id
        self.answerText = answerText
        self.answer = answer
        self.times = times
        scopes = Self.scopes(for: task)
    }

    var match: Mock.Match { scopes[scope] }

    var name: String { "\(match.text) → \(answerText)" }

    var mock: Mock { Mock(id: id, name: name, match: match, answers: [answer], times: times) }

    /// Loosens the rule, or tightens it when negative.
    mutating func loosen(by steps: Int) {
        scope = max(0, min(scope + steps, scopes.count - 1))
    }

    /// Counts what the rule would have matched.
    mutating func count(in tasks: Tasks) {
        let recent = tasks.records.suffix(Self.sample)
        asked = recent.count
        matched = recent.count { task in
            task.origin.url.map { match.matches(method: task.origin.request.method, url: $0) } ?? false
        }
    }

    private static func scopes(for task: TaskRecord) -> [Mock.Match] {
        let method = task.origin.request.method
        guard let url = task.origin.url else { return [Mock.Match(method: method, address: .any)] }
        var addresses: [Mock.Address] = []
        if let query = url.query, !query.isEmpty { addresses.append(.pathAndQuery("\(url.path)?\(query)")) }
        addresses.append(.path(url.path))
        let template = url.path.replacingIdentifiers
        if template != url.path { addresses.append(.pathTemplate(template)) }
        return addresses.map { Mock.Match(method: method, address: $0) }
            + [
                Mock.Match(method: nil, address: addresses.last ?? .any),
                Mock.Match(method: nil, address: .any),
            ]
    }
}

extension Mock.Match {
    /// The rule as people read it.
    var text: String { "\(method?.rawValue ?? "any method") \(address.text)" }
}

extension Mock.Address {
    /// The address as people read it.
    var text: String {
        switch self {
        case .any: "any address"
        case .path(let path): path
        case .pathAndQuery(let text): text
        case .pathTemplate(let template): template
        case .pathPattern(let pattern): "path /\(pattern)/"
        case .pathAndQueryPattern(let pattern): "path and query /\(pattern)/"
        }
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
