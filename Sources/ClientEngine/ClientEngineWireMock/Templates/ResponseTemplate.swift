import EngineJSON
import EngineMocks

/// A template that is rendered from the request: the part of Handlebars that WireMock's responses use.
///
/// ```
/// {{request.query.name}}   {{jsonPath request.body '$.id'}}   {{now offset='3 days' format='yyyy-MM-dd'}}
/// {{#if request.headers.X}} … {{else}} … {{/if}}   {{#eq request.method 'GET'}} … {{/eq}}
/// {{#each (jsonPath request.body '$.items') as |item|}} {{item.name}}{{#unless @last}}, {{/unless}} {{/each}}
/// ```
///
/// Rendered values are not escaped, and are not templates themselves. Size and nesting are limited. An unknown helper
/// or name is an error when the template is parsed.
struct ResponseTemplate: Sendable {
    private let nodes: [TemplateNode]

    static let longestText = 4 << 20
    private static let longestOutput = 16 << 20

    init(_ text: String) throws(MockError) {
        guard text.utf8.count <= Self.longestText else {
            throw MockError("a template is larger than \(Self.longestText >> 20) MiB.")
        }
        var parser = TemplateParser(text)
        nodes = try parser.parse()
    }

    func text(in scope: inout TemplateScope) throws(MockError) -> String {
        var output = ""
        try Self.write(nodes, to: &output, in: &scope)
        return output
    }

    private static func write(
        _ nodes: [TemplateNode], to output: inout String, in scope: inout TemplateScope
    ) throws(MockError) {
        for node in nodes {
            switch node {
            case .text(let text): output += text
            case .output(let expression):
                let value = try scope.value(of: expression)
                output += (expression.isMember ? value?.listedText : value?.renderedText) ?? ""
            case .choice(let condition, let isNegated, let branches):
                let isTrue = try scope.value(of: condition)?.isTruthy ?? false
                let part = isTrue != isNegated ? branches.then : branches.otherwise
                try write(part, to: &output, in: &scope)
            case .list(let expression, let names, let branches):
                let value = try scope.collection(of: expression)
                let hasElements = try scope.forEach(of: value, named: names) { scope throws(MockError) in
                    try write(branches.then, to: &output, in: &scope)
                }
                if !hasElements { try write(branches.otherwise, to: &output, in: &scope) }
            }
            guard output.utf8.count <= longestOutput else {
                throw MockError("its answer would be larger than \(longestOutput >> 20) MiB.")
            }
        }
    }
}

indirect enum TemplateNode: Sendable {
    struct Branches: Sendable {
        var then: [TemplateNode] = []
        var otherwise: [TemplateNode] = []
    }

    case text(String)
    case output(TemplateExpression)
    case choice(TemplateExpression, isNegated: Bool, Branches)
    /// The first branch for each element, under the given names, or the second branch if there are no elements.
    case list(TemplateExpression, names: [String], Branches)
}

indirect enum TemplateExpression: Sendable {
    case literal(JSONValue)
    case lookup(TemplatePath)
    case call(TemplateHelper, [TemplateExpression], options: [String: TemplateExpression])

    /// Indicates whether the expression is an element of a list, or part of one.
    fileprivate var isMember: Bool {
        guard case .lookup(let path) = self else { return false }
        return path.start != .name("parameters")
    }
}

extension JSONValue {
    var renderedText: String { isNull ? "" : matchedText }

    /// The text of the value as an element of a list: objects as `{name=Ada, age=36}`, as in WireMock.
    var listedText: String {
        guard case .object(let object) = self else { return renderedText }
        let members = object.members.map { "\($0.name)=\($0.value.isNull ? "null" : $0.value.listedText)" }
        return "{" + members.joined(separator: ", ") + "}"
    }

    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let bool): bool
        case .number(let number): number.double != 0
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object: true
        }
    }
}
