/// The identity of the mock that answered.
public struct MockReference: Sendable, Hashable {
    /// The identifier of the mock.
    public var id: String
    /// The name of the mock.
    public var name: String
    /// The origin of the server to which the mock forwards the request, or `nil` if the mock answers itself.
    public var server: String?

    /// Creates a reference.
    public init(id: String, name: String, server: String? = nil) {
        self.id = id
        self.name = name
        self.server = server
    }

    /// Returns the reference for the record of an answer, with the server of that answer.
    func giving(_ answer: Mock.Answer) -> MockReference {
        guard let server = answer.forwardedOrigin else { return self }
        return MockReference(id: id, name: name, server: server)
    }
}
