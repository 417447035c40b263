/// Parses a template completely and collects all its errors.
struct URITemplateParser {
    private(set) var parts: [URITemplate.Part] = []
    private(set) var errors: [URITemplateError] = []
    private let bytes: [UInt8]
    private var position = 0
    private var literal: [UInt8] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func parse() {
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "{") { takeExpression() } else { takeLiteral() }
        }
        endLiteral()
        let hasExpression = parts.contains { if case .expression = $0 { true } else { false } }
        if !hasExpression, errors.isEmpty { fail(.noExpression, at: 0, "") }
    }

    private mutating func fail(_ kind: URITemplateError.Kind, at offset: Int, _ found: String) {
        errors.append(URITemplateError(kind: kind, offset: offset, found: found))
    }

    // MARK: - Literals

    private mutating func takeLiteral() {
        let byte = bytes[position]
        if byte == UInt8(ascii: "%") {
            if hasEscape(at: position) {
                literal += bytes[position..<position + 3]
                position += 3
                return
            }
            fail(.malformedPercentEncoding, at: position, "%")
            literal += byte.percentEncoded
        } else if byte.isUnreservedInURL || byte.isReservedInURL {
            literal.append(byte)
        } else {
            // Characters outside ASCII are escaped literals. Their bytes begin no expression.
            if byte < 0x80 { fail(.notALiteral, at: position, String(Unicode.Scalar(byte))) }
            literal += byte.percentEncoded
        }
        position += 1
    }

    private mutating func endLiteral() {
        if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
        literal = []
    }

    private func hasEscape(at index: Int) -> Bool {
        bytes[index...].first == UInt8(ascii: "%") && bytes[(index + 1)...].escapedByte != nil
    }

    // MARK: - Expressions

    private mutating func takeExpression() {
        let start = position
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else {
            fail(.unclosedExpression, at: start, text(start..<bytes.count))
            return copy(to: bytes.count)
        }
        position += 1
        let mark = bytes[position]
        if "=,!@|".utf8.contains(mark) {
            fail(.invalidOperator, at: position, text(position..<position + 1))
            position = start
            return copy(to: end + 1)
        }
        let operation = URITemplateOperator(rawValue: mark)
        if operation != nil { position += 1 }
        var variables: [URITemplateVariable] = []
        while let variable = takeVariable(before: end) {
            variables.append(variable)
            if position == end {
                let whole = text(start..<end + 1)
                position = end + 1
                endLiteral()
                return parts.append(
                    .expression(
                        URITemplateExpression(
                            text: whole, operation: operation ?? .simple, variables: variables)))
            }
            position += 1
        }
        fail(.malformedVariable, at: position, text(start + 1..<end))
        position = start
        copy(to: end + 1)
    }

    private mutating func copy(to end: Int) {
        literal += bytes[position..<end]
        position = end
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Parses a variable and its modifier, up to the comma or brace after it.
    ///
    /// Returns `nil` if there is none; `position` is then at the first invalid byte.
    private mutating func takeVariable(before end: Int) -> URITemplateVariable? {
        let start = position
        guard takeName(before: end) else { return nil }
        let name = text(start..<position)
        var modifier = URITemplateVariable.Modifier.none
        if bytes[position] == UInt8(ascii: "*") {
            modifier = .explode
            position += 1
        } else if bytes[position] == UInt8(ascii: ":") {
            position += 1
            guard let length = takeLength(before: end) else { return nil }
            modifier = .prefix(length)
        }
        guard position == end || bytes[position] == UInt8(ascii: ",") else { return nil }
        return URITemplateVariable(name: name, modifier: modifier, offset: start)
    }

    /// Parses letters, digits, underscores and escapes, with single dots between them.
    private mutating func takeName(before end: Int) -> Bool {
        var canEnd = false
        while position < end {
            let byte = bytes[position]
            if byte == UInt8(ascii: ".") {
                guard canEnd else { return false }
                canEnd = false
                position += 1
                continue
            }
            let isEscape = hasEscape(at: position) && position + 2 < end
            guard isEscape || byte.isASCIIAlphanumeric || byte == 0x5F else {
                break
            }
            position += isEscape ? 3 : 1
            canEnd = true
        }
        return canEnd
    }

    /// Parses a number from 1 to 9999 without leading zeros.
    private mutating func takeLength(before end: Int) -> Int? {
        let digits = bytes[position..<end].prefix(while: \.isASCIIDigit)
        guard (1...4).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
        position += digits.count
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
