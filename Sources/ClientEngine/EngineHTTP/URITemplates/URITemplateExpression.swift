import EngineJSON

/// The operator of an expression, which determines how values are written (RFC 6570, appendix A).
enum URITemplateOperator: UInt8, Sendable {
    /// No operator.
    ///
    /// No text contains this byte.
    case simple = 0xFF
    case reserved = 0x2B
    case fragment = 0x23
    case label = 0x2E
    case path = 0x2F
    case parameters = 0x3B
    case query = 0x3F
    case continuation = 0x26

    /// The text before the first value, and the text between values.
    var marks: (first: String, separator: String) {
        switch self {
        case .simple, .reserved: ("", ",")
        case .fragment: ("#", ",")
        case .label: (".", ".")
        case .path: ("/", "/")
        case .parameters: (";", ";")
        case .query: ("?", "&")
        case .continuation: ("&", "&")
        }
    }

    var isNamed: Bool { self == .parameters || self == .query || self == .continuation }

    /// The text after a name with an empty value.
    var afterEmpty: String { self == .query || self == .continuation ? "=" : "" }

    /// Indicates whether values keep reserved characters and escapes.
    var keepsReserved: Bool { self == .reserved || self == .fragment }

    func escaped(_ text: String) -> String {
        text.percentEncoded(keepingEscapes: keepsReserved) {
            !$0.isUnreservedInURL && !(keepsReserved && $0.isReservedInURL)
        }
    }
}

struct URITemplateVariable: Sendable, Hashable {
    enum Modifier: Sendable, Hashable {
        case none
        /// At most this number of characters from the start.
        case prefix(Int)
        /// Each element or member separately.
        case explode
    }

    var name: String
    var modifier: Modifier
    var offset: Int
}

struct URITemplateExpression: Sendable, Hashable {
    /// The expression as written, including its braces.
    var text: String
    var operation: URITemplateOperator
    var variables: [URITemplateVariable]

    func expanded(_ values: Parameters) throws(URITemplateError) -> String {
        var pieces: [String] = []
        for variable in variables {
            guard let value = values[variable.name] else { continue }
            if let piece = try piece(of: variable, value) { pieces.append(piece) }
        }
        let marks = operation.marks
        return pieces.isEmpty ? "" : marks.first + pieces.joined(separator: marks.separator)
    }

    private func piece(
        of variable: URITemplateVariable, _ value: JSONValue
    ) throws(URITemplateError) -> String? {
        let members: [(name: String?, text: String)]
        switch value {
        case .array(let elements):
            members = try elements.filter { $0 != .null }.map { element throws(URITemplateError) in
                (nil, try text(of: element, in: variable))
            }
        case .object(let object):
            members = try object.members.filter { $0.value != .null }.map { member throws(URITemplateError) in
                (member.name, try text(of: member.value, in: variable))
            }
        case .null, .bool, .number, .string:
            return value.parameterText.map {
                named(variable.name, operation.escaped(prefix(of: $0, variable.modifier)))
            }
        }
        if case .prefix = variable.modifier { throw error(.prefixOfCollection, variable) }
        if members.isEmpty { return nil }
        return variable.modifier == .explode
            ? exploded(members, variable.name) : joined(members, variable.name)
    }

    /// Returns all members after one name, with commas between names and texts.
    private func joined(_ members: [(name: String?, text: String)], _ name: String) -> String {
        let texts = members.flatMap { [$0.name, $0.text].compactMap { $0 } }
        return named(name, texts.map(operation.escaped).joined(separator: ","))
    }

    /// Returns each member separately: elements of an array after the variable's name, members of a dictionary after
    /// their own names.
    private func exploded(_ members: [(name: String?, text: String)], _ name: String) -> String {
        members.map { member in
            let text = operation.escaped(member.text)
            guard let own = member.name.map(operation.escaped) else { return named(name, text) }
            return operation.isNamed ? named(own, text) : own + "=" + text
        }
        .joined(separator: operation.marks.separator)
    }

    private func named(_ name: String, _ text: String) -> String {
        guard operation.isNamed else { return text }
        return name + (text.isEmpty ? operation.afterEmpty : "=" + text)
    }

    private func text(
        of value: JSONValue, in variable: URITemplateVariable
    ) throws(URITemplateError) -> String {
        guard let text = value.parameterText else { throw error(.nestedCollection, variable) }
        return text
    }

    private func error(_ kind: URITemplateError.Kind, _ variable: URITemplateVariable) -> URITemplateError {
        URITemplateError(kind: kind, offset: variable.offset, found: variable.name)
    }

    /// Returns the first code points of a text.
    ///
    /// Where escapes are kept, the escapes of one code point count as one (RFC 6570, section 2.4.1).
    private func prefix(of text: String, _ modifier: URITemplateVariable.Modifier) -> String {
        guard case .prefix(let length) = modifier else { return text }
        var rest = text.unicodeScalars[...]
        /// Returns the byte that the escape with its digits at `distance` encodes.
        func escape(_ distance: Int) -> UInt8? {
            rest.dropFirst(distance).prefix(2).map { UInt8(exactly: $0.value) ?? 0 }.escapedByte
        }
        for _ in 0..<length {
            guard let scalar = rest.popFirst() else { break }
            guard operation.keepsReserved, scalar == "%", escape(0) != nil else { continue }
            rest = rest.dropFirst(2)
            while rest.first == "%", let byte = escape(1), byte & 0xC0 == 0x80 {
                rest = rest.dropFirst(3)
            }
        }
        return String(text.unicodeScalars[..<rest.startIndex])
    }
}
