import EngineJSON
import EngineMocks

/// The words of one tag, or of one pair of parentheses.
struct TemplateTag {
    /// The first word if it is a plain name.
    var name: String?
    /// The value of the first word if it is not a helper.
    var head: TemplateExpression?
    var arguments: [TemplateExpression] = []
    var options: [String: TemplateExpression] = [:]
    /// The names in `as |a b|`.
    var blockNames: [String] = []

    var isAlone: Bool { arguments.isEmpty && options.isEmpty }

    func expression() throws(MockError) -> TemplateExpression {
        if let name, let helper = TemplateHelper(rawValue: name) {
            try helper.check(arguments, options)
            return .call(helper, arguments, options: options)
        }
        if let head, isAlone { return head }
        throw MockError("the template's helper “\(name ?? "")” is not supported.")
    }
}

struct TemplateExpressionReader {
    private(set) var rest: Substring
    private var depth = 0
    private static let deepest = 32
    private static let blocks: Set = ["if", "unless", "else", "each"]
    private let names: TemplateNames

    init(_ text: Substring, _ names: TemplateNames) {
        rest = text
        self.names = names
    }

    mutating func words() throws(MockError) -> TemplateTag {
        var words = TemplateTag()
        skipBlanks()
        if let character = rest.first, character.beginsName {
            let path = try path()
            words.name = path
            if !Self.blocks.contains(path) { words.head = try TemplatePath(path, names).map { .lookup($0) } }
            guard words.head != nil || TemplateHelper(rawValue: path) != nil || Self.blocks.contains(path)
            else {
                throw MockError("the template's helper “\(path)” is not supported.")
            }
        } else if let value = try argument() {
            words.head = value
        }
        skipBlanks()
        while let character = rest.first, !"})~".contains(character) {
            if rest.hasPrefix("as |") {
                words.blockNames = try blockNames()
            } else if let name = optionName() {
                guard let value = try argument() else { throw unreadable }
                words.options[name] = value
            } else {
                guard let value = try argument() else { throw unreadable }
                words.arguments.append(value)
            }
            skipBlanks()
        }
        return words
    }

    mutating func expect(_ end: String) throws(MockError) {
        guard consume(end) else { throw unreadable }
    }

    /// Consumes a text after optional blanks.
    ///
    /// Returns `false` if the text does not follow.
    mutating func consume(_ text: String) -> Bool {
        skipBlanks()
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }

    private mutating func blockNames() throws(MockError) -> [String] {
        let inside = rest.dropFirst(4).prefix(before: "|")
        let names = inside.split(whereSeparator: \.isWhitespace).map(String.init)
        guard inside.endIndex < rest.endIndex, (1...2).contains(names.count) else { throw unreadable }
        rest = rest[inside.endIndex...].dropFirst()
        return names
    }

    private var unreadable: MockError {
        MockError("the template cannot be read at “\(rest.prefix(20))”.")
    }

    private mutating func skipBlanks() { rest = rest.drop(while: \.isWhitespace) }

    /// Consumes a name and its equals sign.
    ///
    /// Returns `nil` if they do not follow.
    private mutating func optionName() -> String? {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        guard !name.isEmpty, rest.dropFirst(name.count).first == "=" else { return nil }
        rest = rest.dropFirst(name.count + 1)
        return String(name)
    }

    private mutating func argument() throws(MockError) -> TemplateExpression? {
        switch rest.first {
        case "'", "\"": return .literal(.string(try quoted()))
        case "(": return try parenthesized()
        case let character? where character.isNumber || character == "-":
            let text = rest.prefix { $0.isNumber || "+-.eE".contains($0) }
            guard let number = JSONNumber(text: String(text)) else { throw unreadable }
            rest = rest.dropFirst(text.count)
            return .literal(.number(number))
        case let character? where character.beginsName:
            let path = try path()
            switch path {
            case "true": return .literal(true)
            case "false": return .literal(false)
            case "null", "undefined": return .literal(nil)
            default:
                if let path = try TemplatePath(path, names) { return .lookup(path) }
                throw MockError("the template's name “\(path)” is not known.")
            }
        default: return nil
        }
    }

    private mutating func parenthesized() throws(MockError) -> TemplateExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw MockError("the template's parentheses stand too deep in each other.")
        }
        rest.removeFirst()
        let words = try words()
        try expect(")")
        return try words.expression()
    }

    private mutating func quoted() throws(MockError) -> String {
        let quote = rest.removeFirst()
        var text = ""
        while let character = rest.popFirst(), character != quote || text.hasSuffix("\\") {
            if character == quote { text.removeLast() }
            text.append(character)
            if rest.isEmpty { throw unreadable }
        }
        return text
    }

    /// Consumes a path: names with dots between them, optionally in brackets.
    private mutating func path() throws(MockError) -> String {
        var path = ""
        while rest.hasPrefix("../") {
            path += "../"
            rest = rest.dropFirst(3)
        }
        if rest.first == "@" { path.append(rest.removeFirst()) }
        while let character = rest.first {
            if character == "[" {
                guard let end = rest.unicodeScalars.firstIndex(of: "]") else { throw unreadable }
                path += rest[...end]
                rest = rest[rest.unicodeScalars.index(after: end)...]
            } else if character.isLetter || character.isNumber || "._-".contains(character) {
                path.append(character)
                rest.removeFirst()
            } else {
                break
            }
        }
        return path
    }
}

extension Character {
    fileprivate var beginsName: Bool { isLetter || "_@.".contains(self) }
}
