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

    /// Creates a redaction that hides secrets.
    public init() {
        mode = .hides
    }

    private init(mode: Mode) {
        self.mode = mode
    }

    /// Shows everything: for those who asked for the secrets.
    public static let none = Redaction(mode: .shows)

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

    /// Tells whether a header, parameter or member of this name holds a secret.
    public static func isSecret(name: String) -> Bool {
        let name = name.lowercased()
        return words.contains { name.contains($0) }
    }

    /// Tells whether a header of this name holds a secret.
    public static func isSecret(header name: String) -> Bool {
        secretHeaders.contains(name.lowercased()) || isSecret(name: name)
    }

    static let words = ["token", "secret", "api-key", "api_key", "apikey", "password", "passwd"]
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
        guard isHiding, !secret.isEmpty else { return secret }
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
        guard isHiding else { return value }
        let name = name.lowercased()
        if name == "authorization" || name == "proxy-authorization" { return credentials(value) }
        if Self.isSecret(header: name) { return placeholder(for: value) }
        return text(Self.urlHeaders.contains(name) ? url(value) : value)
    }

    /// Header fields, with what is secret in them replaced.
    public mutating func headers(_ headers: Headers) -> Headers {
        guard isHiding else { return headers }
        return Headers(
            headers.map { field in
                let before = field.value
                let after = value(ofHeader: field.name, before)
                // Bytes that are no UTF-8 stay as they are wherever nothing was replaced.
                return before == after
                    ? field : Headers.Field(rawName: field.rawName, rawValue: Array(after.utf8))
            })
    }

    private mutating func credentials(_ value: String) -> String {
        guard let blank = value.firstIndex(of: " "), Self.schemes.contains(value[..<blank].lowercased())
        else {
            return placeholder(for: value)
        }
        return value[...blank] + placeholder(for: String(value[value.index(after: blank)...]))
    }
}
