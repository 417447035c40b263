import EngineJSON
import EngineMocks

struct TemplateParser {
    private struct Open {
        var name: String
        var subject: TemplateExpression
        /// The names for the elements of a list, or `nil` for a condition.
        var listed: [String]?
        var branches = TemplateNode.Branches()
        var isInElse = false
    }

    private var rest: Substring
    private var open: [Open] = []
    private var nodes: [TemplateNode] = []
    private var names = TemplateNames()
    /// Indicates whether a tag has been parsed.
    ///
    /// As in WireMock, a tilde does not trim the text before the first tag and after the last one.
    private var hasTag = false
    /// Indicates whether a tilde trims the blanks at the beginning of the next text.
    private var trimsNext = false
    private static let deepest = 32

    init(_ text: String) {
        rest = text[...]
    }

    mutating func parse() throws(MockError) -> [TemplateNode] {
        while let start = rest.unicodeScalars.firstRange(of: "{{".unicodeScalars) {
            let before = rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            if before.hasSuffix("\\") {
                // A backslash before the braces makes them literal.
                addText(before.dropLast() + "{{")
                continue
            }
            let trimsBefore = rest.hasPrefix("~")
            if trimsBefore { rest.removeFirst() }
            addText(trimsBefore && hasTag ? before.withoutBlanksAtEnd : before)
            hasTag = true
            guard !trimsBefore || !rest.hasPrefix("!") else {
                throw MockError("the template's “{{~!” is not supported.")
            }
            try parseTag()
        }
        if !rest.isEmpty { add(.text(String(rest))) }
        if let block = open.last {
            throw MockError("the template's “{{#\(block.name)}}” is never closed.")
        }
        return nodes
    }

    private mutating func addText(_ text: Substring) {
        let text = trimsNext ? text.drop(while: \.isWhitespace) : text
        trimsNext = false
        if !text.isEmpty { add(.text(String(text))) }
    }

    private mutating func add(_ node: TemplateNode) {
        guard let last = open.indices.last else { return nodes.append(node) }
        if open[last].isInElse {
            open[last].branches.otherwise.append(node)
        } else {
            open[last].branches.then.append(node)
        }
    }

    private mutating func parseTag() throws(MockError) {
        if rest.hasPrefix("!--") { return try skipComment(to: "--}}") }
        if rest.hasPrefix("!") { return try skipComment(to: "}}") }
        let isTriple = rest.hasPrefix("{")
        if isTriple { rest.removeFirst() }
        let mark = rest.first
        switch mark {
        case "#", "/", "^", ">", "&", "*": rest.removeFirst()
        default: break
        }
        var reader = TemplateExpressionReader(rest, names)
        switch mark {
        case "#": try begin(try reader.words())
        case "/": try end(try reader.words())
        case "^", ">", "&", "*": throw MockError("the template's “{{\(mark ?? " ")” is not supported.")
        default: try addOutput(of: try reader.words())
        }
        if isTriple { try reader.expect("}") }
        trimsNext = reader.consume("~")
        try reader.expect("}}")
        rest = reader.rest
    }

    private mutating func skipComment(to end: String) throws(MockError) {
        guard let range = rest.firstRange(of: end) else {
            throw MockError("a comment of the template has no end.")
        }
        rest = rest[range.upperBound...]
    }

    private mutating func addOutput(of words: TemplateTag) throws(MockError) {
        if words.isAlone, words.name == "else" {
            guard let last = open.indices.last, !open[last].isInElse else {
                throw MockError("the template's “{{else}}” stands outside of a block.")
            }
            open[last].isInElse = true
        } else {
            let expression = try words.expression()
            // The name that the call stores is valid from here on.
            if case .call(let helper, let arguments, _) = expression {
                names.variables.formUnion(helper.names(arguments))
            }
            add(.output(expression))
        }
    }

    private mutating func begin(_ words: TemplateTag) throws(MockError) {
        guard open.count < Self.deepest else {
            throw MockError("the template's blocks stand too deep in each other.")
        }
        let name = words.name ?? ""
        switch name {
        case "if", "unless", "each":
            guard words.arguments.count == 1, let argument = words.arguments.first, words.options.isEmpty
            else {
                throw MockError(
                    "the template's “{{#\(name)}}” wants one \(name == "each" ? "list" : "condition").")
            }
            let listed = name == "each" ? words.blockNames : nil
            open.append(Open(name: name, subject: argument, listed: listed))
        case "eq": open.append(Open(name: name, subject: try words.expression()))
        default: throw MockError("the template's helper “\(name)” is not supported as a block.")
        }
        guard name == "each" || words.blockNames.isEmpty else {
            throw MockError("the template's “{{#\(name)}}” gives no names.")
        }
        if name == "each" { names.openLists += 1 }
    }

    private mutating func end(_ words: TemplateTag) throws(MockError) {
        let name = words.name ?? ""
        guard let last = open.popLast(), last.name == name else {
            throw MockError("the template's “{{/\(name)}}” closes nothing.")
        }
        guard let listed = last.listed else {
            return add(.choice(last.subject, isNegated: name == "unless", last.branches))
        }
        names.openLists -= 1
        add(.list(last.subject, names: listed, last.branches))
    }
}

extension Substring {
    fileprivate var withoutBlanksAtEnd: Substring {
        self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)]
    }
}
