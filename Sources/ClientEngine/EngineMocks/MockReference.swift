/// Names the mock that answered.
public struct MockReference: Sendable, Hashable {
    /// The mock's identifier.
    public var id: String
    /// The mock's name for people.
    public var name: String
    /// The origin of the server that the mock forwards the request to; `nil` if the mock answers itself.
    public var server: String?

    /// Creates a reference.
    public init(id: String, name: String, server: String? = nil) {
        self.id = id
        self.name = name
        self.server = server
    }

    /// The reference as a record of this answer keeps it.
    func giving(_ answer: Mock.Answer) -> MockReference {
        guard let server = answer.forwardedOrigin else { return self }
        return MockReference(id: id, name: name, server: server)
    }
}
