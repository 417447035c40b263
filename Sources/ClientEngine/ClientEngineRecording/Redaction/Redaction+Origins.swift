import ClientEngine

extension UserInfo.Key<Set<String>> {
    /// Values of a request that are secret because of their origin, such as a private file.
    ///
    /// ``Redaction`` hides them wherever they occur, including responses. They have no other effect.
    public static let secrets = UserInfo.Key<Set<String>>("secrets")
}

extension Redaction {
    /// The minimum length in bytes of a value that is hidden only because of its origin.
    ///
    /// Shorter ones are words like `staging`.
    static let shortestByOrigin = 6

    /// Learns values that are secret because of their origin.
    ///
    /// The server of a request is not a secret, because an observer of the network can see it. Of a value that is a
    /// URL, only the part after the server is secret.
    mutating func learn(_ values: Set<String>, for url: RequestURL?) {
        guard isHiding, !values.isEmpty else { return }
        // Sorted, so that their numbers are always the same.
        for value in values.sorted() {
            guard let secret = Self.secret(in: value, for: url), secret.utf8.count >= Self.shortestByOrigin
            else {
                continue
            }
            learn { _ = $0.placeholder(for: secret) }
        }
    }

    private static func secret(in value: String, for url: RequestURL?) -> String? {
        let trimmed = value.hasSuffix("/") ? String(value.dropLast()) : value
        if let url {
            let authority = url.origin.dropFirst(url.scheme.count + 3)
            if [url.host, url.origin, String(authority)].contains(trimmed.lowercased()) { return nil }
        }
        guard ["http://", "https://"].contains(where: value.lowercased().hasPrefix),
            let start = value.authorityStart
        else { return value }
        let authority = value[start...].prefix(before: "/", "?", "#")
        // The URL itself contains the user information.
        return String(value[authority.endIndex...].drop { $0 == "/" })
    }

    /// Learns values that are secret because of their origin, such as a private file.
    public mutating func learn(values: Set<String>) { learn(values, for: nil) }

    /// Learns only those values of a request that are secret because of their origin.
    public mutating func learn(valuesOf origin: TaskOrigin) {
        learn(origin.request.userInfo[.secrets] ?? [], for: origin.url)
    }

    /// Returns whether a variable with this name holds a secret, such as a password, a token or a key.
    public static func isSecret(variable name: String) -> Bool {
        if isSecret(name: name) || name.lowercased().hasSuffix("pass") { return true }
        return name.words.last.map(SecretNames.lastWords.contains) ?? false
    }
}
