// Names of header fields that hold secrets or identify the sender of a request.
//
//  group      │ hidden │ removed for other origins  │ separates cached responses
//  ───────────┼────────┼────────────────────────────┼───────────────────────────
//  secrets    │  yes   │            yes             │            yes
//  identities │  no    │            no              │            yes

extension SecretNames {
    // MARK: - Secrets

    /// Names of secrets that none of the rules below matches.
    private static let secretFields: Set = ["cf-access-client-id"]

    /// Substrings in the names of secrets, in addition to ``common``.
    private static let secretParts = ["authorization", "cookie"]

    /// The last words in the names of secrets, of header fields and of variables.
    package static let lastWords: Set = ["key", "pwd", "pin", "otp", "totp", "passcode"]

    /// The last words in the names of secrets, of header fields only.
    private static let lastWordsOfFields: Set = [
        "assertion", "auth", "credential", "credentials", "csrf", "dpop", "jwt", "session", "sid", "sign",
        "signature", "xsrf",
    ]

    /// The ends of names whose last word is in the lists above, although the field holds no secret.
    private static let publicKeys = [
        "cache-key", "idempotency-key", "partition-key", "public-key", "routing-key", "sec-websocket-key",
        "surrogate-key",
    ]

    /// Returns whether a header field with this name holds a secret, ignoring case.
    package static func isSecret(header name: String) -> Bool {
        if common.occur(in: name) { return true }
        let name = name.lowercased()
        if secretFields.contains(name) || secretParts.contains(where: { name.contains($0) }) {
            return true
        }
        guard let last = name.words.last, lastWords.contains(last) || lastWordsOfFields.contains(last) else {
            return false
        }
        return !publicKeys.contains { name.hasSuffix($0) }
    }

    // MARK: - Identities

    /// Substrings in the names of fields that say for which user a request is sent.
    private static let identityParts = ["account", "customer", "organization", "session", "tenant", "user"]

    /// Returns whether a header field with this name says for which user a request is sent and holds no secret,
    /// ignoring case.
    static func isIdentity(header name: String) -> Bool {
        let name = name.lowercased().replacing("user-agent", with: "")
        return identityParts.contains { name.contains($0) } || name.words.contains("sid")
    }
}
