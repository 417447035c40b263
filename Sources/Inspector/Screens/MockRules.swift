import ClientEngine
import JSON
import RequestFormats

/// The rules that a mock of a task's route can have, from the tightest to the loosest.
///
/// It begins with method, exact path, the steady parameters of the query and a JSON body. What is secret never becomes
/// part of a rule, because rules are written to files.
struct MockRules: Equatable, Sendable {
    private let rules: [Mock.Match]
    private var index: Int

    /// Bodies above this size are not compared.
    private static let largestBody = 64 << 10
    /// The fields a tighter rule can ask for.
    private static let telling = ["Accept", "Content-Type", "Accept-Language"]
    /// Parameters that differ each time and mean nothing to the answer.
    private static let volatile: Set<String> = [
        "_", "t", "ts", "time", "timestamp", "now", "nonce", "rand", "random", "cb", "cachebust",
        "cachebuster",
        "requestid", "request_id", "request-id", "traceid", "trace_id", "sig", "signature", "expires",
    ]

    init(for task: TaskRecord) {
        let request = task.origin.request
        guard let url = task.origin.url else {
            rules = [Mock.Match(method: request.method, address: .any)]
            index = 0
            return
        }
        let parameters = Self.parameters(of: url)
        var made = Mock.Match(method: request.method, address: .path(url.path))
        made.query = parameters.filter { !Self.volatile.contains($0.name.lowercased()) }
            .map { Mock.Condition($0) }
        made.body = Self.body(of: request)
        let tighter = Self.tightened(
            made, query: parameters.map { Mock.Condition($0) }, headers: request.headers)
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

    /// The parameters that a file can say: each name once, and no secrets.
    private static func parameters(of url: RequestURL) -> [Mock.Parameter] {
        var names: Set<String> = []
        return Mock.Parameter.parameters(of: url).filter {
            !Redaction.isSecret(name: $0.name) && names.insert($0.name).inserted
        }
    }

    private static func body(of request: Request) -> [ValueMatcher] {
        guard let bytes = request.body.bytes, bytes.count <= largestBody,
            let value = try? JSONValue(parsing: bytes, maximumDepth: 64),
            value.object != nil || value.array != nil, !value.hasPlaceholders
        else { return [] }
        let body = Mock.JSONBody(
            value.withoutSecrets, ignoresArrayOrder: true, ignoresExtraElements: true)
        return [.equalToJSON(body)]
    }
}

extension JSONValue {
    /// The value without members whose names say that they are secret.
    fileprivate var withoutSecrets: JSONValue {
        switch self {
        case .object(let object):
            .object(
                JSONObject(
                    object.members.filter { !Redaction.isSecret(name: $0.name) }
                        .map { JSONObject.Member(name: $0.name, value: $0.value.withoutSecrets) }))
        case .array(let elements): .array(elements.map(\.withoutSecrets))
        case .null, .bool, .number, .string: self
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
