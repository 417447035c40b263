import ClientEngine
import JSON

/// Replaces secrets with placeholders: the same secret always by the same number (`<redacted:1>`).
///
/// The one place that knows what is secret; exports, `--json` and the history go through it. Keep one value for one
/// output, so that its numbers stay what they are.
public struct Redaction: Sendable {
    private enum Mode: Sendable { case hides, shows }

    private let mode: Mode
    private var numbers: [String: Int] = [:]
    private var highest = 0
    /// How many values were replaced so far, repeats included.
    public private(set) var count = 0

    /// Whether secrets are hidden at all.
    var isHiding: Bool { mode == .hides }

    /// The secrets that are hidden wherever they stand, with their numbers, the longest first.
    ///
    /// Those of less than four bytes are not among them: they would be found in the middle of words.
    private(set) var secrets: [(text: String, number: Int)] = []

    /// Gives another form of a secret the secret's number.
    mutating func add(alias: String, of secret: String) {
        guard isHiding, !alias.isEmpty, numbers[alias] == nil else { return }
        if numbers[secret] == nil { highest += 1 }
        know(alias, numbers[secret, default: highest])
    }

    /// Knows from now on what a copy has met.
    mutating func take(secretsOf other: Redaction) {
        (numbers, highest, secrets) = (other.numbers, other.highest, other.secrets)
    }

    /// Counts secrets that were replaced.
    mutating func count(_ times: Int) {
        count += times
    }

    /// Creates a redaction that hides secrets.
    public init() {
        mode = .hides
    }

    private init(mode: Mode) {
        self.mode = mode
    }

    /// Shows everything: for those who asked for the secrets.
    public static let none = Redaction(mode: .shows)

    /// Tells whether a header, parameter or member of this name holds a secret.
    public static func isSecret(name: String) -> Bool {
        let name = name.lowercased()
        return words.contains { name.contains($0) }
    }

    /// Tells whether a header of this name holds a secret.
    public static func isSecret(header name: String) -> Bool {
        secretHeaders.contains(name.lowercased()) || isSecret(name: name)
    }

    private static let words = ["token", "secret", "api-key", "api_key", "apikey", "password", "passwd"]
    private static let secretHeaders: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "cookie2", "set-cookie2",
    ]
    private static let urlHeaders: Set<String> = [
        "location", "content-location", "referer", "origin", "link", "refresh",
    ]
    /// Schemes whose name may stay visible in front of what they carry.
    private static let schemes: Set<String> = [
        "basic", "bearer", "digest", "negotiate", "ntlm", "token", "apikey", "hawk", "aws4-hmac-sha256",
    ]

    /// The placeholder of a secret.
    public mutating func placeholder(for secret: String) -> String {
        guard mode == .hides, !secret.isEmpty else { return secret }
        count += 1
        let number = numbers[secret] ?? highest + 1
        highest = max(highest, number)
        if numbers[secret] == nil { know(secret, number) }
        addForms(of: secret, number)
        return "<redacted:\(number)>"
    }

    /// The same secret as a query or a JSON text would write it is the same secret.
    private mutating func addForms(of secret: String, _ number: Int) {
        let quoted = JSONValue.string(secret).serialized().dropFirst().dropLast()
        for form in [secret.queryDecoded, String(quoted)] where !form.isEmpty && numbers[form] == nil {
            know(form, number)
        }
    }

    private mutating func know(_ secret: String, _ number: Int) {
        numbers[secret] = number
        let length = secret.utf8.count
        guard length >= 4 else { return }
        let index = secrets.firstIndex { $0.text.utf8.count < length } ?? secrets.endIndex
        secrets.insert((secret, number), at: index)
    }

    /// The value of a header, with what is secret in it replaced.
    public mutating func value(ofHeader name: String, _ value: String) -> String {
        guard mode == .hides else { return value }
        let name = name.lowercased()
        if name == "authorization" || name == "proxy-authorization" { return credentials(value) }
        if Self.isSecret(header: name) { return placeholder(for: value) }
        return text(Self.urlHeaders.contains(name) ? url(value) : value)
    }

    /// Header fields, with what is secret in them replaced.
    public mutating func headers(_ headers: Headers) -> Headers {
        guard mode == .hides else { return headers }
        return Headers(
            headers.map { field in
                let before = field.value
                let after = value(ofHeader: field.name, before)
                // Bytes that are no UTF-8 stay as they are wherever nothing was replaced.
                return before == after
                    ? field : Headers.Field(rawName: field.rawName, rawValue: Array(after.utf8))
            })
    }

    /// A URL, with its user information and secret parameters replaced.
    public mutating func url(_ text: String) -> String {
        guard mode == .hides else { return text }
        var rest = text[...]
        var output = ""
        if let start = rest.firstRange(of: "://")?.upperBound {
            let authority = rest[start...].prefix { !"/?#".contains($0) }
            output = String(rest[..<start])
            if let at = authority.lastIndex(of: "@") {
                output += placeholder(for: String(authority[..<at]))
                rest = rest[at...]
            } else {
                rest = rest[start...]
            }
        }
        for mark in ["?", "#"] as [Character] {
            guard let index = rest.firstIndex(of: mark) else { continue }
            output += rest[...index]
            rest = rest[rest.index(after: index)...]
            let end = mark == "?" ? rest.firstIndex(of: "#") ?? rest.endIndex : rest.endIndex
            output += pairs(rest[..<end])
            rest = rest[end...]
        }
        return output + rest
    }

    /// Parameters as in a query or a form.
    mutating func pairs(_ text: Substring) -> String {
        let pairs = text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
            let name = String(pair[..<equals])
            guard Self.isSecret(name: name.queryDecoded) else { return String(pair) }
            return name + "=" + placeholder(for: String(pair[pair.index(after: equals)...]))
        }
        return pairs.joined(separator: "&")
    }

    private mutating func credentials(_ value: String) -> String {
        guard let blank = value.firstIndex(of: " "), Self.schemes.contains(value[..<blank].lowercased())
        else {
            return placeholder(for: value)
        }
        return value[...blank] + placeholder(for: String(value[value.index(after: blank)...]))
    }
}

// MARK: - Bodies

extension Redaction {
    /// A body, with the secret members of JSON and fields of forms replaced; other bodies stay as they are.
    ///
    /// What claims to be JSON or multipart and names secrets, but cannot be taken apart, is replaced whole.
    public mutating func body(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
        guard mode == .hides, !bytes.isEmpty else { return bytes }
        return known(in: Self.namesSecrets(bytes) ? named(bytes, contentType) : bytes)
    }

    /// A body with what is secret by its name replaced.
    private mutating func named(_ bytes: [UInt8], _ contentType: String?) -> [UInt8] {
        let type = contentType?.prefix { $0 != ";" }.trimmedBlanks.lowercased() ?? ""
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
        guard mode == .hides else { return value }
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

extension StringProtocol {
    /// The text with `+` and `%XX` read as in a form; what is no escape stays.
    var queryDecoded: String {
        var output: [UInt8] = []
        var bytes = Array(utf8)[...]
        while let byte = bytes.popFirst() {
            let digits = bytes.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexadecimal),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                output.append(value)
                bytes = bytes.dropFirst(2)
            } else {
                output.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
