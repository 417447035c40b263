import FoundationEssentials

/// Turns the templates of Insomnia into references.
///
///     {{ _.user.name }}                                   {{user.name}}
///     {% uuid 'v4' %}                                     {{$uuid}}
///     {% response 'body', 'req_1', '$.token', … %}        {{login.response.body.$.token}}
///
/// A tag without a counterpart becomes a variable that nobody defines, so that nothing is sent before it has a value.
struct InsomniaTemplates {
    /// The `@name` of each request that stands in the same file, by its identifier.
    var names: [String: String] = [:]
    /// Questions to ask before sending, as directives.
    private(set) var prompts: [String] = []
    private(set) var warnings: [String] = []

    mutating func translated(_ text: String) -> String {
        Self.pieces(of: text).map { $0.isTag ? tag($0.text) : references(String($0.text)) }.joined()
    }

    /// Cuts a text into the insides of its tags and what stands around them.
    private static func pieces(of text: String) -> [(text: Substring, isTag: Bool)] {
        var pieces: [(Substring, Bool)] = []
        var rest = text[...]
        while let open = rest.unicodeScalars.firstRange(of: "{%".unicodeScalars),
            let close = rest[open.upperBound...].unicodeScalars.firstRange(of: "%}".unicodeScalars)
        {
            pieces += [(rest[..<open.lowerBound], false), (rest[open.upperBound..<close.lowerBound], true)]
            rest = rest[close.upperBound...]
        }
        return pieces + [(rest, false)]
    }

    /// Percent-encodes a text; templates, which are translated later, encode what they bring.
    static func encoded(_ text: String) -> String {
        encoded(text) { $0.percentEncoded }
    }

    /// Percent-encodes the name or the value of a parameter as Insomnia does: escapes and `!'()*` stay.
    static func encodedParameter(_ text: String) -> String {
        encoded(text) { URLTextEncoder.encoded(component: String($0), .flexible) }
    }

    /// Percent-encodes a URL as Insomnia does; templates stay as they are.
    static func encodedURL(_ url: String) -> String {
        var tags: [Substring] = []
        let marked = pieces(of: url).map { piece in
            guard piece.isTag else { return String(piece.text) }
            tags.append(piece.text)
            return "{{%%}}"
        }.joined()
        var left = tags.makeIterator()
        return TemplateText.map(URLTextEncoder.encoded(marked, .flexible)) { inside in
            if inside == "%%", let tag = left.next() { return "{%\(tag)%}" }
            return "{{\(inside)}}"
        }
    }

    /// The blank keeps the mark of a reference from looking like that of a tag.
    private static func encoded(_ text: String, _ literal: (Substring) -> String) -> String {
        pieces(of: text).map { piece in
            if piece.isTag { return "{%%\(piece.text)%}" }
            return TemplateText.map(String(piece.text), literal: literal) { "{{ %\($0.trimmedBlanks) }}" }
        }.joined()
    }

    private mutating func references(_ text: String) -> String {
        var lost: [String] = []
        let output = TemplateText.mapNames(text) { name in
            if let variable = Self.variable(String(name)) { return variable }
            lost.append("“{{ \(name) }}” is an expression: put its value in its place.")
            return SafeNames.variable("insomnia-" + SafeNames.identifier(String(name)))
        }
        for warning in lost { lose(warning) }
        return output
    }

    /// `_.name`, `name` and `_['name']` as the name; nil for filters and other expressions.
    private static func variable(_ expression: String) -> String? {
        var name = expression[...]
        for (opening, closing) in [("_['", "']"), ("_[\"", "\"]")]
        where name.hasPrefix(opening) && name.hasSuffix(closing) && name.count > 5 {
            return String(name.dropFirst(3).dropLast(2))
        }
        if name.hasPrefix("_.") { name = name.dropFirst(2) }
        let isPath = name.utf8.allSatisfy { $0.isVariableName || $0 == 0x5B || $0 == 0x5D }
        return isPath && !name.isEmpty ? String(name) : nil
    }

    private mutating func lose(_ text: String) {
        if !warnings.contains(text), warnings.count < 100 { warnings.append(text) }
    }

    // MARK: Tags

    private mutating func tag(_ text: Substring) -> String {
        if text.hasPrefix("%") {
            return TemplateText.encoding(tag(text.dropFirst()).dropFirst(2).dropLast(2))
        }
        let words = Self.words(text)
        let kind = words.first ?? ""
        let arguments = Array(words.dropFirst())
        if let known = Self.value(kind, arguments) { return "{{\(known)}}" }
        if kind == "prompt" { return prompt(arguments) }
        if kind == "response" { return response(arguments) }
        lose("The tag “\(kind)” has no counterpart: put its value in its place.")
        return "{{insomnia-\(SafeNames.identifier(kind))}}"
    }

    private static func value(_ kind: String, _ arguments: [String]) -> String? {
        let first = arguments.first?.lowercased() ?? ""
        switch (kind, first) {
        case ("uuid", _), ("faker", "randomuuid"), ("faker", "guid"): return "$uuid"
        case ("timestamp", _), ("now", "unix"), ("faker", "timestamp"): return "$timestamp"
        case ("now", ""), ("now", "iso-8601"), ("faker", "isotimestamp"): return "$isoTimestamp"
        case ("faker", "randomint"): return "$randomInt"
        default: return nil
        }
    }

    private mutating func prompt(_ arguments: [String]) -> String {
        let title = arguments.first ?? ""
        let name = SafeNames.identifier(title.isEmpty ? "answer" : title)
        let directive = "@prompt \(name) \(title)"
        if !prompts.contains(directive) { prompts.append(directive) }
        return "{{\(name)}}"
    }

    private mutating func response(_ arguments: [String]) -> String {
        let id = arguments.count > 1 ? arguments[1] : ""
        guard let name = names[id] else {
            lose("A value comes from the response of a request in another folder: capture it there.")
            return "{{insomnia-response}}"
        }
        let path = arguments.count > 2 ? Self.decoded(arguments[2]) : ""
        let canStand = path.utf8.allSatisfy { $0.isVariableName || "[]$*".utf8.contains($0) }
        switch arguments.first {
        case "body" where canStand && path.hasPrefix("$"): return "{{\(name).response.body.\(path)}}"
        case "raw": return "{{\(name).response.body.*}}"
        case "header" where canStand && !path.isEmpty: return "{{\(name).response.headers.\(path)}}"
        default:
            lose("“\(path)” of a response cannot be referred to: put its value in its place.")
            return "{{insomnia-response}}"
        }
    }

    /// Paths are written as `b64::JC5pZA==::46b`.
    private static func decoded(_ text: String) -> String {
        guard text.hasPrefix("b64::"), text.hasSuffix("::46b"), text.count >= 10 else { return text }
        let data = Data(base64Encoded: String(text.dropFirst(5).dropLast(5)))
        return data.flatMap { String(validating: $0, as: UTF8.self) } ?? text
    }

    /// Returns the words of a tag: separated by commas or blanks, or in quotation marks.
    private static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var rest = text.drop { $0.isWhitespace || $0 == "," }
        while let first = rest.first {
            if first == "'" || first == "\"" {
                let inside = rest.dropFirst().prefix { $0 != first }
                words.append(String(inside))
                rest = rest[inside.endIndex...].dropFirst()
            } else {
                let word = rest.prefix { !$0.isWhitespace && $0 != "," }
                words.append(String(word))
                rest = rest[word.endIndex...]
            }
            rest = rest.drop { $0.isWhitespace || $0 == "," }
        }
        return words
    }
}
