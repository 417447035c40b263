import JSON

/// A text with places that are filled in from the request: a part of Handlebars, as WireMock's answers use it.
///
/// ```
/// {{request.query.name}}   {{jsonPath request.body '$.id'}}   {{now offset='3 days' format='yyyy-MM-dd'}}
/// {{#if request.headers.X}} … {{else}} … {{/if}}   {{#eq request.method 'GET'}} … {{/eq}}
/// ```
///
/// What is filled in is not looked at again, and is not escaped. Size and nesting are limited, and a helper or a name
/// that is not known is refused by name when the template is read.
struct ResponseTemplate: Sendable {
    private let nodes: [TemplateNode]

    /// The longest template, in bytes.
    static let longestText = 4 << 20
    private static let longestOutput = 16 << 20

    /// Reads a template.
    init(_ text: String) throws(MockRejection) {
        guard text.utf8.count <= Self.longestText else {
            throw MockRejection("a template is larger than \(Self.longestText >> 20) MiB.")
        }
        var parser = TemplateParser(text)
        nodes = try parser.parse()
    }

    /// The text for one request.
    ///
    /// - Throws: ``MockRejection`` when it would become too long.
    func text(in scope: inout TemplateScope) throws(MockRejection) -> String {
        var output = ""
        try Self.write(nodes, to: &output, in: &scope)
        return output
    }

    private static func write(
        _ nodes: [TemplateNode], to output: inout String, in scope: inout TemplateScope
    ) throws(MockRejection) {
        for node in nodes {
            switch node {
            case .text(let text): output += text
            case .output(let expression):
                output += try scope.value(of: expression)?.renderedText ?? ""
            case .block(let block):
                let isTrue = try scope.value(of: block.condition)?.isTruthy ?? false
                let part = isTrue != block.isNegated ? block.then : block.otherwise
                try write(part, to: &output, in: &scope)
            }
            guard output.utf8.count <= longestOutput else {
                throw MockRejection("its answer would be larger than \(longestOutput >> 20) MiB.")
            }
        }
    }
}

/// A piece of a template.
indirect enum TemplateNode: Sendable {
    /// A condition, and what stands for each of its answers.
    struct Block: Sendable {
        var condition: TemplateExpression
        var isNegated: Bool
        var then: [TemplateNode] = []
        var otherwise: [TemplateNode] = []
    }

    case text(String)
    case output(TemplateExpression)
    case block(Block)
}

/// What stands between the braces.
indirect enum TemplateExpression: Sendable {
    case literal(JSONValue)
    case lookup(TemplatePath)
    case call(TemplateHelper, [TemplateExpression], options: [String: TemplateExpression])
}

extension JSONValue {
    /// The value as it stands in an answer.
    var renderedText: String { isNull ? "" : matchedText }

    /// Whether a condition takes it for true.
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
