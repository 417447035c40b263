import ClientEngine

extension UserInfo.Key<Set<String>> {
    /// Values of a request that are secret for where they come from, such as a private file.
    ///
    /// ``Redaction`` hides them wherever they come up, also in what is answered; nothing else looks at them.
    public static let secrets = UserInfo.Key<Set<String>>("secrets")
}

extension Redaction {
    /// The shortest value, in bytes, that is hidden for where it comes from alone: shorter ones are words like `staging`.
    static let shortestByOrigin = 6

    /// Reads values that are secret for where they come from.
    ///
    /// The server that a request goes to is no secret: whoever watches the network sees it. Of a value that is a URL, what
    /// stands behind the server is one.
    mutating func learn(_ values: Set<String>, for url: RequestURL?) {
        guard isHiding, !values.isEmpty else { return }
        // In an order of their own, so that their numbers are always the same.
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
        // User information is found in the URL.
        return String(value[authority.endIndex...].drop { $0 == "/" })
    }

    /// Reads values that are secret for where they come from, such as a private file.
    public mutating func learn(values: Set<String>) { learn(values, for: nil) }

    /// Reads the values of a request that are secret for where they come from, and nothing else of it.
    public mutating func learn(valuesOf origin: TaskOrigin) {
        learn(origin.request.userInfo[.secrets] ?? [], for: origin.url)
    }

    /// Returns whether a variable of this name holds a secret: one that is called a password, token, secret or key.
    public static func isSecret(variable name: String) -> Bool {
        if isSecret(name: name) || name.lowercased().hasSuffix("pass") { return true }
        return name.words.last.map(SecretNames.lastWords.contains) ?? false
    }
}
