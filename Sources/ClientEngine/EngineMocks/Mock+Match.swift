import EngineHTTP
import EngineJSON

extension Mock {
    /// The requests that a mock answers: those that agree with every part.
    public struct Match: Sendable, Hashable {
        package var methods: Methods
        package var address: Address
        package var scheme: String?
        package var host: ValueMatcher?
        package var port: Int?
        /// The condition for the client's address; nil is any, and requests of this process have `127.0.0.1`.
        package var clientIP: ValueMatcher?
        package var pathParameters: [Condition] = []
        /// Parameters that the query must have, among others; names and values are decoded.
        package var query: [Condition] = []
        package var headers: [Condition] = []
        package var cookies: [Condition] = []
        /// Parameters that a body of the type `application/x-www-form-urlencoded` must have, among others.
        package var form: [Condition] = []
        /// The login that the request must carry (RFC 7617).
        package var login: Login?
        package var body: [ValueMatcher] = []

        package init(method: HTTPMethod? = nil, address: Address) {
            methods = method.map { .only($0) } ?? .any
            self.address = address
        }

        /// The one method; nil where it can be another, and setting nil lets every method in.
        package var method: HTTPMethod? {
            get { if case .only(let method) = methods { method } else { nil } }
            set { methods = newValue.map { .only($0) } ?? .any }
        }
    }

    /// The methods that a match lets in, without regard to case.
    package enum Methods: Sendable, Hashable {
        case any
        case only(HTTPMethod)
        case oneOf([HTTPMethod])
        case noneOf([HTTPMethod])
    }

    /// A name and a password, as Basic authentication sends them.
    package struct Login: Sendable, Hashable {
        package var user: String
        package var password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A JSON value that a body is compared with: numbers by value, members in any order.
    ///
    /// Texts `${json-unit.any-string}`, `any-number`, `any-boolean`, `ignore` and `regex}…` in it stand for what they say.
    package struct JSONBody: Sendable, Hashable {
        package var value: JSONValue
        package var ignoresArrayOrder: Bool
        /// Indicates whether the body may have members and elements that are not expected.
        package var ignoresExtraElements: Bool

        /// Creates an expectation; without the two it is that of WireMock's `equalToJson`, which is strict.
        package init(_ value: JSONValue, ignoresArrayOrder: Bool = false, ignoresExtraElements: Bool = false)
        {
            self.value = value
            self.ignoresArrayOrder = ignoresArrayOrder
            self.ignoresExtraElements = ignoresExtraElements
        }
    }
}
