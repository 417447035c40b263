import EngineJSON

/// Parses the text of a path with the grammar of RFC 9535.
///
/// The recursion follows the nesting of filters, parentheses and functions, which is limited.
struct PathParser {
    let bytes: [UInt8]
    let dialect: JSONPath.Dialect
    var position = 0

    private var depth = 0
    private static let deepestNesting = 64
    /// Integers that a double cannot represent exactly are not interoperable (RFC 9535, section 2.1).
    private static let largestInteger = 1 << 53 - 1

    init(_ text: String, dialect: JSONPath.Dialect) {
        bytes = Array(text.utf8)
        self.dialect = dialect
    }

    mutating func parse() throws(JSONPathError) -> PathQuery {
        guard bytes.count <= JSONPath.longestText else {
            throw failure("The path is longer than \(JSONPath.longestText) bytes", .limit, at: 0)
        }
        guard consume("$") else { throw failure(expecting: "“$”") }
        let query = PathQuery(start: .root, segments: try parseSegments())
        guard position == bytes.count else { throw failure(expecting: "“.”, “[” or the end") }
        return query
    }

    // MARK: Segments

    mutating func parseSegments() throws(JSONPathError) -> [PathSegment] {
        var segments: [PathSegment] = []
        while true {
            let end = position
            skipBlanks()
            if consume("..") {
                segments.append(PathSegment(reach: .descendants, selectors: try parseDescendants()))
            } else if isAtSize {
                return segments
            } else if consume(".") {
                segments.append(PathSegment(reach: .children, selectors: [try parseShorthand()]))
            } else if peek() == "[" {
                segments.append(PathSegment(reach: .children, selectors: try parseBrackets()))
            } else {
                position = end
                return segments
            }
        }
    }

    private mutating func parseDescendants() throws(JSONPathError) -> [PathSelector] {
        peek() == "[" ? try parseBrackets() : [try parseShorthand()]
    }

    /// Parses the selector after a dot: `*` or a name without quotation marks.
    private mutating func parseShorthand() throws(JSONPathError) -> PathSelector {
        if consume("*") { return .wildcard }
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position], isFirst: position == start) {
            position += 1
        }
        guard position > start else { throw failure(expecting: "a name or “*”") }
        return .name(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func parseBrackets() throws(JSONPathError) -> [PathSelector] {
        position += 1
        let selectors = try parseElements { parser throws(JSONPathError) in try parser.parseSelector() }
        guard consume("]") else { throw failure(expecting: "“,” or “]”") }
        return selectors
    }

    private mutating func parseSelector() throws(JSONPathError) -> PathSelector {
        switch peek() {
        case "*":
            position += 1
            return .wildcard
        case "'", "\"":
            return .name(try parseString())
        case "?":
            position += 1
            skipBlanks()
            return .filter(try nested { parser throws(JSONPathError) in try parser.parseCondition() })
        case ":", "-", .some("0"..."9"):
            return try parseIndexOrSlice()
        default:
            throw failure(expecting: "a quoted name, an index, a slice, “*” or “?”")
        }
    }

    private mutating func parseIndexOrSlice() throws(JSONPathError) -> PathSelector {
        let start = peek() == ":" ? nil : try parseInteger()
        let end = position
        skipBlanks()
        guard consume(":") else {
            position = end
            guard let start else { throw failure(expecting: "an index") }
            return .index(start)
        }
        skipBlanks()
        let stop = try parseOptionalInteger()
        skipBlanks()
        guard consume(":") else { return .slice(start: start, end: stop, step: 1) }
        skipBlanks()
        return .slice(start: start, end: stop, step: try parseOptionalInteger() ?? 1)
    }

    private mutating func parseOptionalInteger() throws(JSONPathError) -> Int? {
        switch peek() {
        case "-", .some("0"..."9"): try parseInteger()
        default: nil
        }
    }

    private mutating func parseInteger() throws(JSONPathError) -> Int {
        let start = position
        _ = consume("-")
        let digits = position
        while let byte = peek(), ("0"..."9").contains(byte) { position += 1 }
        guard position > digits else { throw failure(expecting: "a digit") }
        let isPlain = bytes[digits] != UInt8(ascii: "0") || position - start == 1
        guard isPlain else { throw failure("A number has a leading zero or is “-0”", .syntax, at: start) }
        guard let integer = Int(String(decoding: bytes[start..<position], as: UTF8.self)),
            integer.magnitude <= Self.largestInteger
        else { throw failure("A number is beyond ±(2⁵³ − 1)", .syntax, at: start) }
        return integer
    }

    mutating func parseElements<Element>(
        _ read: (inout PathParser) throws(JSONPathError) -> Element
    ) throws(JSONPathError) -> [Element] {
        var elements: [Element] = []
        repeat {
            skipBlanks()
            elements.append(try read(&self))
            skipBlanks()
        } while consume(",")
        return elements
    }

    // MARK: Nesting

    /// Parses an element that may contain itself.
    mutating func nested<Part>(
        _ read: (inout PathParser) throws(JSONPathError) -> Part
    ) throws(JSONPathError) -> Part {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepestNesting else {
            throw failure("The path is nested more than \(Self.deepestNesting) deep", .limit, at: position)
        }
        return try read(&self)
    }

    // MARK: Bytes

    func peek() -> Unicode.Scalar? {
        position < bytes.count ? Unicode.Scalar(bytes[position]) : nil
    }

    mutating func consume(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[position + index] != text.utf8Start[index] {
            return false
        }
        position = end
        return true
    }

    mutating func skipBlanks() {
        while let byte = peek(), byte == " " || byte == "\t" || byte == "\n" || byte == "\r" { position += 1 }
    }

    private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "_", "\u{80}"...: true
        case "0"..."9": !isFirst
        default: false
        }
    }

    // MARK: Errors

    func failure(expecting expected: String) -> JSONPathError {
        let rest = String(decoding: bytes[position...].prefix(16), as: UTF8.self)
        let found = rest.first.map { "“\($0)”" } ?? "the end"
        return failure("Expected \(expected) and found \(found)", .syntax, at: position)
    }

    func failure(_ message: String, _ kind: JSONPathError.Kind, at offset: Int) -> JSONPathError {
        let isScalarStart = { (byte: UInt8) in byte & 0b1100_0000 != 0b1000_0000 }
        let column = 1 + bytes[..<offset].count(where: isScalarStart)
        return JSONPathError(kind: kind, column: column, message: message)
    }
}
