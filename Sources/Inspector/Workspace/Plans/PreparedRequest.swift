import ClientEngine

/// A request that is ready to be sent, and where it comes from.
struct PreparedRequest: Sendable {
    var request: Request
    var provenance: Provenance
}
