import ClientEngine

extension TaskRecord {
    /// Returns the fields of a head whose values differed in the response that the sender of the request received.
    public func changes(in head: ResponseHead) -> [RelayedOrigins.Change] {
        // A task that sends the request again is not relayed.
        guard let url = origin.url, origin.provenance.isOfAnotherProgram else { return [] }
        let changes = origin.request.userInfo[.relayedOrigins]?.changes(in: head.headers, to: url) ?? []
        guard origin.provenance.source == .opened else { return changes }
        // HTTP/3 would bypass the program that opens TLS (RFC 7838, section 3).
        return changes
            + head.headers.enumerated().filter { $1.isNamed("Alt-Svc") }.map { index, field in
                RelayedOrigins.Change(index: index, name: field.name, value: "clear")
            }
    }
}
