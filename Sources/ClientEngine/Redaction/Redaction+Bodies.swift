import JSON

extension Redaction {
    /// A body, with the secret members of JSON and fields of forms replaced; other bodies stay as they are.
    ///
    /// What claims to be JSON or multipart and names secrets, but cannot be taken apart, is replaced whole.
    public mutating func body(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
        guard isHiding, !bytes.isEmpty else { return bytes }
        return known(in: Self.namesSecrets(bytes) ? named(bytes, contentType) : bytes)
    }

    /// A body with what is secret by its name replaced.
    private mutating func named(_ bytes: [UInt8], _ contentType: String?) -> [UInt8] {
        let type = contentType.map { MediaType($0).essence } ?? ""
        if type == "application/x-www-form-urlencoded" {
            return Array(pairs(String(decoding: bytes, as: UTF8.self)[...]).utf8)
        }
        if type.hasPrefix("multipart/") {
            return Array(placeholder(for: String(decoding: bytes, as: UTF8.self)).utf8)
        }
        let first = bytes.first { !$0.isBlank && $0 != 0x0A && $0 != 0x0D }
        guard type.contains("json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            return bytes
        }
        guard let value = try? JSONValue(parsing: bytes) else {
            return type.contains("ndjson") || type.contains("lines")
                ? lines(bytes) : Array(placeholder(for: String(decoding: bytes, as: UTF8.self)).utf8)
        }
        let before = count
        let redacted = redacted(value)
        return count == before ? bytes : redacted.serializedBytes()
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

    private mutating func lines(_ bytes: [UInt8]) -> [UInt8] {
        Array(
            bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
                .map { body(Array($0), contentType: "application/json") }
                .joined(separator: [0x0A]))
    }

    /// A quick look that spares most bodies from being parsed.
    ///
    /// Escapes in names (`\u0074oken`) make it careful.
    private static func namesSecrets(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        return text.contains("\\u") || text.contains("%") || words.contains { text.contains($0) }
    }
}
