import EngineHTTP
import EngineJSON

extension Mock {
    /// The requests that a mock answers: they meet all of these conditions.
    public struct Match: Sendable, Hashable {
        /// The methods.
        public var methods: Methods
        /// The condition for the URL.
        public var address: Address
        /// The scheme, ignoring case, or `nil` for any.
        public var scheme: String?
        /// The condition for the host, or `nil` for any.
        public var host: ValueMatcher?
        /// The port, or `nil` for any.
        public var port: Int?
        /// The condition for the address of the client, or `nil` for any.
        ///
        /// Requests of this process have `127.0.0.1`.
        public var clientIP: ValueMatcher?
        /// The conditions for the values of names in the address.
        public var pathParameters: [Condition] = []
        /// The conditions for decoded parameters of the query.
        ///
        /// It may have other parameters.
        public var query: [Condition] = []
        /// The conditions for header fields.
        ///
        /// The request may have other fields.
        public var headers: [Condition] = []
        /// The conditions for cookies.
        ///
        /// The request may have other cookies.
        public var cookies: [Condition] = []
        /// The conditions for parameters of an `application/x-www-form-urlencoded` body.
        ///
        /// It may have other parameters.
        public var form: [Condition] = []
        /// The login that the request must have (RFC 7617), or `nil` for any or none.
        public var login: Login?
        /// The conditions for the body, all of which it must meet; see ``MockedRequest/content``.
        public var body: [ValueMatcher] = []

        /// Creates a match for an address and a method, or for any method if it is `nil`.
        public init(method: HTTPMethod? = nil, address: Address) {
            methods = method.map { .only($0) } ?? .any
            self.address = address
        }

        /// The only method, or `nil` if the match accepts others.
        ///
        /// Setting `nil` accepts every method.
        public var method: HTTPMethod? {
            get { if case .only(let method) = methods { method } else { nil } }
            set { methods = newValue.map { .only($0) } ?? .any }
        }
    }

    /// The methods that a match accepts, ignoring case.
    public enum Methods: Sendable, Hashable {
        /// Every method.
        case any
        /// Only this method.
        case only(HTTPMethod)
        /// One of these methods.
        case oneOf([HTTPMethod])
        /// Every method except these.
        case noneOf([HTTPMethod])
    }

    /// A user name and a password for Basic authentication.
    public struct Login: Sendable, Hashable {
        /// The user name.
        public var user: String
        /// The password.
        public var password: String

        /// Creates a login.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// A decoded name and its value, from a query, a form or a cookie.
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

    /// An expected JSON value.
    ///
    /// Numbers are compared by value, and members in any order. It may contain the placeholders
    /// `${json-unit.any-string}`, `any-number`, `any-boolean`, `ignore` and `regex}…`.
    public struct JSONBody: Sendable, Hashable {
        /// The expected value.
        public var value: JSONValue
        /// Indicates whether the elements of arrays may come in any order.
        public var ignoresArrayOrder: Bool
        /// Indicates whether the body may have members and elements that are not expected.
        public var ignoresExtraElements: Bool

        /// Creates an expectation.
        ///
        /// The default is strict, as WireMock's `equalToJson`.
        public init(_ value: JSONValue, ignoresArrayOrder: Bool = false, ignoresExtraElements: Bool = false) {
            self.value = value
            self.ignoresArrayOrder = ignoresArrayOrder
            self.ignoresExtraElements = ignoresExtraElements
        }
    }
}
