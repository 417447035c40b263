import ClientEngine

/// Replaces secrets with placeholders: the same secret always by the same number (`<redacted:1>`).
///
/// The one place that knows what is secret: proofs in header fields, what names such as `password` or `token` call so in URLs, bodies and
/// variables, and each of these wherever it comes up again. Keep one value for one output, so that its numbers stay what they are, and
/// have it learn all there is before anything is written: an answer may repeat what a later request proves itself by.
///
/// ```
/// var redaction = Redaction()
/// redaction.learn(record)
/// print(redaction.text("\(error)"))
/// let shown = redaction.record(record)
/// ```
public struct Redaction: Sendable {
    /// Indicates whether secrets are hidden at all.
    let isHiding: Bool
    private var secrets: KnownSecrets
    /// The number of secrets that were replaced so far, repeated ones included.
    public internal(set) var count = 0
    /// The names of further headers and parameters whose values are secret, in small letters.
    public var otherNames: Set<String> = [] {
        didSet {
            (plainFields, readHeads) = ([], RecentHeads())
            (hiddenFields, hiddenHeads) = (RecentHeads(), RecentHeads())
        }
    }
    /// The names of header fields, as they were written, that tell of no secret: most come again with every message.
    private var plainFields: Set<FieldName> = []
    private static let maximumPlainFields = 256
    /// The heads whose secrets were learned last.
    var readHeads = RecentHeads<Void>()
    /// The fields of requests, and the heads of answers, whose secrets were replaced last.
    var hiddenFields = RecentHeads<Hidden<[UInt8]>>()
    var hiddenHeads = RecentHeads<Hidden<ResponseHead>>()

    /// A value without its secrets, and the number of those.
    struct Hidden<Value: Sendable>: Sendable {
        let value: Value
        let count: Int
    }
    /// The media type that was read last, which mostly comes again.
    private var readType: (bytes: ArraySlice<UInt8>, declaration: BodyShape.Declaration) = ([], .init(nil))

    /// Creates a redaction that hides secrets.
    ///
    /// - Parameter limit: How many secrets it remembers at least, for what runs for days; beyond twice as many it forgets the
    ///   oldest, which is then no longer recognised where it has no name. Without a limit it remembers all.
    public init(remembering limit: Int? = nil) {
        self.init(isHiding: true, KnownSecrets(limit: limit))
    }

    private init(isHiding: Bool, _ secrets: KnownSecrets) {
        self.isHiding = isHiding
        self.secrets = secrets
    }

    /// Shows everything: for those who asked for the secrets.
    public static let none = Redaction(isHiding: false, KnownSecrets())

    /// The number of secrets that are known, all their spellings included.
    public var rememberedCount: Int { secrets.count }

    /// Returns what the media type of an answer says of its body's shape.
    mutating func declaration(of head: ResponseHead) -> BodyShape.Declaration {
        let field = head.headers.first(named: "Content-Type")
        let bytes = field?.rawValue ?? []
        if !readType.bytes.isSame(as: bytes) { readType = (bytes, .init(field?.value)) }
        return readType.declaration
    }

    mutating func add(aliases: [String], of secret: String) {
        guard isHiding, !aliases.isEmpty else { return }
        secrets.add(aliases: aliases, of: secret)
    }

    /// Learns secrets by the way they are replaced, and replaces nothing.
    mutating func learn(_ read: (inout Redaction) -> Void) {
        let before = count
        read(&self)
        count = before
    }

    /// Bytes with every secret met so far replaced; whole where the search would take too long.
    mutating func known(in bytes: [UInt8]) -> [UInt8] {
        guard isHiding else { return bytes }
        switch secrets.hide(in: bytes) {
        case .clean: return bytes
        case .hidden(let hidden, let times):
            count += times
            return hidden
        case .tooCostly: return Array(placeholder(for: String(decoding: bytes, as: UTF8.self)).utf8)
        }
    }

    /// Text for people, such as an error: every secret met so far is replaced in it.
    public mutating func text(_ text: String) -> String {
        guard isHiding, !secrets.isEmpty else { return text }
        let before = count
        let hidden = known(in: Array(text.utf8))
        return count == before ? text : String(decoding: hidden, as: UTF8.self)
    }

    /// Returns the same with another text than placeholders in the place of the secrets.
    public mutating func text(_ text: String, replacedBy mark: String) -> String {
        let before = count
        let hidden = self.text(text)
        guard count > before else { return text }
        return (1...max(1, secrets.highest)).reduce(hidden) {
            $0.replacing(Self.placeholder($1), with: mark)
        }
    }

    /// Returns whether what is called so is a secret: `password`, `apiToken`, `client_secret` and the like, in any case.
    public static func isSecret(name: String) -> Bool {
        SecretNames.common.occur(in: name)
    }

