extension Headers {
    /// The fields without those that prove who somebody is to one origin, and without `Host`.
    package var withoutCredentials: Headers {
        Headers(filter { !$0.isNamed("Host") && !$0.isCredential })
    }
}

extension Headers.Field {
    /// Whether it mostly proves who somebody is, going by its name.
    package var isCredential: Bool {
        let name = name.lowercased()
        let words = ["authorization", "cookie", "token", "secret", "password", "api-key", "apikey"]
        return words.contains { name.contains($0) }
    }
}
