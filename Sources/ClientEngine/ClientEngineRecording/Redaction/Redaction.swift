import ClientEngine

/// Replaces secrets with placeholders.
///
/// The same secret always has the same number (`<redacted:1>`).
///
/// This type determines what is secret: credentials in header fields, values with names such as `password` or `token`
/// in URLs, bodies and variables, and every repetition of them. Use one value for one output, so that numbers stay the
/// same. Let it learn everything before anything is written, because a response may repeat the credentials of a later
/// request.
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
    /// The number of replacements so far, including repeated secrets.
    public internal(set) var count = 0
    /// The names of other header fields and parameters whose values are secret, in lower case.
    public var otherNames: Set<String> = [] {
        didSet {
            (plainFields, readHeads) = ([], RecentHeads())
            (hiddenFields, hiddenHeads) = (RecentHeads(), RecentHeads())
        }
    }
    /// The names of header fields without secrets, as written.
    ///
    /// Most occur in every message.
    private var plainFields: Set<FieldName> = []
    private static let maximumPlainFields = 256
    /// The last heads whose secrets were learned.
    var readHeads = RecentHeads<Void>()
    /// The last header fields of requests and the last heads of responses that were redacted.
    var hiddenFields = RecentHeads<Hidden<[UInt8]>>()
    var hiddenHeads = RecentHeads<Hidden<ResponseHead>>()

    /// A redacted value, and the number of its secrets.
    struct Hidden<Value: Sendable>: Sendable {
        let value: Value
        let count: Int
    }
    /// The last media type that was parsed, which is often that of the next message.
    private var readType: (bytes: ArraySlice<UInt8>, declaration: BodyShape.Declaration) = ([], .init(nil))

    /// Creates a redaction that hides secrets.
    ///
    /// - Parameter limit: The minimum number of secrets to remember, for a process that runs for days. Beyond twice as
    ///   many, the redaction forgets the oldest ones, and then recognizes them only by name. `nil` remembers all
    ///   secrets.
    public init(remembering limit: Int? = nil) {
        self.init(isHiding: true, KnownSecrets(limit: limit))
    }

    private init(isHiding: Bool, _ secrets: KnownSecrets) {
        self.isHiding = isHiding
        self.secrets = secrets
    }

    /// A redaction that shows all secrets.
    public static let none = Redaction(isHiding: false, KnownSecrets())

    /// The number of known secrets, including all their spellings.
    public var rememberedCount: Int { secrets.count }

    /// Returns the shape that the media type of a response declares.
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

    /// Learns secrets by redacting a text, without counting replacements.
    mutating func learn(_ read: (inout Redaction) -> Void) {
        let before = count
        read(&self)
        count = before
    }

    /// Returns bytes with all known secrets redacted.
    ///
    /// If the search would take too long, the bytes are redacted as a whole.
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

    /// Returns a text for people, such as an error, with all known secrets redacted.
    public mutating func text(_ text: String) -> String {
        guard isHiding, !secrets.isEmpty else { return text }
        let before = count
        let hidden = known(in: Array(text.utf8))
        return count == before ? text : String(decoding: hidden, as: UTF8.self)
    }

    /// Returns a text with all known secrets replaced by `mark` instead of placeholders.
    public mutating func text(_ text: String, replacedBy mark: String) -> String {
        let before = count
        let hidden = self.text(text)
        guard count > before else { return text }
        return (1...max(1, secrets.highest)).reduce(hidden) {
            $0.replacing(Self.placeholder($1), with: mark)
        }
    }

    /// Returns whether a value with this name is a secret: `password`, `apiToken`, `client_secret` and similar names,
    /// in any case.
    public static func isSecret(name: String) -> Bool {
        SecretNames.common.occur(in: name)
    }

    /// Returns whether a header field with this name holds a secret, or a part of one.
    public static func isSecret(header name: String) -> Bool { SecretNames.isSecret(header: name) }

    private static let urlHeaders: Set<String> = [
        "location", "content-location", "referer", "origin", "link", "refresh",
    ]
    /// Authentication schemes whose names stay visible before the credentials.
    private static let schemes: Set<String> = [
        "basic", "bearer", "digest", "negotiate", "ntlm", "token", "apikey", "hawk", "aws4-hmac-sha256",
    ]

    /// Returns the placeholder for a secret, which is known from now on.
    ///
    /// An empty text is returned unchanged.
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

    /// Returns the number of a secret, which is ASCII.
    mutating func number(of secret: UnsafeRawBufferPointer) -> Int { secrets.number(of: secret) }

    /// Returns whether a field may contain a new secret.
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

    /// Returns the value of a header field with its secrets redacted.
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

    /// Returns header fields with their secrets redacted.
    ///
    /// Fields without secrets stay the same, byte for byte.
    public mutating func headers(_ headers: Headers) -> Headers {
        guard isHiding else { return headers }
        return Headers(
            headers.map { field in
                let before = count
                let value =
                    readsValue(of: field) ? value(ofHeader: field.name, field.value) : known(in: field)
                // A value that is not UTF-8 stays unchanged if nothing was replaced.
                guard count > before, let value else { return field }
                return Headers.Field(rawName: field.rawName, rawValue: value.utf8)
            })
    }

    /// Returns the redacted value of a field whose name is not that of a secret, or `nil` if no secret is known.
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

/// The name of a header field as written.
///
/// It is hashed as a whole, while a slice is hashed byte by byte.
private struct FieldName: Hashable {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

extension [UInt8] {
    /// Appends the placeholder with a number, without creating a string.
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
    /// Indicates whether the request contains a placeholder for a secret, so that it cannot be sent again.
    public var holdsPlaceholder: Bool {
        let body = body.bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
        return ([url, body] + headers.map(\.value)).contains { $0.contains("<redacted:") }
    }
}
