import EngineHTTP
import EngineJSON

extension Mock {
    /// The requests that a mock answers: those that agree with every part.
    public struct Match: Sendable, Hashable {
        /// The methods.
        public var methods: Methods
        /// Path and query, or more of the URL.
        public var address: Address
        /// The scheme, in any case; nil is any.
        public var scheme: String?
        /// The condition for the host; nil is any.
        public var host: ValueMatcher?
        /// The port; nil is any.
        public var port: Int?
        /// The condition for the client's address; nil is any, and requests of this process have `127.0.0.1`.
        public var clientIP: ValueMatcher?
        /// The conditions for the values of names in the address.
        public var pathParameters: [Condition] = []
        /// Parameters that the query must have, among others; names and values are decoded.
        public var query: [Condition] = []
        /// Fields that the request must have, among others.
        public var headers: [Condition] = []
        /// Cookies that the request must have, among others.
        public var cookies: [Condition] = []
        /// Parameters that a body of the type `application/x-www-form-urlencoded` must have, among others.
        public var form: [Condition] = []
        /// The login that the request must carry (RFC 7617).
        public var login: Login?
        /// The conditions for the body, all of which it must meet; see ``MockedRequest/content``.
        public var body: [ValueMatcher] = []

        /// Creates a match for a method, or any, and an address.
        public init(method: HTTPMethod? = nil, address: Address) {
            methods = method.map { .only($0) } ?? .any
            self.address = address
        }

        /// The one method; nil where it can be another, and setting nil lets every method in.
        public var method: HTTPMethod? {
            get { if case .only(let method) = methods { method } else { nil } }
            set { methods = newValue.map { .only($0) } ?? .any }
        }
    }

    /// The methods that a match lets in, without regard to case.
    public enum Methods: Sendable, Hashable {
        /// Every method.
        case any
        /// This one.
        case only(HTTPMethod)
        /// One of these.
        case oneOf([HTTPMethod])
        /// Every method but these.
        case noneOf([HTTPMethod])
    }

    /// A name and a password, as Basic authentication sends them.
    public struct Login: Sendable, Hashable {
        /// The name.
        public var user: String
        /// The password.
        public var password: String

        /// Creates a login.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// A decoded name and its value, as in a query, a form or a cookie.
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
    ///
    /// Texts `${json-unit.any-string}`, `any-number`, `any-boolean`, `ignore` and `regex}…` in it are placeholders.
    public struct JSONBody: Sendable, Hashable {
        /// The expected value.
        public var value: JSONValue
        /// Indicates whether the elements of arrays may come in any order.
        public var ignoresArrayOrder: Bool
        /// Indicates whether the body may have members and elements that are not expected.
        public var ignoresExtraElements: Bool

        /// Creates an expectation; without the two it is that of WireMock's `equalToJson`, which is strict.
        public init(_ value: JSONValue, ignoresArrayOrder: Bool = false, ignoresExtraElements: Bool = false) {
            self.value = value
            self.ignoresArrayOrder = ignoresArrayOrder
            self.ignoresExtraElements = ignoresExtraElements
        }
    }
}
