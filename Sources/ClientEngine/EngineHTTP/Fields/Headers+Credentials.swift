extension Headers {
    /// The fields that may go to another origin: those without secrets, and without `Host`.
    package var withoutCredentials: Headers {
        Headers(filter { !$0.isNamed("Host") && !$0.isCredential })
    }

    /// Returns what all fields of a name list between commas, as `Connection` and `Upgrade` do, in lower case.
    ///
    /// A comma in a quoted string separates as well.
    public func words(in name: String) -> Set<String> {
        Set(values(of: name).flatMap { $0.split(at: ",") }.map { $0.trimmingOptionalSpace.lowercased() })
    }

    /// Returns the fields without those of one connection (RFC 9110, section 7.6.1), and without these.
    public func withoutHopByHop(and names: [String]) -> Headers {
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
    /// Indicates whether the field holds a secret, such as a key, a login or a session, going by its name.
    var isCredential: Bool { SecretNames.isSecret(header: name) }

    /// Indicates whether the field says who sends the request, by a secret or by a name, going by its own name.
    package var identifiesSender: Bool { isCredential || SecretNames.isIdentity(header: name) }

    /// Indicates whether the field says where the body of a message ends (RFC 9112, section 6).
    package var isOfFraming: Bool { isNamed("Content-Length") || isNamed("Transfer-Encoding") }
}
