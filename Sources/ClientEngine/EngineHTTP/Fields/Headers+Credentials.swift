extension Headers {
    /// The fields that may be sent to another origin: those without secrets, and without `Host`.
    package var withoutCredentials: Headers {
        Headers(filter { !$0.isNamed("Host") && !$0.isCredential })
    }

    /// Returns the comma-separated words of all fields with this name, in lower case, as in `Connection` and `Upgrade`.
    ///
    /// A comma in a quoted string also separates words.
    public func words(in name: String) -> Set<String> {
        Set(values(of: name).flatMap { $0.split(at: ",") }.map { $0.trimmingOptionalSpace.lowercased() })
    }

    /// Returns the fields without hop-by-hop fields (RFC 9110, section 7.6.1) and without the fields in `names`.
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
    /// Indicates whether the name of the field says that it holds a secret, such as a key, a login or a session.
    var isCredential: Bool { SecretNames.isSecret(header: name) }

    /// Indicates whether the name of the field says that it identifies the sender, by a secret or otherwise.
    package var identifiesSender: Bool { isCredential || SecretNames.isIdentity(header: name) }

    /// Indicates whether the field frames the body of a message (RFC 9112, section 6).
    package var isOfFraming: Bool { isNamed("Content-Length") || isNamed("Transfer-Encoding") }
}
