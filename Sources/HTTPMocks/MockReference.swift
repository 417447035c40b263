/// Names the mock that answered.
public struct MockReference: Sendable, Hashable {
    /// The mock's identifier.
    public var id: String
    /// The mock's name for people.
    public var name: String

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
