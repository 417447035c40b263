import EngineJSON
import EngineMocks
import FoundationEssentials

struct TemplateNames {
    /// Names that earlier helpers have stored.
    var variables: Set<String> = []
    /// The number of open `{{#each}}` blocks.
    ///
    /// Inside a block, every name may be a member of an element.
    var openLists = 0

    var isInList: Bool { openLists > 0 }
}

struct TemplatePath: Sendable {
    /// The value at which the path starts.
    enum Start: Sendable, Equatable {
        /// A member of the innermost element that has it, a variable, `request` or `parameters`.
        case name(String)
        case this
        case data(Data)
    }

    enum Data: String, Sendable {
        case index, first, last, key, odd, even
        case number = "index_1"
    }

    let start: Start
    let steps: [String]
    /// The number of outer lists to go up.
    let levelsUp: Int

    private static let known: Set<String> = [
        "method", "url", "path", "pathSegments", "query", "headers", "cookies", "body", "host", "port",
        "scheme", "baseUrl", "clientIp",
    ]
    /// The fields of `request.requestLine`.
    ///
    /// Its path has no segments.
    private static let ofRequestLine: Set<String> = [
        "method", "url", "path", "pathSegments", "query", "host", "port", "scheme", "baseUrl",
    ]
    /// Helpers of WireMock that are not supported here.
    ///
    /// Without arguments, they look like names.
    private static let foreignHelpers: Set<String> = [
        "abbreviate", "and", "array", "assign", "capitalizeFirst", "center", "contains", "cut", "date",
        "dateFormat", "defaultIfEmpty", "file", "formData", "gt", "gte", "hostname", "include", "ljust",
        "lookup", "log", "lt", "lte", "matches", "neq", "not", "numberFormat", "or", "parseDate", "parseJson",
        "pickRandom", "randomDecimal", "range", "rjust", "slugify", "soapXPath", "stringFormat", "stripTags",
        "systemValue", "toJson", "truncateDate", "val", "with", "wordWrap", "wrap", "xPath", "yesno",
    ]

    /// Parses a path.
    ///
    /// Returns `nil` for a single name that can only be a helper.
    init?(_ text: String, _ names: TemplateNames) throws(MockError) {
        var rest = text[...]
        var levels = 0
        while rest.hasPrefix("../") {
            rest = rest.dropFirst(3)
            levels += 1
        }
        if levels > 0 || rest.hasPrefix("@") || rest == "this" || rest.hasPrefix("this."), !names.isInList {
            throw MockError("the template's name “\(text)” stands outside of “{{#each}}”.")
        }
        levelsUp = levels
        if rest.hasPrefix("@") {
            guard let data = Data(rawValue: String(rest.dropFirst())), levels == 0 else {
                throw MockError("the template's name “\(text)” is not supported.")
            }
            (start, steps) = (.data(data), [])
            return
        }
        let words = Self.names(in: rest)
        guard let first = words.first else { return nil }
        let behind = Array(words.dropFirst())
        switch first {
        case "request": (start, steps) = (.name(first), try Self.field(behind, of: text))
        case "this" where names.isInList: (start, steps) = (.this, behind)
        case "parameters": (start, steps) = (.name(first), behind)
        default:
            let isForeign = behind.isEmpty && levels == 0 && Self.foreignHelpers.contains(first)
            guard names.variables.contains(first) || names.isInList && !isForeign else { return nil }
            (start, steps) = (.name(first), behind)
        }
    }

    /// Returns the steps into the request.
    ///
    /// Steps through `requestLine` lead to the same parts.
    private static func field(_ steps: [String], of text: String) throws(MockError) -> [String] {
        guard let field = steps.first else {
            throw MockError("the template's name “request” needs a field, as in request.path.")
        }
        if known.contains(field) { return steps }
        let behind = Array(steps.dropFirst())
        guard field == "requestLine", let part = behind.first, ofRequestLine.contains(part),
            part != "path" || behind.count == 1
        else { throw MockError("the template's name “\(text)” is not supported.") }
        return behind
    }

    private static func names(in text: Substring) -> [String] {
        var names: [String] = []
        var rest = text
        while let character = rest.first {
            if character == "." {
                rest.removeFirst()
            } else if character == "[" {
                let end = rest.unicodeScalars.firstIndex(of: "]") ?? rest.endIndex
                names.append(rest[..<end].dropFirst().trimming { "'\"".unicodeScalars.contains($0) })
                rest = rest[end...].dropFirst()
            } else {
                let name = rest.prefix(before: ".", "[")
                names.append(String(name))
                rest = rest.dropFirst(name.count)
            }
        }
        return names
    }
}

extension JSONValue {
    func value(at steps: [String]) -> JSONValue? {
        steps.reduce(self as JSONValue?) { value, step in value?[step] ?? Int(step).flatMap { value?[$0] } }
    }
}
