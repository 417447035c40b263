import JSON

/// Reads a template into its pieces.
struct TemplateParser {
    /// A block that is open.
    private struct Open {
        var name: String
        var block: TemplateNode.Block
        var isInElse = false
    }

    private var rest: Substring
    private var open: [Open] = []
    private var nodes: [TemplateNode] = []
    private static let deepest = 32

    init(_ text: String) {
        rest = text[...]
    }

    mutating func parse() throws(MockRejection) -> [TemplateNode] {
        while let start = rest.firstRange(of: "{{") {
            let before = rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            if before.hasSuffix("\\") {
                // A backslash before them lets the braces be braces.
                add(.text(before.dropLast() + "{{"))
                continue
            }
            if !before.isEmpty { add(.text(String(before))) }
            try parseTag()
        }
        if !rest.isEmpty { add(.text(String(rest))) }
        if let block = open.last {
            throw MockRejection("the template's “{{#\(block.name)}}” is never closed.")
        }
        return nodes
    }

    private mutating func add(_ node: TemplateNode) {
        guard let last = open.indices.last else { return nodes.append(node) }
        if open[last].isInElse {
            open[last].block.otherwise.append(node)
        } else {
            open[last].block.then.append(node)
        }
    }

    private mutating func parseTag() throws(MockRejection) {
        if rest.hasPrefix("!--") { return try skipComment(to: "--}}") }
        if rest.hasPrefix("!") { return try skipComment(to: "}}") }
        let isTriple = rest.hasPrefix("{")
        if isTriple { rest.removeFirst() }
        let mark = rest.first
        switch mark {
        case "#", "/", "^", ">", "&", "*": rest.removeFirst()
        default: break
        }
        var reader = TemplateExpressionReader(rest)
        switch mark {
        case "#": try begin(try reader.words())
        case "/": try end(try reader.words())
        case "^", ">", "&", "*": throw MockRejection("the template's “{{\(mark ?? " ")” is not supported.")
        default: try addOutput(of: try reader.words())
        }
        try reader.expect(isTriple ? "}}}" : "}}")
        rest = reader.rest
    }

    private mutating func skipComment(to end: String) throws(MockRejection) {
        guard let range = rest.firstRange(of: end) else {
            throw MockRejection("a comment of the template has no end.")
        }
        rest = rest[range.upperBound...]
    }

    private mutating func addOutput(of words: TemplateWords) throws(MockRejection) {
        if words.isAlone, words.name == "else" {
            guard let last = open.indices.last, !open[last].isInElse else {
                throw MockRejection("the template's “{{else}}” stands outside of a block.")
            }
            open[last].isInElse = true
        } else {
            add(.output(try words.expression()))
        }
    }

    private mutating func begin(_ words: TemplateWords) throws(MockRejection) {
        guard open.count < Self.deepest else {
            throw MockRejection("the template's blocks stand too deep in each other.")
        }
        let name = words.name ?? ""
        let condition: TemplateExpression
        switch name {
        case "if", "unless":
            guard words.arguments.count == 1, let argument = words.arguments.first, words.options.isEmpty
            else {
                throw MockRejection("the template's “{{#\(name)}}” wants one condition.")
            }
            condition = argument
        case "eq": condition = try words.expression()
        default: throw MockRejection("the template's helper “\(name)” is not supported as a block.")
        }
        open.append(
            Open(name: name, block: TemplateNode.Block(condition: condition, isNegated: name == "unless")))
    }

    private mutating func end(_ words: TemplateWords) throws(MockRejection) {
        let name = words.name ?? ""
        guard let last = open.popLast(), last.name == name else {
            throw MockRejection("the template's “{{/\(name)}}” closes nothing.")
        }
        add(.block(last.block))
    }
}
