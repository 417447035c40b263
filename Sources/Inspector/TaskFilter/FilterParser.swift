import ClientEngine

/// A recursive-descent parser for filters, with a depth limit.
struct FilterParser {
    private let bytes: [UInt8]
    private var index = 0
    private static let maximumDepth = 64

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func parse() throws(FilterError) -> Filter.Node {
        skipBlanks()
        if index == bytes.count { return .all([]) }
        let node = try parseOr(depth: 0)
        guard index == bytes.count else { throw FilterError("There is no “(” for this “)”.", at: index) }
        return node
    }

    private mutating func parseOr(depth: Int) throws(FilterError) -> Filter.Node {
        guard depth < Self.maximumDepth else {
            throw FilterError("The parentheses are nested too deeply.", at: index)
        }
        var nodes = [try parseAnd(depth: depth)]
        while peek == UInt8(ascii: "|") {
            index += 1
            nodes.append(try parseAnd(depth: depth))
        }
        return nodes.count == 1 ? nodes[0] : .any(nodes)
    }

    private mutating func parseAnd(depth: Int) throws(FilterError) -> Filter.Node {
        var nodes: [Filter.Node] = []
        skipBlanks()
        while let byte = peek, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
            nodes.append(try parseUnary(depth: depth))
            skipBlanks()
            try skipAnd()
        }
        guard let first = nodes.first else { throw FilterError("A word is missing here.", at: index) }
        return nodes.count == 1 ? first : .all(nodes)
    }

    private mutating func parseUnary(depth: Int) throws(FilterError) -> Filter.Node {
        var isNegated = false
        while peek == UInt8(ascii: "-") || peek == UInt8(ascii: "!") {
            isNegated.toggle()
            index += 1
        }
        let node =
            peek == UInt8(ascii: "(") ? try parseGroup(depth: depth) : Filter.Node.test(try parseTerm())
        return isNegated ? .not(node) : node
    }

    private mutating func parseGroup(depth: Int) throws(FilterError) -> Filter.Node {
        let start = index
        index += 1
        let node = try parseOr(depth: depth + 1)
        guard peek == UInt8(ascii: ")") else { throw FilterError("This “(” is not closed.", at: start) }
        index += 1
        return node
    }

    private mutating func parseTerm() throws(FilterError) -> Criterion {
        let start = index
        if peek == UInt8(ascii: "/"), let source = takePattern() {
            return try Criterion.pattern(source, at: start + 1)
        }
        if peek == UInt8(ascii: "\"") { return .text(.methodAndURL, try takeQuoted()) }
        if peek == UInt8(ascii: "~") { return try parseShortTerm() }
        let key = takeKey()
        let valueStart = index
        let value = peek == UInt8(ascii: "\"") && key != nil ? try takeQuoted() : takeWord()
        guard let key else {
            guard !value.isEmpty else { throw FilterError("A word is missing here.", at: start) }
            return .text(.methodAndURL, value)
        }
        let known = Filter.Key(rawValue: key.lowercased())
        guard !value.isEmpty || known == .slow else {
            throw Self.missingValue(of: known, key, at: valueStart)
        }
        return try Criterion(key: key, value: value, place: Criterion.Place(key: start, value: valueStart))
    }

    /// Parses a short term such as `~c 404`.
    private mutating func parseShortTerm() throws(FilterError) -> Criterion {
        let start = index
        index += 1
        let letter = takeWord()
        if let short = Filter.shortFlags.first(where: { $0.letter == letter }) { return .flag(short.flag) }
        guard let short = Filter.shortKeys.first(where: { $0.letter == letter }) else {
            let known = Filter.shortWords.map(\.text).joined(separator: ", ")
            throw FilterError("Unknown word “~\(letter)”; there are \(known).", at: start)
        }
        skipBlanks()
        let valueStart = index
        let value = peek == UInt8(ascii: "\"") ? try takeQuoted() : takeWord()
        guard !value.isEmpty else { throw Self.missingValue(of: short.key, "~" + letter, at: valueStart) }
        return try Criterion.known(short.key, value, at: valueStart)
    }

    private static func missingValue(of key: Filter.Key?, _ name: String, at offset: Int) -> FilterError {
        let example = key.map { "; try \($0.example)" } ?? ""
        return FilterError("The value of “\(name)” is missing\(example).", at: offset)
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte = peek, byte.isFilterBlank { index += 1 }
    }

    /// Skips a separate `&`.
    ///
    /// Within a word, `&` is part of a query.
    private mutating func skipAnd() throws(FilterError) {
        guard peek == UInt8(ascii: "&"), index + 1 == bytes.count || bytes[index + 1].isFilterBlank else {
            return
        }
        index += 1
        skipBlanks()
        guard let byte = peek, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") else {
            throw FilterError("A word is missing here.", at: index)
        }
    }

    /// Takes `key:`.
    ///
    /// A word before `://` is the scheme of a URL, not a key.
    private mutating func takeKey() -> String? {
        let name = bytes[index...].prefix { $0.isKeyByte }
        let end = index + name.count
        guard !name.isEmpty, end < bytes.count, bytes[end] == UInt8(ascii: ":"),
            !bytes[end...].starts(with: Array("://".utf8))
        else { return nil }
        index = end + 1
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func takeWord() -> String {
        let word = bytes[index...].prefix { !$0.endsWord }
        index += word.count
        return String(decoding: word, as: UTF8.self)
    }

    private mutating func takeQuoted() throws(FilterError) -> String {
        let text = bytes[(index + 1)...].prefix { $0 != UInt8(ascii: "\"") }
        guard index + 1 + text.count < bytes.count else {
            throw FilterError("This “\"” is not closed.", at: index)
        }
        index += text.count + 2
        return String(decoding: text, as: UTF8.self)
    }

    /// Takes `/re/` if the second slash ends a word.
    ///
    /// Otherwise the text is a URL path.
    private mutating func takePattern() -> String? {
        var end = index + 1
        while end < bytes.count {
            if bytes[end] == UInt8(ascii: "\\") {
                end += 2
                continue
            }
            if bytes[end] == UInt8(ascii: "/") {
                guard end > index + 1, end + 1 == bytes.count || bytes[end + 1].endsWord else { return nil }
                let source = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
                index = end + 1
                return source
            }
            end += 1
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isFilterBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    fileprivate var endsWord: Bool {
        isFilterBlank || self == UInt8(ascii: "|") || self == UInt8(ascii: "(") || self == UInt8(ascii: ")")
    }

    fileprivate var isKeyByte: Bool { isASCIIAlphanumeric || "._-".utf8.contains(self) }
}
