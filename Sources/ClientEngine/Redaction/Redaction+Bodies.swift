import JSON

extension Redaction {
    /// A body, with the secret members of JSON and fields of forms replaced, and whatever secret is known; otherwise as it is.
    ///
    /// What claims to be JSON or multipart and names secrets, but cannot be taken apart, is replaced whole.
    public mutating func body(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
        guard isHiding, !bytes.isEmpty else { return bytes }
        return known(in: named(bytes, contentType))
    }

    /// A body with what is secret by its name replaced.
    ///
    /// Bodies of other kinds are not read, and those that name no secret are not taken apart.
    mutating func named(_ bytes: [UInt8], _ contentType: String?) -> [UInt8] {
        guard let shape = BodyShape(contentType: contentType, bytes), shape.mayNameSecrets(bytes) else {
            return bytes
        }
        switch shape {
        case .form: return Array(pairs(String(decoding: bytes, as: UTF8.self)[...]).utf8)
        case .multipart: return whole(bytes)
        case .json, .jsonLines:
            guard let value = try? JSONValue(parsing: bytes) else {
                return shape == .jsonLines ? lines(bytes) : whole(bytes)
            }
            return value.namesSecrets ? redacted(value).serializedBytes() : bytes
        }
    }

    /// JSON, with its secret members replaced.
    public mutating func redacted(_ value: JSONValue) -> JSONValue {
        redacted(value, isSecret: false)
    }

    private mutating func redacted(_ value: JSONValue, isSecret: Bool) -> JSONValue {
        guard isHiding else { return value }
        switch value {
        case .object(let object):
            let members = object.members.map { member in
                JSONObject.Member(
                    name: member.name,
                    value: redacted(member.value, isSecret: isSecret || Self.isSecret(name: member.name)))
            }
            return .object(JSONObject(members))
        case .array(let elements):
            return .array(elements.map { redacted($0, isSecret: isSecret) })
        case .string(let text):
            return isSecret ? .string(placeholder(for: text)) : value
        case .number(let number):
            return isSecret ? .string(placeholder(for: number.text)) : value
        case .null, .bool:
            return value
        }
    }

    private mutating func whole(_ bytes: [UInt8]) -> [UInt8] {
        Array(placeholder(for: String(decoding: bytes, as: UTF8.self)).utf8)
    }

    private mutating func lines(_ bytes: [UInt8]) -> [UInt8] {
        Array(
            bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
                .map { named(Array($0), "application/json") }
                .joined(separator: [0x0A]))
    }
}

extension JSONValue {
    /// Whether there is a value below a name that holds a secret.
    fileprivate var namesSecrets: Bool {
        switch self {
        case .object(let object):
            object.members.contains {
                Redaction.isSecret(name: $0.name) ? $0.value.hasContent : $0.value.namesSecrets
            }
        case .array(let elements): elements.contains(where: \.namesSecrets)
        case .string, .number, .null, .bool: false
        }
    }

    private var hasContent: Bool {
        switch self {
        case .object(let object): object.members.contains(where: \.value.hasContent)
        case .array(let elements): elements.contains(where: \.hasContent)
        case .string(let text): !text.isEmpty
        case .number: true
        case .null, .bool: false
        }
    }
}

/// The kinds of bodies in which secrets have names.
enum BodyShape: Sendable {
    case form, multipart, json, jsonLines

    /// The kind that the type says, or that the first byte makes likely; nil for all others.
    init?(contentType: String?, _ bytes: some Sequence<UInt8>) {
        let type = contentType.map { MediaType($0).essence } ?? ""
        if type == "application/x-www-form-urlencoded" {
            self = .form
        } else if type.hasPrefix("multipart/") {
            self = .multipart
        } else if type.contains("ndjson") || type.contains("lines") && type.contains("json") {
            self = .jsonLines
        } else if type.contains("json") {
            self = .json
        } else {
            let first = bytes.first { !$0.isBlank && $0 != 0x0A && $0 != 0x0D }
            guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
            self = type.contains("lines") ? .jsonLines : .json
        }
    }

    /// A quick look that spares most bodies from being taken apart.
    ///
    /// Escapes in names (`\u0074oken`, `%74oken`) make it careful.
    func mayNameSecrets(_ bytes: [UInt8]) -> Bool {
        if SecretNames.common.occur(in: bytes) { return true }
        switch self {
        case .form: return bytes.contains(UInt8(ascii: "%"))
        case .multipart: return bytes.contains(UInt8(ascii: "%")) || bytes.hasEscapes
        case .json, .jsonLines: return bytes.hasEscapes
        }
    }
}

extension [UInt8] {
    /// Whether `\u` stands in it.
    fileprivate var hasEscapes: Bool {
        withUnsafeBytes { bytes in
            var isBehindBackslash = false
            for byte in bytes {
                if isBehindBackslash, byte == UInt8(ascii: "u") { return true }
                isBehindBackslash = byte == UInt8(ascii: "\\")
            }
            return false
        }
    }
}
