extension TaskRecord {
    /// The fields of a head that went on to the program that had asked with other values than they came.
    package func changes(in head: ResponseHead) -> [RelayedOrigins.Change] {
        guard let origins = origin.provenance.relayedOrigins, let url = origin.url else { return [] }
        return origins.changes(in: head.headers, to: url)
    }
}
