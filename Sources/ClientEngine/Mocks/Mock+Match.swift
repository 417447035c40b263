import JSON

extension Mock {
    /// Which requests a mock answers: those that agree with every part.
    public struct Match: Sendable, Hashable {
        /// The method; nil is any.
        public var method: Method?
        /// The address.
        public var address: Address
        /// Parameters that the query must have, among others; names and values are decoded.
        public var query: [Parameter] = []
        /// Fields that the request must have, among others.
        public var headers: [Parameter] = []
        /// What the body must be as JSON.
        public var body: [JSONBody] = []

        /// Creates a match.
        public init(method: Method? = nil, address: Address) {
            self.method = method
            self.address = address
        }
    }

    /// A name and the value it must have; of a repeated name one value has to agree.
    public struct Parameter: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a parameter.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A JSON value that a body is compared with: numbers by value, members in any order.
    public struct JSONBody: Sendable, Hashable {
        /// What is expected.
        public var value: JSONValue
        /// Whether elements may come in any order.
        public var ignoresArrayOrder: Bool
        /// Whether the body may have members and elements that are not expected.
        public var ignoresExtraElements: Bool

        /// Creates an expectation; without the two it is that of WireMock's `equalToJson`, which is strict.
        public init(_ value: JSONValue, ignoresArrayOrder: Bool = false, ignoresExtraElements: Bool = false) {
            self.value = value
            self.ignoresArrayOrder = ignoresArrayOrder
            self.ignoresExtraElements = ignoresExtraElements
        }
    }
}
