extension Headers {
    /// The fields without those that prove who somebody is to one origin, and without `Host`.
    package var withoutCredentials: Headers {
        Headers(filter { !$0.isNamed("Host") && !$0.isCredential })
    }

    /// The lower-case words of all fields of a name that lists some.
    package func words(in name: String) -> Set<String> {
        Set(values(of: name).flatMap { $0.split(at: ",") }.map { $0.trimmingOptionalSpace.lowercased() })
    }

    /// Returns the fields without those of one connection (RFC 9110, section 7.6.1), and without these.
    package func withoutHopByHop(and names: [String]) -> Headers {
        let named = first(named: "Connection") == nil ? [] : words(in: "Connection")
        return Headers(
            fields.filter { field in
                !Self.hopByHop.contains { field.isNamed($0) } && !names.contains { field.isNamed($0) }
                    && !named.contains { field.isNamed($0) }
            })
    }

    private static let hopByHop = [
        "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade",
    ]
}

extension Headers.Field {
    /// Indicates whether it mostly proves who somebody is, going by its name.
    package var isCredential: Bool {
        let name = name.lowercased()
        let words = ["authorization", "cookie", "token", "secret", "password", "api-key", "apikey"]
        return words.contains { name.contains($0) }
    }
}
