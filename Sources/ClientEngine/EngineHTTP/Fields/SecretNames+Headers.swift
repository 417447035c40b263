// The names of header fields that hold secrets or say who sends a request.
//
//  group      │ hidden │ left out for other origins │ keeps cached answers apart
//  ───────────┼────────┼────────────────────────────┼───────────────────────────
//  secrets    │  yes   │            yes             │            yes
//  identities │  no    │            no              │            yes

extension SecretNames {
    // MARK: - Secrets

    /// Names that none of the rules below finds.
    private static let secretFields: Set = ["cf-access-client-id"]

    /// Parts of the names of secrets, besides ``common``.
    private static let secretParts = ["authorization", "cookie"]

    /// The last words of the names of secrets: of header fields and of variables.
    package static let lastWords: Set = ["key", "pwd", "pin", "otp", "totp", "passcode"]

    /// The last words of the names of secrets, of header fields alone.
    private static let lastWordsOfFields: Set = [
        "assertion", "auth", "credential", "credentials", "csrf", "dpop", "jwt", "session", "sid", "sign",
        "signature", "xsrf",
    ]

    /// The ends of names whose last word sounds like a secret although the field holds none.
    private static let publicKeys = [
        "cache-key", "idempotency-key", "partition-key", "public-key", "routing-key", "sec-websocket-key",
        "surrogate-key",
    ]

    /// Returns whether a header field of this name, in any case, holds a secret.
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

    /// Parts of the names of fields that say for whom a request is sent.
    private static let identityParts = ["account", "customer", "organization", "session", "tenant", "user"]

    /// Returns whether a header field of this name, in any case, says for whom a request is sent, and holds no secret.
    static func isIdentity(header name: String) -> Bool {
        let name = name.lowercased().replacing("user-agent", with: "")
        return identityParts.contains { name.contains($0) } || name.words.contains("sid")
    }
}
