import EngineJSON

/// Something that should be true of a response: `# @assert status == 200`, `?? body items[0].id exists`, or
/// `client.assert` of a script.
public struct Assertion: Sendable, Hashable {
    /// One comparison; all of an assertion's must hold.
    struct Condition: Sendable, Hashable {
        var part: ResponsePart
        var predicate: Predicate
        var expected: ExpectedValue
    }

    /// The assertion as it is written, or as the script names it.
    public var text: String
    /// The line, from 1.
    public var line: Int
    var conditions: [Condition]

    /// Reads what stands behind `@assert` or `??`.
    init(parsing text: String, line: Int) throws(BodyPath.SyntaxError) {
        self.text = String(text.trimmedBlanks)
        self.line = line
        var rest = Substring(text)
        let part = try ResponsePart.read(from: &rest)
        guard !rest.trimmedBlanks.isEmpty else {
            // A part alone must be there.
            conditions = [Condition(part: part, predicate: .exists, expected: .written(""))]
            return
        }
        guard let predicate = Predicate.read(from: &rest) else {
            let word = rest.trimmedBlanks.prefix { !$0.isWhitespace }
            let known = "== != > < startsWith contains matches exists isNumber or the like"
            throw BodyPath.SyntaxError(message: "“\(word)” is not a comparison, such as \(known).")
        }
        let expected = String(rest.trimmedBlanks)
        guard predicate.takesValue || expected.isEmpty else {
            throw BodyPath.SyntaxError(message: "“\(expected)” is more than the comparison takes.")
        }
        conditions = [Condition(part: part, predicate: predicate, expected: .written(expected))]
    }

    init(_ text: String, line: Int, conditions: [Condition]) {
        self.text = text
        self.line = line
        self.conditions = conditions
    }

    var templates: [String] {
        conditions.compactMap { condition in
            guard case .written(let text) = condition.expected, text.holdsReference else { return nil }
            return text
        }
    }
}

/// A value of a response that later requests use as a variable: `# @capture token = body.access_token`, or
/// `client.global.set("token", …)` of a script.
public struct Capture: Sendable, Hashable {
    /// The capture as it is written.
    public var text: String
    /// The line, from 1.
    public var line: Int
    /// The variable's name.
    public var name: String
    var source: ResponseActions.Operand

    /// Reads what stands behind `@capture`.
    init(parsing text: String, line: Int) throws(BodyPath.SyntaxError) {
        let name = text.prefix(before: "=").trimmedBlanks
        var rest = text.drop { $0 != "=" }.dropFirst()
        guard !name.isEmpty, name.utf8.allSatisfy(\.isVariableName), !rest.isEmpty else {
            throw BodyPath.SyntaxError(message: "This is not a capture; expected `name = body.path`.")
        }
        source = .part(try ResponsePart.read(from: &rest))
        guard rest.trimmedBlanks.isEmpty else {
            throw BodyPath.SyntaxError(message: "“\(rest.trimmedBlanks)” is more than a capture takes.")
        }
        self.text = "capture \(text.trimmedBlanks)"
        self.name = String(name)
        self.line = line
    }

    init(_ name: String, _ source: ResponseActions.Operand, text: String, line: Int) {
        self.name = name
        self.source = source
        self.text = text
        self.line = line
    }
}