    /// Returns whether a header field of this name holds a secret, or a part of one.
    public static func isSecret(header name: String) -> Bool { SecretNames.isSecret(header: name) }

    private static let urlHeaders: Set<String> = [
        "location", "content-location", "referer", "origin", "link", "refresh",
    ]
    /// Schemes whose name may stay visible in front of what they carry.
    private static let schemes: Set<String> = [
        "basic", "bearer", "digest", "negotiate", "ntlm", "token", "apikey", "hawk", "aws4-hmac-sha256",
    ]

    /// Returns the text that stands for a secret, which is known from now on; an empty one stands for itself.
    public mutating func placeholder(for secret: String) -> String {
        guard isHiding, !secret.isEmpty else { return secret }
        count += 1
        return Self.placeholder(secrets.number(of: secret))
    }

    static func placeholder(_ number: Int) -> String {
        var bytes: [UInt8] = []
        bytes.append(placeholder: number)
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func append(placeholder number: Int, to bytes: inout [UInt8]) {
        count += 1
        bytes.append(placeholder: number)
    }

    mutating func number(of secret: String) -> Int { secrets.number(of: secret) }

    /// Returns the same for a text of ASCII.
    mutating func number(of secret: UnsafeRawBufferPointer) -> Int { secrets.number(of: secret) }

    /// Returns whether a field may bring a secret that is not known yet.
    mutating func readsValue(of field: Headers.Field) -> Bool {
        if plainFields.contains(FieldName(field.rawName)) { return false }
        let name = field.name.lowercased()
        if Self.isSecret(header: name) || Self.urlHeaders.contains(name) || otherNames.contains(name) {
            return true
        }
        if plainFields.count < Self.maximumPlainFields {
            plainFields.insert(FieldName(Array(field.rawName)[...]))
        }
        return false
    }

    /// Returns the value of a header field with what is secret in it replaced.
    public mutating func value(ofHeader name: String, _ value: String) -> String {
        guard isHiding else { return value }
        let name = name.lowercased()
        if name == "authorization" || name == "proxy-authorization" { return credentials(value) }
        if Self.isSecret(header: name) || otherNames.contains(name) { return placeholder(for: value) }
        return text(Self.urlHeaders.contains(name) ? url(value) : value)
    }

    /// Returns a login with placeholders for its password, its secret key and its session token.
    public mutating func login(_ login: Credentials.Login) -> Credentials.Login {
        switch login {
        case .digest(let user, let password): return .digest(user: user, password: placeholder(for: password))
        case .ntlm(let user, let password): return .ntlm(user: user, password: placeholder(for: password))
        case .negotiate: return .negotiate
        case .aws(var key):
            key.secretAccessKey = placeholder(for: key.secretAccessKey)
            key.sessionToken = key.sessionToken.map { placeholder(for: $0) }
            return .aws(key)
        }
    }

    /// Returns header fields with what is secret in them replaced; the others stay as they are, byte for byte.
    public mutating func headers(_ headers: Headers) -> Headers {
        guard isHiding else { return headers }
        return Headers(
            headers.map { field in
                let before = count
                let value =
                    readsValue(of: field) ? value(ofHeader: field.name, field.value) : known(in: field)
                // Bytes that are no UTF-8 stay as they are wherever nothing was replaced.
                guard count > before, let value else { return field }
                return Headers.Field(rawName: field.rawName, rawValue: value.utf8)
            })
    }

    /// The value of a field that is no secret by its name; nil where no secret is known at all.
    private mutating func known(in field: Headers.Field) -> String? {
        secrets.isEmpty ? nil : text(field.value)
    }

    private mutating func credentials(_ value: String) -> String {
        guard let blank = value.unicodeScalars.firstIndex(of: " "),
            Self.schemes.contains(value[..<blank].lowercased())
        else {
            return placeholder(for: value)
        }
        return value[...blank] + placeholder(for: String(value[value.index(after: blank)...]))
    }
}

/// The name of a header field as it was written; hashed in one piece, where a slice is byte by byte.
private struct FieldName: Hashable {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

extension [UInt8] {
    /// Puts the placeholder of a number behind the bytes, without a text in between.
    mutating func append(placeholder number: Int) {
        ("<redacted:" as StaticString).withUTF8Buffer { append(contentsOf: $0) }
        var (power, rest) = (1, number)
        while power <= number / 10 { power *= 10 }
        while power > 0 {
            append(UInt8(ascii: "0") + UInt8(rest / power))
            (rest, power) = (rest % power, power / 10)
        }
        append(UInt8(ascii: ">"))
    }
}

extension Request {
    /// Indicates whether a placeholder stands in it where a secret was, so that it cannot be sent as it was.
    public var holdsPlaceholder: Bool {
        let body = body.bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
        return ([url, body] + headers.map(\.value)).contains { $0.contains("<redacted:") }
    }
}
