/// Assertions and captures of Bruno as directives, where ours say the same.
enum BrunoAssertions {
    private static let predicates: [String: String] = [
        "eq": "==", "neq": "!=", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "contains": "contains",
        "startsWith": "startsWith", "endsWith": "endsWith", "matches": "matches",
    ]
    private static let bare: [String: String] = [
        "isDefined": "exists", "isTruthy": "isTrue", "isFalsy": "isFalse", "isNumber": "isNumber",
        "isString": "isString", "isBoolean": "isBoolean", "isArray": "isArray",
    ]

    /// `res.status: eq 200` as `@assert status == 200`; nil when there is no such assertion here.
    static func assertion(_ subject: String, _ test: String) -> String? {
        guard let subject = self.subject(subject) else { return nil }
        let words = test.split(at: " ", maxSplits: 1).map(String.init)
        guard let word = words.first else { return nil }
        if words.count == 1, let predicate = bare[word] { return "@assert \(subject) \(predicate)" }
        if let predicate = predicates[word] {
            return words.count == 2 ? "@assert \(subject) \(predicate) \(words[1])" : nil
        }
        // Without a predicate the value is compared.
        return isUnknownPredicate(word) ? nil : "@assert \(subject) == \(test)"
    }

    /// `res.body.token` as `@capture name = body.token`; nil when it is a script.
    static func capture(_ name: String, _ value: String) -> String? {
        guard let subject = subject(value), subject != "duration" else { return nil }
        return "@capture \(SafeNames.variable(name)) = \(subject)"
    }

    /// Reads `res.status`, `res.body.a[0]`, `res.headers.x`, `res.headers["x"]` or `res.responseTime`.
    private static func subject(_ text: String) -> String? {
        switch text {
        case "res.status", "res.body": return String(text.dropFirst(4))
        case "res.responseTime": return "duration"
        default: break
        }
        for opening in ["res.headers['", "res.headers[\"", "res.headers."] where text.hasPrefix(opening) {
            let closing = opening.hasSuffix("'") ? "']" : opening.hasSuffix("\"") ? "\"]" : ""
            guard text.hasSuffix(closing) else { return nil }
            let name = text.dropFirst(opening.count).dropLast(closing.count)
            return !name.isEmpty && name.utf8.allSatisfy(\.isOfToken) ? "header \(name)" : nil
        }
        guard text.hasPrefix("res.body."), !text.hasSuffix(".") || text.hasPrefix("res.body[") else {
            return nil
        }
        let isPath = text.utf8.allSatisfy { $0.isVariableName || $0 == 0x5B || $0 == 0x5D }
        return isPath ? String(text.dropFirst(4)) : nil
    }

    private static func isUnknownPredicate(_ word: String) -> Bool {
        [
            "in", "notIn", "notContains", "length", "notMatches", "between", "isEmpty", "isNotEmpty",
            "isNull",
            "isUndefined", "isJson",
        ].contains(word)
    }
}
