import ClientEngine

extension TaskRecord {
    /// Returns the fields of a head that the program which sent the request received with other values.
    public func changes(in head: ResponseHead) -> [RelayedOrigins.Change] {
        // A task that sends the request again is not relayed.
        guard let url = origin.url, origin.provenance.isOfAnotherProgram else { return [] }
        let changes = origin.request.userInfo[.relayedOrigins]?.changes(in: head.headers, to: url) ?? []
        guard origin.provenance.source == .opened else { return changes }
        // HTTP/3 would lead past whoever opens TLS (RFC 7838, section 3).
        return changes
            + head.headers.enumerated().filter { $1.isNamed("Alt-Svc") }.map { index, field in
                RelayedOrigins.Change(index: index, name: field.name, value: "clear")
            }
    }
}
