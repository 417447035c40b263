import ClientEngine

/// A request that is ready to be sent, and where it comes from.
package struct OutgoingRequest: Sendable {
    package var request: Request
    package var provenance: Provenance

    package init(request: Request, provenance: Provenance) {
        self.request = request
        self.provenance = provenance
    }
}
