import ClientEngine

/// The values that the requests of a session have left: captured variables, and both sides of the last
/// exchange of each named request.
public struct SessionValues: Sendable {
    private struct Key: Hashable {
        var file: String
        var name: String
    }

    /// The captured variables.
    public private(set) var captured: [String: String] = [:]
    private var exchanges: [Key: FinishedExchange] = [:]

    /// Remembers nothing yet.
    public init() {}

    /// Keeps captured variables; of two with one name the newer one counts.
    public mutating func keep(_ captured: [String: String]) {
        self.captured.merge(captured) { $1 }
    }

    /// Keeps what a request of a document has sent and received, in the place of what it did before.
    public mutating func keep(_ exchange: FinishedExchange, of saved: SavedRequest, in file: String) {
        guard let name = saved.referenceName else { return }
        exchanges[Key(file: file, name: name)] = exchange
    }

    /// Returns whether a named request of a document has an answer.
    public func holds(_ name: String, in file: String) -> Bool {
        exchanges[Key(file: file, name: name)] != nil
    }

    /// Returns the values that the requests of a document are filled in with.
    public func values(for document: RequestResolver) -> LateValues {
        LateValues(captured: captured) { (reference) throws(ResolveError) in
            let owner = document.owner(of: reference.name) ?? document
            guard let exchange = exchanges[Key(file: owner.file.path, name: reference.name)] else {
                return try LateValues.unsent(reference)
            }
            return try exchange.octets(for: reference)
        }
    }
}
